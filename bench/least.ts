import { measure } from './http.ts';
import { type Started, startFrom } from './processes.ts';
import type { Measurement } from './results.ts';
import { type BenchRepo, walkRepos, workloadsOf } from './workloads.ts';

/** The rows of a mock, for a server that does the least with them. */
export interface LeastState {
  readonly token: string;
  /** The paths of the pages of all repos, each with its cursor. */
  readonly pages: readonly string[];
  readonly repos: readonly BenchRepo[];
}

const figures = ({ each, timeRatio, timeRange }: Measurement): string =>
  `${each.toFixed(0)} | ${timeRatio.toFixed(2)} | ${timeRange}`;

/** Measures each workload on a server that does only what any has to, and on the mock, both against the bare server. */
export async function* leastReport(mock: Started): AsyncGenerator<string> {
  yield '| call | µs of the least | ratio | range | µs of the mock | ratio | range |';
  yield '|---|---|---|---|---|---|---|';
  const workloads = await workloadsOf(mock);
  const { token, orgId } = mock;
  const state: LeastState = { token, ...(await walkRepos(mock)) };
  const least = { ...(await startFrom('bench/least-server.ts', state)), token, orgId };
  try {
    for (const workload of workloads) {
      const [ofLeast, ofMock] = [await measure(least, workload), await measure(mock, workload)];
      yield `| ${workload.name} | ${figures(ofLeast)} | ${figures(ofMock)} |`;
    }
  } finally {
    await least.stop();
  }
}
