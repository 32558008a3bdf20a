import { join } from 'node:path';
import { boundedLine } from './bounds.ts';
import { grpcGetsOf } from './grpc.ts';
import { roundOf } from './http.ts';
import { type Begun, type Started, startAndAsk, startMockOf } from './processes.ts';
import { median, range } from './statistics.ts';
import { workloadsOf } from './workloads.ts';

/** The number of starts of both builds: the compiled code of a build differs by process. */
const PAIRS = 3;
const RUNS = 8;
/** The number of rounds that are not counted: after fewer, the build with more code is still being compiled. */
const WARM_UP = 6;
const STARTS = 15;
const PATH = '/registry/v2/repos?page_size=1';
/** The ratio to the other build that is allowed. */
const MAX_MORE = 0.05;

/** The times of one round of each build. */
interface Run<T = number> {
  readonly other: T;
  readonly mock: T;
}

/** The time of a build for the nth round of a measure. */
type Measure<T = number> = (nth: number) => Promise<T>;

/** Rounds of both builds in turns. Neither is always the second, whose machine the first has warmed up. */
const runsOf = async <T>(other: Measure<T>, mock: Measure<T>, warmUp: number, runs: number): Promise<Run<T>[]> => {
  const all: Run<T>[] = [];
  for (let nth = 0; nth < warmUp + runs; nth += 1) {
    if (nth % 2 === 0) all.push({ other: await other(nth), mock: await mock(nth) });
    else all.push({ mock: await mock(nth), other: await other(nth) });
  }
  return all.slice(warmUp);
};

/** The microseconds of processor time of a call, for each kind of call by its name. */
const callsOf = async (server: Started): Promise<ReadonlyMap<string, Measure>> => {
  const overHttp = (await workloadsOf(server)).map((workload): [string, Measure] => [
    workload.name,
    async (nth) => (await roundOf(server, workload, nth * workload.calls)).each,
  ]);
  return new Map([...overHttp, ['get over gRPC, random rows', await grpcGetsOf(server)]]);
};

/** The rounds of each kind of call on one pair of processes. */
const pairOf = async (folder: string): Promise<ReadonlyMap<string, readonly Run[]>> => {
  const other = await startMockOf(folder, '--fixture', 'large');
  const mock = await startMockOf('.', '--fixture', 'large');
  try {
    const [others, own] = [await callsOf(other), await callsOf(mock)];
    const measured = new Map<string, readonly Run[]>();
    for (const [name, ofOwn] of own) {
      const ofOther = others.get(name);
      if (!ofOther) throw new Error(`the other build has no ${name}`);
      measured.set(name, await runsOf(ofOther, ofOwn, WARM_UP, RUNS));
    }
    return measured;
  } finally {
    await mock.stop();
    await other.stop();
  }
};

/** Starts to a first answer: the microseconds of processor time, and the megabytes of memory by then. */
const startsOf = async (folder: string): Promise<ReadonlyMap<string, readonly Run[]>> => {
  const start = (of: string) => (): Promise<Begun> =>
    startAndAsk(PATH, process.execPath, join(of, 'dist/main.cjs'), 'serve', '--port', '0', '--json');
  const runs = await runsOf(start(folder), start('.'), 1, STARTS);
  const figure = (of: (begun: Begun) => number): readonly Run[] =>
    runs.map(({ other, mock }) => ({ other: of(other), mock: of(mock) }));
  return new Map([
    ['a start and its first answer', figure(({ processorTime }) => processorTime * 1_000)],
    ['memory by then, MB', figure(({ memory }) => memory)],
  ]);
};

/**
 * Compares this build with the build of another checkout: rounds of both in turn, by processor time, and by memory.
 * @param folder The checkout, in which `npm run build` has been run.
 */
export async function* againstReport(folder: string): AsyncGenerator<string> {
  const measured = new Map(await startsOf(folder));
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const [name, runs] of await pairOf(folder)) measured.set(name, [...(measured.get(name) ?? []), ...runs]);
  }
  yield '| call | µs of the other build | µs of this one | ratio | range |';
  yield '|---|---|---|---|---|';
  const lines: string[] = [];
  for (const [name, runs] of measured) {
    const ratios = runs.map((run) => run.mock / run.other);
    const ratio = median(ratios);
    const cells = [runs.map((run) => run.other), runs.map((run) => run.mock)].map((all) => median(all).toFixed(1));
    yield `| ${[name, ...cells, ratio.toFixed(3)].join(' | ')} | ${range(ratios)} |`;
    lines.push(boundedLine(`${name}: ${ratio.toFixed(3)}`, ratio <= 1 + MAX_MORE, `${1 + MAX_MORE}`));
  }
  yield '';
  yield* lines;
}
