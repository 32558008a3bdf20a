import { Client, credentials, Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { driveGrpc, type GrpcWorkload } from './grpc-load.ts';
import { serviceOf } from './grpc-services.ts';
import { WARM_UP } from './load.ts';
import { type Started, startFrom } from './processes.ts';
import { median, range } from './statistics.ts';
import { scattered } from './workloads.ts';

const ROUNDS = 7;
const CONNECTIONS = 4;
const STREAMS = 8;
const PAGE = 50;
/** The number of pages of a walk: all of 100,000 repos. */
const MAX_PAGES = 2_000;
/** Answers differ in length, by their names and cursors; an error has no message. */
const LEAST_SHARE = 0.75;
/** @grpc/grpc-js takes several times as long. */
const SHARE_OF_PEER = 4;

/** A workload: the request of the nth call, and how many calls of it make a round. */
interface Asked {
  readonly name: string;
  readonly method: string;
  readonly request: (nth: number) => object;
  readonly calls: number;
}

const methodOf = (name: string): MethodDefinition<object, object> => {
  const method = serviceOf()[name];
  if (!method) throw new Error(`${name} is not a method`);
  return method;
};

/** Calls a method, and returns the bytes of its answer. */
type Call = (path: string, message: Uint8Array) => Promise<Buffer>;

const calling = async <T>(mock: Started, use: (call: Call) => Promise<T>): Promise<T> => {
  const client = new Client(`127.0.0.1:${mock.port}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${mock.token}`);
  try {
    return await use(
      (path, message) =>
        new Promise((resolve, reject) => {
          client.makeUnaryRequest(
            path,
            Buffer.from,
            (bytes) => bytes,
            message,
            metadata,
            (error, answer) => (error ? reject(error) : resolve(answer ?? Buffer.alloc(0))),
          );
        }),
    );
  } finally {
    client.close();
  }
};

interface ReposPage {
  readonly repos: readonly { readonly uid: string }[];
  readonly nextPageToken: string;
}

/** The requests of all pages of a List, and the uids of its rows. */
const walk = (
  mock: Started,
  first: object,
): Promise<{ readonly pages: readonly object[]; readonly uids: readonly string[] }> =>
  calling(mock, async (call) => {
    const { path, requestSerialize, responseDeserialize } = methodOf('ListRepos');
    const pages: object[] = [];
    const uids: string[] = [];
    let next: object | undefined = first;
    while (next && pages.length < MAX_PAGES) {
      pages.push(next);
      const page = responseDeserialize(await call(path, requestSerialize(next))) as ReposPage;
      uids.push(...page.repos.map(({ uid }) => uid));
      next = page.nextPageToken === '' ? undefined : { ...first, pageToken: page.nextPageToken };
    }
    return { pages, uids };
  });

/** The cost of one round of a server: microseconds of processor time for each call, calls per second, and the p99. */
interface Round {
  readonly each: number;
  readonly perSecond: number;
  readonly p99: number;
}

const roundOf = async (server: Started, workload: GrpcWorkload, calls: number, first: number): Promise<Round> => {
  const before = server.processorTime();
  const { perSecond, p99 } = await driveGrpc(server.port, workload, calls, CONNECTIONS, STREAMS, first);
  return { perSecond, p99, each: ((server.processorTime() - before) * 1_000) / calls };
};

/** The bytes of an asked workload for a mock, and the answer of its first call. */
const workloadOf = async (
  mock: Started,
  { name, method, request }: Asked,
): Promise<{ readonly workload: GrpcWorkload; readonly answer: Buffer }> => {
  const { path, requestSerialize } = methodOf(method);
  const message = (nth: number): Uint8Array => requestSerialize(request(nth));
  const answer = await calling(mock, (call) => call(path, message(0)));
  const leastAnswer = Math.floor(answer.length * LEAST_SHARE);
  return { workload: { name, path, token: mock.token, message, leastAnswer }, answer };
};

/** Rounds of all three servers in turn, so that a change of the machine's speed affects each. */
const measure = async (mock: Started, asked: Asked): Promise<string> => {
  const { name, calls } = asked;
  const { workload, answer } = await workloadOf(mock, asked);
  const bodies = { [workload.path]: answer.toString('base64') };
  const raw = await startFrom('bench/raw-grpc-server.ts', bodies);
  const peer = await startFrom('bench/grpc-js-server.ts', bodies);
  const runs: { readonly raw: Round; readonly mock: Round; readonly peer: Round }[] = [];
  try {
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const first = (round + WARM_UP) * calls;
      const run = {
        raw: await roundOf(raw, workload, calls, first),
        mock: await roundOf(mock, workload, calls, first),
        peer: await roundOf(peer, workload, Math.ceil(calls / SHARE_OF_PEER), first),
      };
      if (round >= 0) runs.push(run);
    }
  } finally {
    await raw.stop();
    await peer.stop();
  }
  const byTime = runs.map((run) => run.raw.each / run.mock.each);
  const cells = [
    ...[name, `${answer.length} B`],
    ...[median(byTime).toFixed(2), range(byTime)],
    ...[median(runs.map((run) => run.raw.each / run.peer.each)).toFixed(2)],
    ...[median(runs.map((run) => run.mock.each)).toFixed(0), median(runs.map((run) => run.raw.each)).toFixed(0)],
    ...[median(runs.map((run) => run.mock.perSecond / run.raw.perSecond)).toFixed(2)],
    ...[Math.round(median(runs.map((run) => run.mock.perSecond))).toLocaleString('en')],
    ...[median(runs.map((run) => run.mock.p99)).toFixed(2), median(runs.map((run) => run.raw.p99)).toFixed(2)],
  ];
  return `| ${cells.join(' | ')} |`;
};

const walkRepos = (mock: Started): ReturnType<typeof walk> =>
  walk(mock, { uidp: { descendantsOf: mock.orgId }, pageSize: PAGE, orderBy: 'name' });

const getsOf = (uids: readonly string[]): Asked => ({
  name: 'get, random rows',
  method: 'GetRepo',
  request: (nth) => ({ uid: uids[scattered(nth) % uids.length] }),
  calls: 20_000,
});

/** Makes a function that runs the nth round of gets of a mock over gRPC, and returns the microseconds of each. */
export const grpcGetsOf = async (mock: Started): Promise<(round: number) => Promise<number>> => {
  const asked = getsOf((await walkRepos(mock)).uids);
  const { workload } = await workloadOf(mock, asked);
  return async (round) => (await roundOf(mock, workload, asked.calls, round * asked.calls)).each;
};

/** Measures unary gRPC calls of a mock with 100,000 repos. Returns the lines of a table. */
export async function* grpcTable(mock: Started): AsyncGenerator<string> {
  const { pages, uids } = await walkRepos(mock);
  yield '| call | answer | ratio by processor time | range | of @grpc/grpc-js | µs a call | raw | ratio by calls/s | calls/s | p99 ms | raw p99 ms |';
  yield '|---|---|---|---|---|---|---|---|---|---|---|';
  yield await measure(mock, getsOf(uids));
  yield await measure(mock, {
    name: `list of ${PAGE}, walking ${pages.length.toLocaleString('en')} pages`,
    method: 'ListRepos',
    request: (nth) => pages[nth % pages.length] ?? {},
    calls: 8_000,
  });
}
