import { bySize } from '../../scripts/test-size.ts';
import { codeName } from '../support/grpc-client.ts';
import { protoMethods } from '../support/proto-files.ts';
import { healthMethods, reflectionMethods, type StandardMethod } from '../support/standard-services.ts';
import { expect } from '../support/test.ts';
import { test, type WatchedMock } from '../transport/watched-mock.ts';
import { type Got, openWire, type Wire, webTrailers } from './each-protocol.ts';
import { framed, messagesOf } from './raw-grpc.ts';

const shown = (code: unknown, message: unknown): string =>
  `${codeName(Number(code))} ${decodeURIComponent(String(message ?? ''))}`.trim();

const ofHeaders = ({ metadata, bytes }: Got): string => {
  const all: Readonly<Record<string, unknown>> = { ...metadata, ...webTrailers(bytes) };
  return shown(all['grpc-status'], all['grpc-message']);
};

/** The same answer with the bytes of its base64. */
const ofBase64 = (got: Got): Got => {
  const parts = got.bytes.toString('latin1').match(/[^=]+=*/g) ?? [];
  return { ...got, bytes: Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))) };
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
  ['application/grpc-web-text', EMPTY.toString('base64'), (got) => ofHeaders(ofBase64(got))],
  ['application/grpc-web-text+proto', EMPTY.toString('base64'), (got) => ofHeaders(ofBase64(got))],
  ['application/proto', Buffer.alloc(0), ofConnect],
  ['application/json', '{}', ofConnect],
  ['application/json', '', ofConnect],
];

/** What each call has anew: uids, which are made for rows that do not exist yet, and tokens. */
const steady = (text: string): string => text.replaceAll(/[0-9a-f]{16,}|eyJ[\w.-]+/g, 'ID');

const METHODS = [...protoMethods.map(({ name }) => name), 'grpc.health.v1.Health/Check', 'a.b.C/Nothing'];

/** Each way has one in so many methods, and the next way their neighbours; the first way has all of them. */
const SHARE = bySize({ small: 8, usual: 4, whole: 1 });

/** The outcomes of methods, called one after the other, with a token and without one. */
const outcomesOf = async (
  wire: Wire,
  [type, body, outcome]: (typeof PROTOCOLS)[number],
  called: {
    readonly token: string | undefined;
    readonly world?: string | undefined;
    readonly methods: readonly string[];
  },
): Promise<ReadonlyMap<string, string>> => {
  const { token, world, methods } = called;
  const outcomes = new Map<string, string>();
  for (const method of methods) {
    for (const bearer of [undefined, token]) {
      const headers = {
        'content-type': type,
        ...(world !== undefined && { 'x-mock-world': world }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      };
      const got = await wire.post({ path: `/${method}`, headers, body });
      outcomes.set(`${method}${bearer ? ' with a token' : ''}`, steady(outcome(got)));
    }
  }
  return outcomes;
};

/** The flags of a mock for each way to reach it. */
const WAYS = bySize<readonly (readonly string[])[]>({ small: [[]], usual: [[]], whole: [[], ['--tls', 'auto']] });

/** Has mocks called, none of which fails by it. */
const withMocks = async (
  watched: (...flags: readonly string[]) => Promise<WatchedMock>,
  work: (mocks: readonly WatchedMock[]) => Promise<void>,
): Promise<void> => {
  const mocks = await Promise.all(WAYS.map((flags) => watched(...flags)));
  await work(mocks);
  expect(mocks.map(({ process, failures }) => [process.exitCode, failures()])).toEqual(mocks.map(() => [null, []]));
};

test('G8: each method answers alike in each content type of gRPC, gRPC-Web and Connect, over HTTP/1.1, HTTP/2 and TLS @mock', async ({
  watched,
}) => {
  test.setTimeout(900_000);
  await withMocks(watched, async (mocks) => {
    const differing: string[] = [];
    let first: ReadonlyMap<string, string> | undefined;
    let ways = 0;
    for (const { url, ca, token } of mocks) {
      for (const version of [1, 2] as const) {
        const wire = openWire(url, version, ca);
        for (const protocol of PROTOCOLS) {
          const made = await wire.post({
            path: '/_mock/v1/worlds',
            headers: { authorization: `Bearer ${token}` },
            body: '',
          });
          const own = JSON.parse(made.bytes.toString()) as { readonly id: string; readonly token: string };
          const methods = first ? METHODS.filter((_, nth) => (nth + ways) % SHARE === 0) : METHODS;
          ways += 1;
          const outcomes = await outcomesOf(wire, protocol, { world: own.id, token: own.token, methods });
          first ??= outcomes;
          for (const [method, outcome] of outcomes) {
            if (outcome === first.get(method)) continue;
            differing.push(
              `${method} at ${url} over HTTP/${version} as ${protocol[0]}: ${outcome}, not ${first.get(method)}`,
            );
          }
        }
        wire.close();
      }
    }
    expect(differing).toEqual([]);
    expect(first?.get('a.b.C/Nothing')).toMatch(/^UNIMPLEMENTED /);
  });
});

/** The content types in which a stream of messages is sent. */
const STREAM_TYPES = [
  ...PROTOCOLS.map(([type]) => type).filter((type) => type.startsWith('application/grpc')),
  'application/connect+proto',
  'application/connect+json',
];

/** The first message of an answer, as the text of its JSON; undefined if there is none yet. */
const firstMessage = (type: string, { decode }: StandardMethod, got: Got): string | undefined => {
  const { bytes } = type.includes('-text') ? ofBase64(got) : got;
  if (bytes.length < 5 || bytes.length < 5 + bytes.readUInt32BE(1)) return undefined;
  const message = bytes.subarray(5, 5 + bytes.readUInt32BE(1));
  return type.endsWith('json') ? message.toString() : JSON.stringify(decode(message));
};

/** How an answer in a stream ended. */
const endOf = (type: string, got: Got): string => {
  if (!type.includes('connect')) return ofHeaders(type.includes('-text') ? ofBase64(got) : got);
  const end = messagesOf(got.bytes).find(({ flags }) => flags === 2);
  return end?.message.toString() === '{}' ? 'OK' : `ended with ${end?.message}`;
};

test('G6, G8: each method that streams is served in each content type, over TLS too @mock', async ({ watched }) => {
  await withMocks(watched, async (mocks) => {
    for (const { url, ca } of mocks) {
      for (const version of [1, 2] as const) {
        const wire = openWire(url, version, ca);
        for (const type of STREAM_TYPES) {
          const what = `${type} over HTTP/${version} at ${url}`;
          const bodyOf = (proto: Buffer, json: string): Buffer | string => {
            const body = framed(type.endsWith('json') ? Buffer.from(json) : proto);
            return type.includes('-text') ? body.toString('base64') : body;
          };
          const headers = { 'content-type': type };
          const { watch } = healthMethods;
          const isThere = (bytes: Buffer): boolean =>
            firstMessage(type, watch, { status: 200, metadata: {}, bytes }) !== undefined;
          const watched = await wire.post({
            path: watch.path,
            headers,
            body: bodyOf(EMPTY.subarray(5), '{}'),
            isEnough: isThere,
          });
          expect(firstMessage(type, watch, watched), what).toBe('{"status":"SERVING"}');
          for (const method of Object.values(reflectionMethods)) {
            const body = bodyOf(method.encode({ list_services: '*' }), '{"listServices":"*"}');
            const reflected = await wire.post({ path: method.path, headers, body });
            if (version === 1) {
              expect(reflected.status, what).toBe(505);
              continue;
            }
            expect(firstMessage(type, method, reflected), what).toContain('"name":"grpc.health.v1.Health"');
            expect(endOf(type, reflected), what).toBe('OK');
          }
        }
        wire.close();
      }
    }
  });
});
