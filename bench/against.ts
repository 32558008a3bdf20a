import { boundedLine } from './bounds.ts';
import { grpcGetsOf } from './grpc.ts';
import { roundOf } from './http.ts';
import { type Started, startMockOf } from './processes.ts';
import { median, range } from './statistics.ts';
import { workloadsOf } from './workloads.ts';

const RUNS = 5;
/** How many rounds are not counted: after fewer, the build with more code is still being compiled. */
const WARM_UP = 8;
/** How much slower than the other build a workload may be. */
const MAX_SLOWER = 0.05;

/** Runs the nth round of a call, and returns the microseconds of processor time of each. */
type RunRound = (nth: number) => Promise<number>;

/** The calls that are compared, by name. */
const roundsOf = async (server: Started): Promise<ReadonlyMap<string, RunRound>> => {
  const overHttp = (await workloadsOf(server)).map((workload): [string, RunRound] => [
    workload.name,
    async (nth) => (await roundOf(server, workload, nth * workload.calls)).each,
  ]);
  return new Map([...overHttp, ['get over gRPC, random rows', await grpcGetsOf(server)]]);
};

/**
 * Compares this build with that of another checkout: rounds of both in turn, in each workload, by processor time.
 * @param folder The checkout, in which `npm run build` has been run.
 */
export async function* againstReport(folder: string): AsyncGenerator<string> {
  const other = await startMockOf(folder, '--fixture', 'large');
  const mock = await startMockOf('.', '--fixture', 'large');
  try {
    yield '| call | µs of the other build | µs of this one | slower by | range of the ratio |';
    yield '|---|---|---|---|---|';
    const [others, own] = [await roundsOf(other), await roundsOf(mock)];
    const lines: string[] = [];
    for (const [name, runOwn] of own) {
      const runOther = others.get(name);
      if (!runOther) throw new Error(`the other build has no ${name}`);
      const runs: { readonly mock: number; readonly other: number }[] = [];
      for (let round = -WARM_UP; round < RUNS; round += 1) {
        const run = { other: 0, mock: 0 };
        const turns = [
          ['other', runOther],
          ['mock', runOwn],
        ] as const;
        // Neither is always the second, which finds the machine as the first has left it.
        for (const [which, runRound] of round % 2 === 0 ? turns : turns.toReversed()) {
          run[which] = await runRound(round + WARM_UP);
        }
        if (round >= 0) runs.push(run);
      }
      const [each, otherEach] = [median(runs.map((run) => run.mock)), median(runs.map((run) => run.other))];
      const slower = each / otherEach - 1;
      const percent = `${(slower * 100).toFixed(1)} %`;
      const cells = [name, otherEach.toFixed(1), each.toFixed(1), percent];
      yield `| ${cells.join(' | ')} | ${range(runs.map((run) => run.mock / run.other))} |`;
      lines.push(boundedLine(`${name}: slower by ${percent}`, slower <= MAX_SLOWER, `${MAX_SLOWER * 100} %`));
    }
    yield '';
    yield* lines;
  } finally {
    await mock.stop();
    await other.stop();
  }
}
