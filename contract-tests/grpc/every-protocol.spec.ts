import { bySize, casesBySize, TEST_SIZE } from '../../scripts/test-size.ts';
import { codeName } from '../support/grpc-client.ts';
import { protoMethods } from '../support/proto-files.ts';
import { decode, encode, type Json } from '../support/proto-json.ts';
import { healthMethods, reflectionMethods, type StandardMethod } from '../support/standard-services.ts';
import { expect } from '../support/test.ts';
import { steady } from '../transport/every-path.ts';
import { test, type WatchedMock } from '../transport/watched-mock.ts';
import { type Got, openWire, timeoutHeader, type Wire, webTrailers } from './each-protocol.ts';
import { framed, messagesOf } from './raw-grpc.ts';

const METHODS_DECLARED = new Map(protoMethods.map((method) => [method.name, method]));

const textOf = (code: unknown, message: unknown): string =>
  `${codeName(Number(code))} ${decodeURIComponent(String(message ?? ''))}`.trim();

const ofHeaders = ({ metadata, bytes }: Got): string => {
  const all: Readonly<Record<string, unknown>> = { ...metadata, ...webTrailers(bytes) };
  return textOf(all['grpc-status'], all['grpc-message']);
};

/** The answer with the bytes of its base64. */
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

/** The message of an answer that is good, as canonical JSON; nothing for a method that the files do not declare. */
const messageIn = (method: string, type: string, got: Got): string => {
  const declared = METHODS_DECLARED.get(method);
  if (!declared) return '';
  const { bytes } = type.includes('-text') ? ofBase64(got) : got;
  const message = type.startsWith('application/grpc') ? (messagesOf(bytes)[0]?.message ?? Buffer.alloc(0)) : bytes;
  const { response } = declared;
  const sent = type.endsWith('json') ? encode(response, JSON.parse(message.toString()) as Json) : message;
  return JSON.stringify(decode(response, sent));
};

/** A content type, a message without a field in it, and how the outcome of a call is read. */
type Protocol = readonly [type: string, body: Buffer | string, outcome: (got: Got) => string];

/** Each way in which a message without a field is sent. */
const PROTOCOLS: readonly Protocol[] = [
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

const METHODS = [...protoMethods.map(({ name }) => name), 'grpc.health.v1.Health/Check', 'a.b.C/Nothing'];

/** Each way has one in so many methods, and the next way their neighbours; the first way has all of them. */
const SHARE = casesBySize({ small: 8, usual: 4, whole: 1 });

/** The callers of methods, and their targets. */
interface Calling {
  readonly methods: readonly string[];
  readonly token: string;
  readonly world?: string;
}

/** The outcomes of methods, called one after the other, with a token and without one. */
const outcomesOf = async (
  wire: Wire,
  [type, body, outcome]: Protocol,
  { methods, token, world }: Calling,
): Promise<ReadonlyMap<string, string>> => {
  const outcomes = new Map<string, string>();
  for (const method of methods) {
    for (const bearer of [undefined, token]) {
      const headers = {
        'content-type': type,
        ...(world !== undefined && { 'x-mock-world': world }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      };
      const got = await wire.post({ path: `/${method}`, headers, body });
      const ended = outcome(got);
      const message = ended === 'OK' ? ` ${messageIn(method, type, got)}` : '';
      outcomes.set(`${method}${bearer ? ' with a token' : ''}`, steady(`${ended}${message}`));
    }
  }
  return outcomes;
};

/** The ways to a mock: over TLS in the whole suite, too. */
const FLAGS: readonly (readonly string[])[] = TEST_SIZE === 'whole' ? [[], ['--tls', 'auto']] : [[]];
const VERSIONS = [1, 2] as const;

/** Runs work with a mock, which must not have failed by it, and ends it. */
const withMock = async (started: Promise<WatchedMock>, work: (mock: WatchedMock) => Promise<void>): Promise<void> => {
  const mock = await started;
  await work(mock);
  expect([mock.process.exitCode, mock.failures()]).toEqual([null, []]);
  mock.process.kill('SIGKILL');
};

/** Calls methods in a protocol, in a world that is as new as a mock. */
const outcomesInWorld = async (
  wire: Wire,
  protocol: Protocol,
  { methods, token }: Calling,
): Promise<ReadonlyMap<string, string>> => {
  const headers = { authorization: `Bearer ${token}` };
  const made = await wire.post({ path: '/_mock/v1/worlds', headers, body: '' });
  const own = JSON.parse(made.bytes.toString()) as { readonly id: string; readonly token: string };
  return outcomesOf(wire, protocol, { methods, world: own.id, token: own.token });
};

/** Compares the outcomes of each protocol with the outcomes of the first. */
const compared = () => {
  const differing: string[] = [];
  let first: ReadonlyMap<string, string> | undefined;
  let ways = 0;
  return {
    differing,
    first: () => first,
    /** The methods for the next way. */
    methods: (): readonly string[] => {
      ways += 1;
      return first ? METHODS.filter((_, nth) => (nth + ways) % SHARE === 0) : METHODS;
    },
    add: (how: string, outcomes: ReadonlyMap<string, string>): void => {
      first ??= outcomes;
      for (const [method, outcome] of outcomes) {
        if (outcome !== first.get(method)) differing.push(`${method} ${how}: ${outcome}, not ${first.get(method)}`);
      }
    },
  };
};

const expectAlike = ({ differing, first }: ReturnType<typeof compared>): void => {
  expect(differing).toEqual([]);
  expect(first()?.get('a.b.C/Nothing')).toMatch(/^UNIMPLEMENTED /);
  expect(first()?.size).toBe(2 * METHODS.length);
  expect([...(first()?.values() ?? [])].filter((outcome) => outcome.startsWith('OK {')).length).toBeGreaterThan(40);
};

test('G8: each method answers alike in each content type of gRPC, gRPC-Web and Connect, over HTTP/1.1 and HTTP/2 @mock', async ({
  watched,
}) => {
  test.setTimeout(300_000);
  const all = compared();
  await withMock(watched(), async ({ url, token }) => {
    for (const version of VERSIONS) {
      const wire = openWire(url, version);
      for (const protocol of PROTOCOLS)
        all.add(
          `over HTTP/${version} as ${protocol[0]}`,
          await outcomesInWorld(wire, protocol, { methods: all.methods(), token }),
        );
      wire.close();
    }
  });
  expectAlike(all);
});

test('G8: so it does on a mock of its own for each of them, over TLS, too, and ends none @mock @whole', async ({
  watched,
}) => {
  test.setTimeout(900_000);
  const all = compared();
  for (const flags of FLAGS) {
    for (const version of VERSIONS) {
      for (const protocol of PROTOCOLS) {
        await withMock(watched(...flags), async ({ url, ca, token }) => {
          const wire = openWire(url, version, ca);
          all.add(
            `at ${url} over HTTP/${version} as ${protocol[0]}`,
            await outcomesOf(wire, protocol, { methods: all.methods(), token }),
          );
          wire.close();
        });
      }
    }
  }
  expectAlike(all);
});

test('G8, 31.2: so it does at a process that passes the calls on to another, over TLS, too @mock', async ({
  watched,
  watchedBeside,
}) => {
  test.setTimeout(900_000);
  const all = compared();
  const calls = (how: string, protocols: readonly Protocol[]) => async (mock: WatchedMock) => {
    for (const version of VERSIONS) {
      const wire = openWire(mock.url, version, mock.ca);
      for (const protocol of protocols)
        all.add(
          `${how} over HTTP/${version} as ${protocol[0]}`,
          await outcomesInWorld(wire, protocol, { methods: all.methods(), token: mock.token }),
        );
      wire.close();
    }
  };
  await withMock(watched(), calls('alone', PROTOCOLS.slice(0, 1)));
  for (const flags of FLAGS) await withMock(watchedBeside(...flags), calls(`beside ${flags.join(' ')}`, PROTOCOLS));
  expectAlike(all);
});

/** The content types in which a stream of messages is sent. */
const STREAM_TYPES = [
  ...PROTOCOLS.map(([type]) => type).filter((type) => type.startsWith('application/grpc')),
  'application/connect+proto',
  'application/connect+json',
];

/** Times that a watch is given, in milliseconds, and whether they are up before it has ended. */
const TIMEOUTS = [
  [200, true],
  [99_999_999, false],
] as const;

/** The first message of an answer, as the text of its JSON; undefined if there is none yet. */
const firstMessage = (type: string, { decode }: StandardMethod, got: Got): string | undefined => {
  const { bytes } = type.includes('-text') ? ofBase64(got) : got;
  if (bytes.length < 5 || bytes.length < 5 + bytes.readUInt32BE(1)) return undefined;
  const message = bytes.subarray(5, 5 + bytes.readUInt32BE(1));
  return type.endsWith('json') ? message.toString() : JSON.stringify(decode(message));
};

/** The end of an answer in a stream. */
const endOf = (type: string, got: Got): string => {
  if (!type.includes('connect')) return ofHeaders(type.includes('-text') ? ofBase64(got) : got);
  const end = messagesOf(got.bytes).find(({ flags }) => flags === 2);
  return end?.message.toString() === '{}' ? 'OK' : `ended with ${end?.message}`;
};

test('G2, G6, G8: each method that streams is served in each content type, as long as its deadline allows, over TLS too @mock', async ({
  watched,
  watchedBeside,
}) => {
  // Starts of up to eight processes, and five deadlines for each type at each place.
  test.setTimeout(300_000);
  const places = bySize({ small: [watched], usual: [watched], whole: [watched, watchedBeside] });
  for (const start of FLAGS.flatMap((flags) => places.map((place) => () => place(...flags)))) {
    await withMock(start(), async ({ url, ca }) => {
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
          for (const [timeout, isLate] of TIMEOUTS) {
            const bounded = await wire.post({
              path: watch.path,
              headers: { ...headers, ...timeoutHeader({ type }, timeout) },
              body: bodyOf(EMPTY.subarray(5), '{}'),
              ...(!isLate && { isEnough: isThere }),
            });
            expect(firstMessage(type, watch, bounded), what).toBe('{"status":"SERVING"}');
            if (isLate) expect(endOf(type, bounded).toUpperCase(), what).toContain('DEADLINE_EXCEEDED');
          }
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
    });
  }
});
