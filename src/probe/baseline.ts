import { countOf } from '../schema/counted-noun.ts';
import { type BaseCalls, findBaseCalls } from './base-calls.ts';
import { type ExpectedWorld, expectWorld } from './expected-world.ts';
import type { DoneRun, Job, RunOptions } from './job.ts';
import { neutralLine } from './neutral-text.ts';
import type { RunRecord } from './run-record.ts';
import { describeEnd, hasSucceeded } from './subject.ts';

/** The number of lines of each text. */
type Counts = ReadonlyMap<string, number>;

const countLines = (stdout: string): Counts => {
  const counts = new Map<string, number>();
  for (const line of stdout.split('\n')) {
    const text = neutralLine(line);
    if (text.trim() !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
};

/** The lines that every one of some outputs has, as often as the one with the fewest of them. */
export class StableLines {
  #lines: Counts;

  constructor([first = '', ...others]: readonly string[]) {
    this.#lines = countLines(first);
    for (const output of others) this.add(output);
  }

  /** Takes one more output into account, which can only make the lines fewer. */
  add(stdout: string): void {
    const other = countLines(stdout);
    const common = [...this.#lines].map(([line, count]) => [line, Math.min(count, other.get(line) ?? 0)] as const);
    this.#lines = new Map(common.filter(([, count]) => count > 0));
  }

  /** The lines that an output does not have, or not as often. */
  missingIn(stdout: string): readonly string[] {
    const found = countLines(stdout);
    return [...this.#lines].filter(([line, count]) => (found.get(line) ?? 0) < count).map(([line]) => line);
  }
}

/** A reason why a command cannot be probed, with what it has written. */
export class NotProbed extends Error {
  readonly output: string;

  constructor(reason: string, output = '') {
    super(reason);
    this.output = output;
  }
}

/** The behaviour of runs without a surprise. */
export interface Baseline extends BaseCalls {
  /** The number of runs, and the time of the slowest. */
  readonly runs: number;
  readonly millis: number;
  /** True if runs that are made side by side fail, but not one alone. */
  readonly isSerial: boolean;
  readonly worlds: ReadonlyMap<string, ExpectedWorld>;
  /** The lines of stdout that every run has written; a further run without a surprise can make them fewer. */
  readonly lines: StableLines;
  /** The differences between the runs, which are therefore ignored, in sentences. */
  readonly noise: readonly string[];
}

const demandSuccess = ({ ended }: DoneRun, when: string): void => {
  if (!hasSucceeded(ended))
    throw new NotProbed(`the command must succeed ${when}: ${describeEnd(ended)}`, ended.output);
};

const demandCalls = ({ ended, record }: DoneRun, command: string): void => {
  if (record.stages.some(({ calls }) => calls.length > 0)) return;
  const isGoTest = /\bgo\s+test\b/.test(command) || ended.output.includes('(cached)');
  const hint = isGoTest ? '; go test repeats what it remembers unless it is called with -count=1' : '';
  throw new NotProbed(`the command calls nothing of the mock, so that nothing can be tried${hint}`, ended.output);
};

/** Makes one run on each job, side by side; if one fails that passes alone, one run alone is made instead. */
const runTogether = async (
  jobs: readonly Job[],
  run: (job: Job) => Promise<DoneRun>,
): Promise<{ readonly runs: readonly DoneRun[]; readonly isSerial: boolean }> => {
  const [first] = jobs as readonly [Job];
  const together = await Promise.all(jobs.map(run));
  const failed = together.find(({ ended }) => !hasSucceeded(ended));
  if (!failed) return { runs: together, isSerial: false };
  const alone = jobs.length > 1 ? await run(first) : failed;
  demandSuccess(alone, 'each time, and it is flaky');
  return { runs: [alone], isSerial: true };
};

const noiseOfWorld = ({ naming, noise, name }: ExpectedWorld, isOnly: boolean): readonly string[] => {
  const where = isOnly ? '' : ` (world ${name})`;
  return [
    ...naming.varied.map(({ kind, place, isCompared }) => {
      const below = place === '' ? '' : ` below ${place}`;
      return `${kind}${below} ${isCompared ? 'have other names' : 'are of another number'} in each run${where}`;
    }),
    ...[...noise].map(([key, fields]) => {
      const [kind = '', ...path] = JSON.parse(key) as readonly string[];
      return `${[...fields].sort().join(', ')} of ${kind} ${path.join('/')}${where}`;
    }),
  ];
};

/** The stages that every run has, each with its final state. */
const expectWorlds = (records: readonly RunRecord[]): ReadonlyMap<string, ExpectedWorld> => {
  const [first, ...others] = records.map(
    ({ stages }) => new Map(stages.filter(({ retry }) => retry === 0).map((stage) => [stage.name, stage])),
  );
  const found = [...(first ?? [])].flatMap(([name, stage]) => {
    const same = others.map((stages) => stages.get(name));
    const known = same.filter((each) => each !== undefined);
    return known.length < same.length ? [] : [[name, expectWorld(name, [stage, ...known])] as const];
  });
  return new Map(found);
};

const noiseOf = (
  worlds: Baseline['worlds'],
  { varied }: BaseCalls,
  records: readonly RunRecord[],
): readonly string[] => {
  const names = new Set(records.flatMap(({ stages }) => stages.map(({ name }) => name)));
  const lost = names.size - worlds.size;
  return [
    ...(lost > 0 ? [`${countOf(lost, 'world')} that not every run makes`] : []),
    ...[...varied].map(([operation, count]) => `${countOf(count, 'call')} of ${operation} that not every run makes`),
    ...[...worlds.values()].flatMap((world) => noiseOfWorld(world, worlds.size === 1)),
  ];
};

/**
 * Runs the command alone and then on all jobs side by side, and learns its behaviour. `command` is its command line.
 * @throws NotProbed if it does not succeed each time, or calls nothing
 */
export const findBaseline = async (
  jobs: readonly Job[],
  command: string,
  limits: Pick<RunOptions, 'limitMillis' | 'stopped'>,
): Promise<Baseline> => {
  const [first] = jobs as readonly [Job];
  const run = (job: Job): Promise<DoneRun> => job.run({ ...limits, hasStates: true });
  const alone = await run(first);
  demandSuccess(alone, 'before anything can go wrong');
  demandCalls(alone, command);
  const { runs: further, isSerial } = await runTogether(jobs, run);
  const runs = [alone, ...further];
  const records = runs.map(({ record }) => record);
  const calls = findBaseCalls(records);
  const worlds = expectWorlds(records);
  return {
    ...calls,
    runs: runs.length,
    millis: Math.max(...runs.map(({ ended }) => ended.millis)),
    isSerial,
    worlds,
    lines: new StableLines(runs.map(({ ended }) => ended.stdout)),
    noise: noiseOf(worlds, calls, records),
  };
};
