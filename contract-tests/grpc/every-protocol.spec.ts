import { type ClientHttp2Session, connect } from 'node:http2';
import { codeName } from '../support/grpc-client.ts';
import { protoMethods } from '../support/proto-files.ts';
import { expect, test } from '../support/test.ts';
import { framed, messagesOf } from './raw-grpc.ts';

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly trailers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** Posts a body to a method. */
type Post = (method: string, headers: Readonly<Record<string, string>>, body: Buffer | string) => Promise<Got>;

const overHttp2 =
  (session: ClientHttp2Session): Post =>
  (method, headers, body) =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':method': 'POST', ':path': `/${method}`, ...headers });
      const chunks: Buffer[] = [];
      let [head, trailers]: Got['headers'][] = [{}, {}];
      stream.on('response', (given) => {
        head = given;
      });
      stream.on('trailers', (given) => {
        trailers = given;
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      stream.on('close', () =>
        resolve({
          status: Number(head?.[':status']),
          headers: head ?? {},
          trailers: trailers ?? {},
          bytes: Buffer.concat(chunks),
        }),
      );
      stream.end(body);
    });

const overHttp1 =
  (baseUrl: string): Post =>
  async (method, headers, body) => {
    const answer = await fetch(`${baseUrl}/${method}`, { method: 'POST', headers, body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: Object.fromEntries(answer.headers), trailers: {}, bytes };
  };

const shown = (code: unknown, message: unknown): string =>
  `${codeName(Number(code))} ${decodeURIComponent(String(message ?? ''))}`.trim();

const ofHeaders = ({ headers, trailers, bytes }: Got): string => {
  const trailer =
    messagesOf(bytes)
      .find(({ flags }) => flags === 0x80)
      ?.message.toString('latin1') ?? '';
  const inBody = Object.fromEntries(
    trailer
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const all: Readonly<Record<string, unknown>> = { ...headers, ...trailers, ...inBody };
  return shown(all['grpc-status'], all['grpc-message']);
};

const ofText = (got: Got): string => {
  const parts = got.bytes.toString('latin1').match(/[^=]+=*/g) ?? [];
  return ofHeaders({ ...got, bytes: Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))) });
};

const ofConnect = ({ status, bytes }: Got): string => {
  if (status === 200) return 'OK';
  const { code, message } = JSON.parse(bytes.toString()) as { readonly code: string; readonly message?: string };
  return `${code.toUpperCase().replace('CANCELED', 'CANCELLED')} ${message ?? ''}`.trim();
};

const EMPTY = framed(Buffer.alloc(0));

/** Each way in which a message without a field is sent, and how its outcome is read. */
const PROTOCOLS: readonly (readonly [type: string, body: Buffer | string, outcome: (got: Got) => string])[] = [
  ['application/grpc', EMPTY, ofHeaders],
  ['application/grpc+proto', EMPTY, ofHeaders],
  ['application/grpc+json', framed(Buffer.from('{}')), ofHeaders],
  ['application/grpc-web', EMPTY, ofHeaders],
  ['application/grpc-web+proto', EMPTY, ofHeaders],
  ['application/grpc-web+json', framed(Buffer.from('{}')), ofHeaders],
  ['application/grpc-web-text', EMPTY.toString('base64'), ofText],
  ['application/grpc-web-text+proto', EMPTY.toString('base64'), ofText],
  ['application/proto', Buffer.alloc(0), ofConnect],
  ['application/json', '{}', ofConnect],
  ['application/json', '', ofConnect],
];

/** What each call has anew: uids, which are made for rows that do not exist yet, and tokens. */
const steady = (text: string): string => text.replaceAll(/[0-9a-f]{16,}|eyJ[\w.-]+/g, 'ID');

const METHODS = [...protoMethods.map(({ name }) => name), 'grpc.health.v1.Health/Check', 'a.b.C/Nothing'];

test('G8: each method answers alike in each content type of gRPC, gRPC-Web and Connect, over HTTP/1.1 and HTTP/2 @mock', async ({
  ownWorld,
}) => {
  test.setTimeout(600_000);
  const { connection, token: admin } = await ownWorld();
  const { baseUrl, world } = connection;
  const session = connect(baseUrl);
  const wires = { 'HTTP/1.1': overHttp1(baseUrl), 'HTTP/2': overHttp2(session) };
  const differing: string[] = [];
  try {
    for (const method of METHODS) {
      for (const token of [undefined, admin]) {
        let first: string | undefined;
        for (const [wire, post] of Object.entries(wires)) {
          for (const [type, body, outcome] of PROTOCOLS) {
            // fetch hides the trailers of HTTP/1.1.
            if (wire === 'HTTP/1.1' && outcome === ofHeaders && !type.includes('web')) continue;
            const headers = {
              'content-type': type,
              ...(world !== undefined && { 'x-mock-world': world }),
              ...(token !== undefined && { authorization: `Bearer ${token}` }),
            };
            const got = await post(method, headers, body);
            const answered = steady(outcome(got));
            first ??= answered;
            if (answered !== first) differing.push(`${method} over ${wire} as ${type}: ${answered}, not ${first}`);
          }
        }
      }
    }
  } finally {
    session.destroy();
  }
  expect(differing).toEqual([]);
});
