import { availableParallelism, loadavg } from 'node:os';
import { armTrial } from './arm-call.ts';
import type { Baseline } from './baseline.ts';
import type { DoneRun, Job } from './job.ts';
import { type Judgement, judge } from './judge.ts';
import type { PlannedTrial } from './plan.ts';
import { SameTrial } from './same-trial.ts';
import { whyOf } from './sentences.ts';
import { countRepeats } from './storm.ts';
import { hasSucceeded } from './subject.ts';

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
  /** True if a run that takes too long goes on. */
  readonly outlivesItsEnd: boolean;
}

/** The load above which a machine is too busy to judge by. */
const MAX_LOAD = 5;

const measureLoad = (): number => {
  const [load = 0] = loadavg();
  return Math.min(MAX_LOAD, Math.max(1, load / availableParallelism()));
};

/** How often the command is run without a surprise between two runs that are misled. */
const CONTROLS = 2;

/** Runs the command without a surprise: a line that is missing then, too, is missing for another reason. */
const learnLines = async (job: Job, { baseline, limitMillis, stopped }: TrialParts): Promise<void> => {
  for (let runs = 0; runs < CONTROLS && !stopped.aborted; runs += 1) {
    const { ended } = await job.run({ limitMillis, stopped, keepsStates: false });
    if (hasSucceeded(ended)) baseline.lines.add(ended.stdout);
  }
};

/** Runs the command with the surprise of a trial, and judges what it has done. */
export const makeTrial = async (job: Job, trial: PlannedTrial, parts: TrialParts): Promise<MadeTrial> => {
  const { baseline, limitMillis, stopped, outlivesItsEnd } = parts;
  const { surprise, call } = trial;
  const repeats = countRepeats(call.others, call.index);
  const armed = armTrial(trial);
  const sameTrial = new SameTrial();
  let suspects: ReadonlySet<string> | undefined;
  for (;;) {
    const load = measureLoad();
    const run = await job.run({ surprise: armed, limitMillis, stopped, keepsStates: false });
    const judgement = judge({ baseline, run, surprise, world: call.world, load, repeats, suspects });
    if (sameTrial.isJudgedWith(judgement, load) || stopped.aborted)
      return { trial, run, judgement, why: whyOf({ judgement, run, call, surprise }) };
    if (outlivesItsEnd && run.ended.isTimedOut) await job.leave();
    if (judgement.verdict === 'misled') {
      suspects = new Set(judgement.missing);
      await learnLines(job, parts);
    }
  }
};
