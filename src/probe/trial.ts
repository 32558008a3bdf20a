import { armTrial } from './arm-call.ts';
import type { Baseline } from './baseline.ts';
import type { DoneRun, Job } from './job.ts';
import { type Judgement, judge } from './judge.ts';
import type { PlannedTrial } from './plan.ts';
import type { ProbeVerdict } from './report.ts';
import { whyOf } from './sentences.ts';

/** A trial that was made. */
export interface MadeTrial {
  readonly trial: PlannedTrial;
  readonly run: DoneRun;
  readonly judgement: Judgement;
  readonly why: string;
}

/** How trials are made. */
export interface TrialParts {
  readonly baseline: Baseline;
  readonly limitMillis: number;
  readonly stopped: AbortSignal;
  /** True where a run that takes too long goes on. */
  readonly outlivesItsEnd: boolean;
}

/** The verdicts that a busy machine can bring about: they are reached twice, or not at all. */
const CONFIRMED: ReadonlySet<ProbeVerdict> = new Set(['hung', 'stormed']);

/** Runs the command with the surprise of a trial, and judges what it has done. */
export const makeTrial = async (
  job: Job,
  trial: PlannedTrial,
  { baseline, limitMillis, stopped, outlivesItsEnd }: TrialParts,
): Promise<MadeTrial> => {
  const surprise = armTrial(trial);
  const once = async (): Promise<MadeTrial> => {
    const run = await job.run({ surprise, limitMillis, stopped, keepsStates: false });
    const judgement = judge({ baseline, run, surprise: trial.surprise, world: trial.call.world });
    const why = whyOf({ judgement, run, call: trial.call, surprise: trial.surprise });
    return { trial, run, judgement, why };
  };
  const made = await once();
  if (!CONFIRMED.has(made.judgement.verdict) || stopped.aborted) return made;
  if (outlivesItsEnd && made.run.ended.isTimedOut) await job.leave();
  return once();
};
