import { bySize } from '../../scripts/test-size.ts';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { createOrg } from '../support/org.ts';
import { type ProtoMethod, protoMethod, protoMethods } from '../support/proto-files.ts';
import { decode, encode, type Json } from '../support/proto-json.ts';
import { listFaults, setFaults } from '../support/set-faults.ts';
import { expect, test } from '../support/test.ts';
import { sendUnary, timeoutHeader, WIRE_PROTOCOLS, type WireAnswer, type WireProtocol } from './each-protocol.ts';
import { requestFor } from './method-samples.ts';

const LONG_MILLIS = 600_000;

/** A protocol that is served by code of its own, and one that the library serves. */
const USUAL = WIRE_PROTOCOLS.filter(({ name }) =>
  ['gRPC over HTTP/2', 'Connect with JSON over HTTP/1.1'].includes(name),
);
const PROTOCOLS = bySize({ small: USUAL, usual: USUAL, whole: WIRE_PROTOCOLS });

/** Faults that delay a call before it changes anything, longer than any test may take. */
const BEFORE = [
  { do: { latency: LONG_MILLIS } },
  { phase: 'before_auth', do: { latency: LONG_MILLIS } },
  { phase: 'before', do: { hang: true } },
];

/** Faults that delay an answer after the call has run. */
const AFTER = [
  { phase: 'after_commit', do: { latency: LONG_MILLIS } },
  { phase: 'after_commit', do: { hang: true } },
];

/** Faults that delay an answer that has begun. */
const WITHIN = [
  { phase: 'after_commit', do: { slow: { bytesPerSecond: 1 } } },
  { phase: 'mid_stream', do: { latency: LONG_MILLIS } },
];

interface Difference {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
  readonly changed: readonly { readonly fields: object }[];
}

interface Prepared {
  readonly method: string;
  readonly json: Json;
  readonly token: string;
}

/** Samples have one value in the place of a list of one, which JSON of messages does not. */
const canonical = ({ request }: ProtoMethod, json: Json): Json => decode(request, encode(request, json));

/** A request that each method answers; one that makes tokens gets none that is good, and waits all the same. */
const prepare = async (world: Api, roles: Parameters<typeof createOrg>[1]): Promise<readonly Prepared[]> => {
  const prepared: Prepared[] = [];
  for (const method of protoMethods) {
    const request = requestFor(method);
    const { json = {}, token } = request ? await request(await createOrg(world, roles)) : {};
    prepared.push({ method: method.name, json: canonical(method, json), token: token ?? world.token ?? '' });
  }
  return prepared;
};

/** The exchange gets a token that nobody has here: it is refused, and does not run. */
const REFUSED = /SecurityTokenService\/Exchange/;

/** True for a call whose answer is empty, so that it can neither be slow nor stop in its middle. */
const isBare = ({ method }: Prepared): boolean => protoMethod(method).response.fullName === '.google.protobuf.Empty';

/** The end of an answer without any bytes in its protocol, which cannot be slow either. */
const BARE = 'bare';

/** The deadline of a call in milliseconds: shorter than the shortest slow answer. */
const TIME = 1_500;
/** The number of calls that are sent together: all, unless a busy machine does not run some in their time. */
const SIZES = [Number.POSITIVE_INFINITY, 16, 4] as const;

/** The ends of the calls that ended in another way than is wanted, and how many of all calls were run. */
interface Sent {
  readonly ended: readonly string[];
  readonly hits: number;
}

/** Sends calls in groups of the first size with which all are run, or of the last. */
const untilRun = async (send: (size: number) => Promise<Sent>, areRun: (sent: Sent) => boolean): Promise<Sent> => {
  const [first, second, last] = SIZES;
  for (const size of [first, second]) {
    const sent = await send(size);
    if (areRun(sent)) return sent;
  }
  return send(last);
};

/** Sends all calls, so many together; resolves to the ends that are not the one that is wanted. */
const sendAll = async (
  api: Api,
  protocol: WireProtocol,
  calls: readonly Prepared[],
  wanted: string,
  size: number,
): Promise<readonly string[]> => {
  if (calls.length > size) {
    const ended = await sendAll(api, protocol, calls.slice(0, size), wanted, size);
    return [...ended, ...(await sendAll(api, protocol, calls.slice(size), wanted, size))];
  }
  const { baseUrl, world } = api.connection;
  const ended = await Promise.all(
    calls.map(async ({ method, json, token }) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(world !== undefined && { 'x-mock-world': world }),
        ...timeoutHeader(protocol, TIME),
      };
      const answer = await sendUnary(baseUrl, protocol, method, json, headers).catch(() => ({ code: undefined }));
      const { code = 'broken off', isBare = false } = answer as Partial<WireAnswer>;
      return `${method} over ${protocol.name}: ${isBare ? BARE : code}`;
    }),
  );
  return ended.filter((how) => !how.endsWith(`: ${wanted}`));
};

test('G2: a call of each operation whose time is up before it has run changes nothing, in each protocol', async ({
  ownWorld,
  shared,
}) => {
  test.setTimeout(600_000);
  const world = await ownWorld();
  const calls = await prepare(world, shared.roles);
  ok(await steer(world, 'PUT', 'snapshots/before'));
  for (const protocol of PROTOCOLS) {
    for (const rule of BEFORE) {
      const send = async (size: number): Promise<Sent> => {
        await setFaults(world, { match: {}, ...rule });
        const ended = await sendAll(world, protocol, calls, 'deadline_exceeded', size);
        const [{ hits } = {}] = await listFaults(world);
        // A call that is held goes on when the rules go: these have ended.
        await setFaults(world);
        return { ended, hits: Number(hits) };
      };
      const { ended, hits } = await untilRun(send, (sent) => sent.hits > 0);
      expect(ended).toEqual([]);
      expect(hits, protocol.name).toBeGreaterThan(0);
    }
  }
  const { added, removed, changed } = ok(await steer(world, 'GET', 'snapshots/before:diff')) as unknown as Difference;
  // The time at which the caller was last seen changes with any call.
  const own = changed.filter(({ fields }) => Object.keys(fields).some((name) => name !== 'lastSeenTime'));
  expect([added, removed, own]).toEqual([[], [], []]);
});

test('G2: the answer of each operation ends with the time of its call, after it has run and within it, in each protocol', async ({
  ownWorld,
  shared,
}) => {
  test.setTimeout(600_000);
  const world = await ownWorld();
  const calls = (await prepare(world, shared.roles)).filter(({ method }) => !REFUSED.test(method));
  ok(await steer(world, 'PUT', 'snapshots/prepared'));
  for (const protocol of PROTOCOLS) {
    for (const [rules, wanted] of [
      [AFTER, 'deadline_exceeded'],
      [WITHIN, 'broken off'],
    ] as const) {
      for (const rule of rules) {
        const [bare, full] = [calls.filter(isBare), calls.filter((call) => !isBare(call))];
        const isBareHere = (how: string): boolean => rules === WITHIN && how.endsWith(`: ${BARE}`);
        const send = async (size: number): Promise<Sent> => {
          // Each write is made once more.
          ok(await steer(world, 'POST', 'snapshots/prepared:restore'));
          await setFaults(world, { match: {}, ...rule });
          const ended = await Promise.all([
            sendAll(world, protocol, full, wanted, size),
            sendAll(world, protocol, bare, rules === WITHIN ? 'ok' : wanted, size),
          ]);
          const [{ hits } = {}] = await listFaults(world);
          await setFaults(world);
          return { ended: ended.flat().filter((how) => !isBareHere(how)), hits: Number(hits) };
        };
        const all = rules === WITHIN ? full.length : calls.length;
        const { ended, hits } = await untilRun(
          send,
          (sent) => sent.hits === all && !sent.ended.some((how) => how.endsWith(': deadline_exceeded')),
        );
        expect(ended).toEqual([]);
        expect(hits, protocol.name).toBe(all);
      }
    }
  }
});
