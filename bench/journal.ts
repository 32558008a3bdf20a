import { roundOf } from './http.ts';
import { drive, WARM_UP } from './load.ts';
import { type Started, startMock } from './processes.ts';
import { median, range } from './statistics.ts';
import { type HttpWorkload, workloadsOf } from './workloads.ts';

const ROUNDS = 9;
const CONNECTIONS = 16;
/** The number of journaled calls for the growth of memory. */
const MANY = 1_000_000;
const STEPS = 5;

const measure = async (on: Started, off: Started, [withIt, without]: readonly [HttpWorkload, HttpWorkload]) => {
  const runs: { readonly on: number; readonly off: number }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const nth = (round + WARM_UP) * withIt.calls;
    const run = { off: (await roundOf(off, without, nth)).each, on: (await roundOf(on, withIt, nth)).each };
    if (round >= 0) runs.push(run);
  }
  const ratios = runs.map((run) => run.off / run.on);
  const cells = [
    withIt.name,
    median(runs.map((run) => run.off)).toFixed(0),
    median(runs.map((run) => run.on)).toFixed(0),
    median(ratios).toFixed(2),
    range(ratios),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Measures the journal: processor time with and without it in turn, and the memory after a million calls. */
export async function* journalReport(): AsyncGenerator<string> {
  const [on, off] = [await startMock('--fixture', 'large'), await startMock('--fixture', 'large', '--journal', 'off')];
  try {
    yield '| call | µs without a journal | µs with it | ratio | range |';
    yield '|---|---|---|---|---|';
    const [withIt, without] = [await workloadsOf(on), await workloadsOf(off)];
    for (const [nth, workload] of withIt.entries()) yield await measure(on, off, [workload, without[nth] ?? workload]);
    yield '';
    const [get] = withIt;
    if (!get) return;
    const memory: string[] = [`${on.memory().toFixed(0)} MB`];
    for (let step = 0; step < STEPS; step += 1) {
      await drive(on.port, get, MANY / STEPS, CONNECTIONS, step * (MANY / STEPS));
      memory.push(`${on.memory().toFixed(0)} MB`);
    }
    yield `memory of the mock with the journal, before and after each ${(MANY / STEPS).toLocaleString('en')} of ${MANY.toLocaleString('en')} calls: ${memory.join(', ')}`;
  } finally {
    await on.stop();
    await off.stop();
  }
}
