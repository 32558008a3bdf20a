import { availableParallelism, loadavg } from 'node:os';
import type { Baseline } from './baseline.ts';
import type { DoneRun, Job } from './job.ts';
import { type Judgement, judge } from './judge.ts';
import { faultOfTrial, type PlannedTrial } from './plan.ts';
import type { ProbeVerdict } from './report.ts';
import { whyOf } from './sentences.ts';
import { countRepeats } from './storm.ts';
import { hasSucceeded } from './subject.ts';

/** The number of runs that must reach a verdict before it is reported: chance can bring some about. */
const runsWanted = (verdict: ProbeVerdict, load: number): number => {
  if (verdict === 'hung') return 2;
  // Lines may be missing by chance, or since the machine was quicker than before.
  if (verdict === 'misled') return 3;
  // A pause that is judged by the load of the machine is judged once more.
  if (verdict === 'stormed') return load > 1 ? 3 : 2;
  return 1;
};

/** The maximum number of runs if a busy machine may have hidden a storm, and once a run has stormed. */
const MAX_HURRIED = 6;
const MAX_STORMED = 10;
/** The number of runs with pauses that outweigh one with a storm: the machine can stop a client once. */
const UNHURRIED_WANTED = 2;

/** The runs of one trial, as far as they say whether another is to be made. */
export class SameTrial {
  readonly #reached = new Map<ProbeVerdict, number>();
  #runs = 0;
  /** The number of runs with pauses that no load of the machine explains. */
  #unhurried = 0;

  /** Takes one more run, made at a load of the machine; true if it has the verdict of the trial. */
  isJudgedWith({ verdict, mayHideStorm }: Pick<Judgement, 'verdict' | 'mayHideStorm'>, load: number): boolean {
    const times = (this.#reached.get(verdict) ?? 0) + 1;
    this.#reached.set(verdict, times);
    this.#runs += 1;
    if (verdict !== 'stormed' && !mayHideStorm) this.#unhurried += 1;
    return times >= runsWanted(verdict, load) && (verdict === 'stormed' || !this.#mayShowStorm(mayHideStorm));
  }

  #mayShowStorm(mayHideStorm: boolean): boolean {
    const hasStormed = this.#reached.has('stormed');
    const isOpen = mayHideStorm || (hasStormed && this.#unhurried < UNHURRIED_WANTED);
    return isOpen && this.#runs < (hasStormed ? MAX_STORMED : MAX_HURRIED);
  }
}

export interface MadeTrial {
  readonly trial: PlannedTrial;
  readonly run: DoneRun;
  readonly judgement: Judgement;
  readonly why: string;
}

/** The dependencies of trials. */
export interface TrialParts {
  readonly baseline: Baseline;
  readonly limitMillis: number;
  readonly stopped: AbortSignal;
  /** True if a run that takes too long goes on. */
  readonly outlivesItsEnd: boolean;
}

/** The load above which a machine is too busy to judge by. */
const MAX_LOAD = 5;

/** The number of runs without a surprise between two runs that are misled. */
const CONTROLS = 2;

/** Runs the command without a surprise: a line that is missing then, too, is missing for another reason. */
const learnLines = async (job: Job, { baseline, limitMillis, stopped }: TrialParts): Promise<void> => {
  for (let runs = 0; runs < CONTROLS && !stopped.aborted; runs += 1) {
    const { ended } = await job.run({ limitMillis, stopped, hasStates: false });
    if (hasSucceeded(ended)) baseline.lines.add(ended.stdout);
  }
};

/** Runs the command with the surprise of a trial, and judges what it has done. */
export const makeTrial = async (job: Job, trial: PlannedTrial, parts: TrialParts): Promise<MadeTrial> => {
  const { baseline, limitMillis, stopped, outlivesItsEnd } = parts;
  const { surprise, call } = trial;
  const repeats = countRepeats(call.others, call.index);
  const armed = { world: call.world, fault: faultOfTrial(trial) };
  const sameTrial = new SameTrial();
  let suspects: ReadonlySet<string> | undefined;
  for (;;) {
    const load = Math.min(MAX_LOAD, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
    const run = await job.run({ surprise: armed, limitMillis, stopped, hasStates: false });
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
