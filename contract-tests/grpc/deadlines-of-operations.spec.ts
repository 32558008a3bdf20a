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

/** What a call waits for before it changes anything, longer than any test may take. */
const BEFORE = [
  { do: { latency: LONG_MILLIS } },
  { phase: 'before_auth', do: { latency: LONG_MILLIS } },
  { phase: 'before', do: { hang: true } },
];

/** What an answer waits for when the call has run. */
const AFTER = [
  { phase: 'after_commit', do: { latency: LONG_MILLIS } },
  { phase: 'after_commit', do: { hang: true } },
];

/** What an answer waits for that has begun. */
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

/** What makes a token of one that nobody has here: it is refused, and does not run. */
const REFUSED = /SecurityTokenService\/Exchange/;

/** True for a call whose answer is empty, so that it can neither be slow nor stop in its middle. */
const isBare = ({ method }: Prepared): boolean => protoMethod(method).response.fullName === '.google.protobuf.Empty';

/** What is said of an answer that has no bytes at all in a protocol: it is as bare as an empty one. */
const BARE = 'bare';

/** Sends all calls together; how each ended, if it did not do so as is wanted. */
const sendAll = async (
  { connection: { baseUrl, world } }: Api,
  protocol: WireProtocol,
  calls: readonly Prepared[],
  wanted: string,
): Promise<readonly string[]> => {
  const ended = await Promise.all(
    calls.map(async ({ method, json, token }) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(world !== undefined && { 'x-mock-world': world }),
        ...timeoutHeader(protocol, 1_500),
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
      await setFaults(world, { match: {}, ...rule });
      expect(await sendAll(world, protocol, calls, 'deadline_exceeded')).toEqual([]);
      const [{ hits } = {}] = await listFaults(world);
      expect(Number(hits), protocol.name).toBeGreaterThan(0);
      // A call that is held goes on when the rules go: these have ended.
      await setFaults(world);
    }
  }
  const { added, removed, changed } = ok(await steer(world, 'GET', 'snapshots/before:diff')) as unknown as Difference;
  // That its caller was seen is no change by a call.
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
        // Each write is made once more.
        ok(await steer(world, 'POST', 'snapshots/prepared:restore'));
        await setFaults(world, { match: {}, ...rule });
        const [bare, full] = [calls.filter(isBare), calls.filter((call) => !isBare(call))];
        const ended = await Promise.all([
          sendAll(world, protocol, full, wanted),
          sendAll(world, protocol, bare, rules === WITHIN ? 'ok' : wanted),
        ]);
        const isBareHere = (how: string): boolean => rules === WITHIN && how.endsWith(`: ${BARE}`);
        expect(ended.flat().filter((how) => !isBareHere(how))).toEqual([]);
        const [{ hits } = {}] = await listFaults(world);
        expect(hits, protocol.name).toBe(rules === WITHIN ? full.length : calls.length);
        await setFaults(world);
      }
    }
  }
});
