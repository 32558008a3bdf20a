import { boundedLine } from './bounds.ts';
import { roundOf } from './http.ts';
import { startMockOf } from './processes.ts';
import { median, range } from './statistics.ts';
import { workloadsOf } from './workloads.ts';

const RUNS = 5;
/** How many rounds are not counted: after fewer, the build with more code is still being compiled. */
const WARM_UP = 8;
/** How much slower than the other build a workload may be. */
const MAX_SLOWER = 0.05;

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
    const others = await workloadsOf(other);
    const lines: string[] = [];
    for (const [place, workload] of (await workloadsOf(mock)).entries()) {
      const runs: { readonly mock: number; readonly other: number }[] = [];
      for (let round = -WARM_UP; round < RUNS; round += 1) {
        const nth = (round + WARM_UP) * workload.calls;
        const run = { other: 0, mock: 0 };
        const turns = [
          { name: 'other', server: other, calls: others[place] ?? workload },
          { name: 'mock', server: mock, calls: workload },
        ] as const;
        // Neither is always the second, which finds the machine as the first has left it.
        for (const { name, server, calls } of round % 2 === 0 ? turns : turns.toReversed()) {
          run[name] = (await roundOf(server, calls, nth)).each;
        }
        if (round >= 0) runs.push(run);
      }
      const [each, otherEach] = [median(runs.map((run) => run.mock)), median(runs.map((run) => run.other))];
      const slower = each / otherEach - 1;
      const percent = `${(slower * 100).toFixed(1)} %`;
      const cells = [workload.name, otherEach.toFixed(1), each.toFixed(1), percent];
      yield `| ${cells.join(' | ')} | ${range(runs.map((run) => run.mock / run.other))} |`;
      lines.push(boundedLine(`${workload.name}: slower by ${percent}`, slower <= MAX_SLOWER, `${MAX_SLOWER * 100} %`));
    }
    yield '';
    yield* lines;
  } finally {
    await mock.stop();
    await other.stop();
  }
}
