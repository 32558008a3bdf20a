import { Client, credentials, Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { driveGrpc, type GrpcWorkload } from './grpc-load.ts';
import { serviceOf } from './grpc-services.ts';
import type { Run } from './load.ts';
import { type Started, startFrom } from './processes.ts';
import { median } from './statistics.ts';

const ROUNDS = 7;
const CONNECTIONS = 4;
const STREAMS = 8;
const LIST_SIZE = 50;

/** A workload, and how many calls of it make a round. */
interface Measured {
  readonly name: string;
  readonly method: string;
  readonly request: object;
  readonly calls: number;
}

const LIST = { pageSize: LIST_SIZE, orderBy: 'name' };

/** The bytes of an answer. */
const answerOf = async (mock: Started, path: string, message: Uint8Array): Promise<Buffer> => {
  const client = new Client(`127.0.0.1:${mock.port}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${mock.token}`);
  try {
    return await new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        Buffer.from,
        (bytes) => bytes,
        message,
        metadata,
        (error, answer) => (error ? reject(error) : resolve(answer ?? Buffer.alloc(0))),
      );
    });
  } finally {
    client.close();
  }
};

const methodOf = (name: string): MethodDefinition<object, object> => {
  const method = serviceOf()[name];
  if (!method) throw new Error(`${name} is not a method`);
  return method;
};

const firstRepo = async (mock: Started, request: object): Promise<string> => {
  const { path, requestSerialize, responseDeserialize } = methodOf('ListRepos');
  const page = responseDeserialize(await answerOf(mock, path, requestSerialize(request)));
  return (page as { readonly repos: readonly { readonly uid: string }[] }).repos[0]?.uid ?? '';
};

/** Rounds of all three servers in turn, so that a change of the machine's speed affects each. */
const measure = async (mock: Started, { name, method, request, calls }: Measured): Promise<string> => {
  const { path, requestSerialize } = methodOf(method);
  const message = requestSerialize(request);
  const answer = await answerOf(mock, path, message);
  const workload: GrpcWorkload = { name, path, token: mock.token, message, answerLength: answer.length };
  const bodies = { [path]: answer.toString('base64') };
  const raw = await startFrom('bench/raw-grpc-server.ts', bodies);
  const peer = await startFrom('bench/grpc-js-server.ts', bodies);
  const runs: { readonly raw: Run; readonly mock: Run; readonly peer: Run }[] = [];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const run = {
        raw: await driveGrpc(raw.port, workload, calls, CONNECTIONS, STREAMS),
        mock: await driveGrpc(mock.port, workload, calls, CONNECTIONS, STREAMS),
        peer: await driveGrpc(peer.port, workload, Math.ceil(calls / 4), CONNECTIONS, STREAMS),
      };
      // The first round warms all of them up.
      if (round >= 0) runs.push(run);
    }
  } finally {
    await raw.stop();
    await peer.stop();
  }
  const ratios = runs.map((run) => run.mock.perSecond / run.raw.perSecond);
  const cells = [
    name,
    `${answer.length} B`,
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    median(runs.map((run) => run.peer.perSecond / run.raw.perSecond)).toFixed(2),
    Math.round(median(runs.map((run) => run.mock.perSecond))).toLocaleString('en'),
    median(runs.map((run) => run.mock.p99)).toFixed(2),
    median(runs.map((run) => run.raw.p99)).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Measures unary gRPC calls of a mock that has 50 repos or more. Returns the lines of a table. */
export async function* grpcTable(mock: Started): AsyncGenerator<string> {
  const request = { uidp: { descendantsOf: mock.orgId }, ...LIST };
  const uid = await firstRepo(mock, request);
  yield '| call | answer | ratio to raw node:http2 | range | @grpc/grpc-js | calls/s | p99 ms | raw p99 ms |';
  yield '|---|---|---|---|---|---|---|---|';
  yield await measure(mock, { name: 'gRPC get one', method: 'GetRepo', request: { uid }, calls: 20_000 });
  yield await measure(mock, { name: 'gRPC list 50 of 100,000 by name', method: 'ListRepos', request, calls: 8_000 });
}
