import { drive, WARM_UP } from './load.ts';
import { type Started, startFrom } from './processes.ts';
import type { Measurement } from './results.ts';
import { median, range } from './statistics.ts';
import { bodyOf, type HttpWorkload, workloadsOf } from './workloads.ts';

const ROUNDS = 7;
const CONNECTIONS = 16;
/** With fewer calls in a round the bare server would be measured before it is compiled. */
const LEAST_OF_BARE = 4_000;

/** One round of a workload on one server. */
interface Round {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of processor time for each call. */
  readonly each: number;
}

/** Drives a server, and reads what the round took. */
export const roundOf = async (
  server: Started,
  workload: HttpWorkload,
  first: number,
  connections = CONNECTIONS,
): Promise<Round> => {
  const before = server.processorTime();
  const { perSecond, p99 } = await drive(server.port, workload, workload.calls, connections, first);
  return { perSecond, p99, each: ((server.processorTime() - before) * 1_000) / workload.calls };
};

/** Rounds of the bare server and of the mock in turn, so that a change of the machine's speed affects both. */
export const measure = async (
  mock: Started,
  workload: HttpWorkload,
  { rounds = ROUNDS, connections = CONNECTIONS } = {},
): Promise<Measurement> => {
  const body = await bodyOf(mock, workload);
  const bare = await startFrom('bench/bare-server.ts', { GET: body, POST: body, PATCH: body });
  const bareWorkload = { ...workload, calls: Math.max(workload.calls, LEAST_OF_BARE) };
  const runs: { readonly bare: Round; readonly mock: Round }[] = [];
  try {
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const nth = (round + WARM_UP) * workload.calls;
      const run = {
        bare: await roundOf(bare, bareWorkload, nth, connections),
        mock: await roundOf(mock, workload, nth, connections),
      };
      if (round >= 0) runs.push(run);
    }
  } finally {
    await bare.stop();
  }
  const byTime = runs.map((run) => run.bare.each / run.mock.each);
  const byCalls = runs.map((run) => run.mock.perSecond / run.bare.perSecond);
  return {
    name: workload.name,
    bytes: Buffer.byteLength(body),
    timeRatio: median(byTime),
    timeRange: range(byTime),
    each: median(runs.map((run) => run.mock.each)),
    bareEach: median(runs.map((run) => run.bare.each)),
    callRatio: median(byCalls),
    callRange: range(byCalls),
    perSecond: median(runs.map((run) => run.mock.perSecond)),
    p99: median(runs.map((run) => run.mock.p99)),
  };
};

/** The number of clients that write at the same time to a data file: many of them share one write of the disk. */
const WRITERS = 64;

/** Measures the writing workloads on a mock that keeps its rows in a file. */
export async function* dataMeasurements(mock: Started): AsyncGenerator<Measurement> {
  for (const workload of await workloadsOf(mock)) {
    if (workload.method === 'GET') continue;
    const name = `${workload.name}, --data, ${WRITERS} writers`;
    yield await measure(mock, { ...workload, name }, { connections: WRITERS });
  }
}

/** Measures each workload on a mock with 100,000 repos, against a server that writes the same bytes. */
export async function* httpMeasurements(mock: Started): AsyncGenerator<Measurement> {
  for (const workload of await workloadsOf(mock)) yield await measure(mock, workload);
}
