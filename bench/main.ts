import { grpcTable } from './grpc.ts';
import { drive, httpRequest, type Run, type Workload } from './load.ts';
import { type Started, startFrom, startMock, timeStart } from './processes.ts';
import { worldsReport } from './worlds.ts';

const ROUNDS = 7;
const CONNECTIONS = 16;
const STARTS = 7;

/** A workload, and how many calls of it make a round. */
interface Measured extends Workload {
  readonly calls: number;
  readonly method: string;
  readonly path: string;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const fetchText = async (server: Started, method: string, path: string, body?: string): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return text;
};

const fixed = (name: string, calls: number, token: string, method: string, path: string, body?: string): Measured => {
  const bytes = httpRequest(method, path, token, body);
  return { name, calls, method, path, request: () => bytes };
};

const workloadsOf = async (mock: Started): Promise<readonly Measured[]> => {
  const { orgId, token } = mock;
  const listed = `/registry/v2/repos?uidp.descendants_of=${orgId}&page_size=50&order_by=name`;
  const first = JSON.parse(await fetchText(mock, 'GET', listed)) as { repos: { uid: string }[]; nextPageToken: string };
  const deep = JSON.parse(await fetchText(mock, 'GET', `${listed}&skip=90000`)) as { nextPageToken: string };
  const repo = `/registry/v2/repos/${first.repos[0]?.uid}`;
  const target = (await fetchText(mock, 'POST', `/iam/v2/groups/${orgId}`, '{"name":"bench"}').then(JSON.parse)) as {
    uid: string;
  };
  return [
    fixed('get one', 20_000, token, 'GET', repo),
    fixed('list 50 of 100,000 by name', 8_000, token, 'GET', listed),
    fixed('page 2 by cursor', 8_000, token, 'GET', `${listed}&page_token=${first.nextPageToken}`),
    fixed('page 1,802 by cursor', 8_000, token, 'GET', `${listed}&page_token=${deep.nextPageToken}`),
    {
      name: 'create',
      calls: 3_000,
      method: 'POST',
      path: `/registry/v2/repos/${target.uid}`,
      request: (nth) => httpRequest('POST', `/registry/v2/repos/${target.uid}`, token, `{"name":"bench-${nth}"}`),
    },
    {
      name: 'patch',
      calls: 5_000,
      method: 'PATCH',
      path: repo,
      request: (nth) => httpRequest('PATCH', repo, token, `{"description":"change ${nth}"}`),
    },
  ];
};

const bodyFor = async (mock: Started, { method, path, request }: Measured): Promise<string> => {
  const [, body] = request(1_000_000_000).toString().split('\r\n\r\n');
  return fetchText(mock, method, path, body === '' ? undefined : body);
};

/** Rounds of the bare server and of the mock in turn, so that a change of the machine's speed affects both. */
const measure = async (workload: Measured, mock: Started): Promise<string> => {
  const body = await bodyFor(mock, workload);
  const bare = await startFrom('bench/bare-server.ts', { [`${workload.method} ${workload.path.split('?')[0]}`]: body });
  const runs: { bare: Run; mock: Run }[] = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const nth = (round + 1) * workload.calls;
      const run = {
        bare: await drive(bare.port, workload, workload.calls, CONNECTIONS, nth),
        mock: await drive(mock.port, workload, workload.calls, CONNECTIONS, nth),
      };
      // The first round warms both up.
      if (round >= 0) runs.push(run);
    }
  } finally {
    await bare.stop();
  }
  const ratios = runs.map((run) => run.mock.perSecond / run.bare.perSecond);
  const cells = [
    workload.name,
    `${body.length} B`,
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    Math.round(median(runs.map((run) => run.mock.perSecond))).toLocaleString('en'),
    median(runs.map((run) => run.mock.p99)).toFixed(2),
    median(runs.map((run) => run.bare.p99)).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
};

const starts = async (...flags: readonly string[]): Promise<number> => {
  const taken: number[] = [];
  for (let nth = 0; nth < STARTS; nth += 1) taken.push(await timeStart(...flags));
  return median(taken);
};

/** Each table has its own server, so that none is measured with rows that another has written. */
const onLargeMock = async (use: (mock: Started) => Promise<void>): Promise<void> => {
  const mock = await startMock('--fixture', 'large');
  try {
    await use(mock);
  } finally {
    await mock.stop();
  }
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// The argument `worlds` limits the run to worlds, and `grpc` to gRPC.
if (process.argv[2] === 'worlds') {
  for await (const line of worldsReport()) print(line);
  process.exit();
}
const isGrpcOnly = process.argv[2] === 'grpc';
if (!isGrpcOnly) {
  await onLargeMock(async (mock) => {
    print('| call | answer | ratio to bare node:http | range | calls/s | p99 ms | bare p99 ms |');
    print('|---|---|---|---|---|---|---|');
    for (const workload of await workloadsOf(mock)) print(await measure(workload, mock));
    print('');
  });
}
await onLargeMock(async (mock) => {
  for await (const line of grpcTable(mock)) print(line);
});
if (isGrpcOnly) process.exit();
print('');
const empty = await startMock('--fixture', 'empty');
const restMemory = empty.memory();
await empty.stop();
const full = await startMock('--fixture', 'large');
const largeMemory = full.memory();
await full.stop();
print(`start to first answer, default fixture: ${(await starts()).toFixed(0)} ms (median of ${STARTS})`);
print(`start to first answer, 100,000 repos: ${(await starts('--fixture', 'large')).toFixed(0)} ms`);
print(
  `memory at rest: ${restMemory.toFixed(0)} MB; with 100,000 repos: ${largeMemory.toFixed(0)} MB, ${(largeMemory - restMemory).toFixed(0)} MB more`,
);
