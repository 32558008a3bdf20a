import { expandFault } from '../features/faults/presets.ts';
import { type Baseline, findBaseline, NotProbed } from './baseline.ts';
import { type FindingTexts, textsOf } from './finding.ts';
import { Job, type JobParts } from './job.ts';
import { FINDINGS } from './judge.ts';
import { type Plan, type PlannedTrial, planTrials } from './plan.ts';
import type { Accepted, ProbeFiles, ProbeReport, ProbeTrial } from './report.ts';
import { callNamed, means, selectTrials } from './selection.ts';
import { summaryOf } from './summary.ts';
import { sectionOf } from './surprises.ts';
import { type MadeTrial, makeTrial } from './trial.ts';

/** The plan, which is known before the first trial. */
export interface ProbeStart {
  readonly baseline: Baseline;
  readonly plan: Plan;
  /** The trials that are made, and about how long they take. */
  readonly trials: number;
  readonly estimateMillis: number;
  /** The estimate if the command waits when an answer asks it to, and is ended if no answer comes. */
  readonly waitingMillis: number;
  readonly jobs: number;
}

/** The options of a probe. */
export interface ProbeOptions extends JobParts {
  readonly jobs: number;
  /** The time in which trials are begun, and their maximum number. */
  readonly budgetMillis?: number | undefined;
  readonly maxTrials?: number | undefined;
  /** The time for a run beside the waits that answers ask for; by default three times the baseline, at least 10 s. */
  readonly timeoutMillis?: number | undefined;
  /** Tries calls in the same situation, too. */
  readonly all: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly accepted: readonly Accepted[];
  /** The name of the command in the report. */
  readonly command: string;
  /** The command line that makes one trial again. */
  readonly reproduce: (id: string) => string;
  readonly version: string;
  readonly now: () => number;
  readonly stopped: AbortSignal;
  readonly started?: ((start: ProbeStart) => void) | undefined;
  readonly made?: ((trial: ProbeTrial) => void) | undefined;
  /** Stores the evidence of a finding, and returns its place. */
  readonly writeFinding?: ((id: string, texts: FindingTexts) => Promise<ProbeFiles>) | undefined;
}

/** The time for a run in which nothing goes wrong, unless given. */
const BASELINE_MILLIS = 600_000;
const MIN_LIMIT_MILLIS = 10_000;
const LIMIT_FACTOR = 3;

const limitOf = ({ timeoutMillis }: ProbeOptions, { millis }: Baseline): number =>
  timeoutMillis ?? Math.max(MIN_LIMIT_MILLIS, LIMIT_FACTOR * millis);

/** The time for which a surprise holds its answer back, and the wait that it asks of its client, in milliseconds. */
const delaysOf = ({ surprise }: PlannedTrial): { readonly latency: number; readonly asked: number } => {
  const { latency = 0, retryAfter = 0 } = expandFault({ preset: surprise })[0]?.do ?? {};
  return { latency: typeof latency === 'number' ? latency : latency.max, asked: 1_000 * retryAfter };
};

/** The estimated time of one job for trials, without and with the waits of the command; a hang is run twice. */
const estimate = (trials: readonly PlannedTrial[], millis: number, limitMillis: number): readonly [number, number] => {
  let [estimated, waiting] = [0, 0];
  for (const trial of trials) {
    const { latency, asked } = delaysOf(trial);
    estimated += millis + latency;
    waiting += trial.surprise === 'never' ? 2 * limitMillis : asked;
  }
  return [estimated, estimated + waiting];
};

/** A trial as the report has it. */
const reported = async (
  made: MadeTrial,
  texts: () => Promise<FindingTexts>,
  { accepted, reproduce, writeFinding }: ProbeOptions,
): Promise<ProbeTrial> => {
  const { trial, run, judgement, why } = made;
  const { id, surprise, call } = trial;
  const { operation, protocol, caller, resource } = call.seen;
  const { verdict } = judgement;
  const facts: ProbeTrial = {
    id,
    operation,
    call: { world: call.world, protocol, caller, resource, ...(call.before && { before: call.before.operation }) },
    surprise,
    verdict,
    why,
    durationMs: Math.round(run.ended.millis),
    ...(verdict === 'surfaced' && judgement.isDone && { done: true }),
    folded: trial.folded.length,
  };
  if (!FINDINGS.includes(verdict)) return facts;
  const isMeant = ({ what, verdict: of = verdict }: Accepted): boolean => of === verdict && means(what, trial);
  const reason = accepted.find(isMeant)?.reason;
  const files = await writeFinding?.(id, await texts());
  return {
    ...facts,
    ...(reason !== undefined && { accepted: reason }),
    reproduce: reproduce(id),
    ...(files && { files }),
    docs: sectionOf(surprise, verdict),
  };
};

/** Makes trials on all jobs until there are no more, the time is over, or the probe is stopped. */
const makeTrials = async (
  jobs: readonly Job[],
  trials: readonly PlannedTrial[],
  baseline: Baseline,
  options: ProbeOptions,
): Promise<readonly ProbeTrial[]> => {
  const { budgetMillis = Number.POSITIVE_INFINITY, now, stopped, made: report } = options;
  const until = now() + budgetMillis;
  const waiting = [...trials];
  const done: ProbeTrial[] = [];
  const { outlivesItsEnd = false } = options.subject;
  const limit = limitOf(options, baseline);
  const work = async (job: Job): Promise<void> => {
    while (!stopped.aborted && now() < until) {
      const next = waiting.shift();
      if (!next) return;
      const limitMillis = limit + delaysOf(next).asked;
      const made = await makeTrial(job, next, { baseline, limitMillis, stopped, outlivesItsEnd });
      // A run that was stopped shows nothing.
      if (stopped.aborted) return;
      const trial = await reported(made, () => textsOf(job, made, baseline), options);
      if (made.run.ended.isTimedOut && outlivesItsEnd) await job.leave();
      done.push(trial);
      report?.(trial);
    }
  };
  await Promise.all(jobs.map(work));
  return done;
};

const planOf = (baseline: Baseline, { only, skip, all }: ProbeOptions): Plan => {
  const calls = [...new Set(baseline.calls.map(({ id }) => id))];
  const unmade = [...only, ...skip].map(callNamed).find((call) => call !== undefined && !calls.includes(call));
  const plan = planTrials(baseline.calls, selectTrials(only, skip), !all);
  if (unmade === undefined && plan.trials.length > 0) return plan;
  const what = unmade === undefined ? 'nothing is left to try' : `the command does not make ${unmade}`;
  const named = calls.length > 20 ? [...calls.slice(0, 20), '…'] : calls;
  throw new NotProbed(`${what}; the calls are ${named.join(', ')}`);
};

const openJobs = async (options: ProbeOptions): Promise<readonly Job[]> => {
  const opened = await Promise.allSettled(Array.from({ length: options.jobs }, () => Job.open(options)));
  const jobs = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = opened.find((each) => each.status === 'rejected');
  if (!failed) return jobs;
  await Promise.all(jobs.map((job) => job.leave()));
  throw failed.reason;
};

/**
 * Runs a command once for each thing that can go wrong, and judges what it does.
 * @throws NotProbed if it does not succeed when nothing goes wrong; Error if it cannot be run, or no mock starts
 */
export const runProbe = async (options: ProbeOptions): Promise<ProbeReport> => {
  const { timeoutMillis, stopped, command, maxTrials, started, now, version } = options;
  const began = now();
  const opened = await openJobs(options);
  try {
    const limitMillis = timeoutMillis ?? BASELINE_MILLIS;
    const baseline = await findBaseline(opened, command, { limitMillis, stopped }).catch((error: unknown) => {
      throw stopped.aborted ? new NotProbed('the probe was stopped before its first trial') : error;
    });
    const jobs = baseline.isSerial ? opened.slice(0, 1) : opened;
    const plan = planOf(baseline, options);
    const trials = plan.trials.slice(0, maxTrials);
    const [estimated, waiting] = estimate(trials, baseline.millis, limitOf(options, baseline));
    const { length } = jobs;
    const [estimateMillis, waitingMillis] = [estimated / length, waiting / length];
    started?.({ baseline, plan, trials: trials.length, jobs: length, estimateMillis, waitingMillis });
    const begun = now();
    const made = await makeTrials(jobs, trials, baseline, options);
    const took = { durationMs: Math.round(now() - began), trialsMs: Math.round(now() - begun) };
    const { runs, millis, noise, calls } = baseline;
    return {
      kind: 'ProbeReport',
      version,
      command,
      baseline: {
        runs,
        jobs: jobs.length,
        durationMs: Math.round(millis),
        calls: calls.length,
        worlds: baseline.worlds.size,
        noise,
      },
      ...summaryOf(made, plan, took),
    };
  } finally {
    await Promise.all(opened.map((job) => job.leave()));
  }
};
