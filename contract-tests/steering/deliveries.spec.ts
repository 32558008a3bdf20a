import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { FIXTURE_SINK, freeze, type Json, makeRepo, plan, subscribe, test } from '../support/delivery-test.ts';
import { expect, FACES } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import { faceIn, orgOf } from '../support/steered.ts';

interface Attempt {
  readonly time: string;
  readonly status?: number;
  readonly error?: string;
  readonly duplicate?: true;
  readonly request?: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

interface Delivery {
  readonly url: string;
  readonly state: string;
  readonly reason?: string;
  readonly nextTime?: string;
  readonly redelivery?: true;
  readonly attempts: readonly Attempt[];
}

interface SinkRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly valid: boolean;
  readonly checks: readonly { readonly check: string; readonly result: string }[];
}

const idOf = async (world: Api, type = 'repo.created'): Promise<string> => {
  const { events } = ok(await steer(world, 'GET', `events?type=${type}&limit=1`));
  return (events as readonly { readonly id: string }[])[0]?.id ?? '';
};

/** The deliveries of an event to the sinks of this test: the fixture has a subscription of its own. */
const deliveriesOf = async (world: Api, id?: string): Promise<readonly Delivery[]> => {
  const listed = ok(await steer(world, 'GET', `events/${id ?? (await idOf(world))}/deliveries`)).deliveries;
  return (listed as readonly Delivery[]).filter(({ url }) => url !== FIXTURE_SINK);
};

const receivedBy = async (world: Api, sink: string): Promise<readonly SinkRequest[]> =>
  ok(await steer(world, 'GET', `sink/${sink}`)).received as unknown as readonly SinkRequest[];

for (const face of FACES) {
  test.describe(`deliveries of what is done over ${face} @mock`, () => {
    test('behaviour E1, E2, E8: a receiver with the official libraries verifies every event', async ({
      ownWorld,
      syncedReceiverFor,
      faces,
    }) => {
      const world = await ownWorld();
      const receiver = await syncedReceiverFor(world);
      const org = await orgOf(world);
      const caller = faceIn(faces, face, world);
      const made = await caller.call('CreateRepo', { parent: org, repo: { name: 'nginx-fips' } });
      expect(made.status).toBe(200);
      const [got, ...others] = receiver.received;
      expect([got?.refused, others]).toEqual([undefined, []]);
      const { event } = got ?? {};
      expect(event?.type).toMatch(/\.registry\.repo\.created\.v1$/);
      expect(event?.subject).toBe((made.body as { uid: string }).uid);
      expect([event?.group, event?.audience, event?.data?.body?.name]).toEqual([org, 'customer', 'nginx-fips']);
      expect(event?.actor).toBe(event?.data?.actor?.subject);
      expect(got?.headers['user-agent']).toMatch(/^platform-mock\/\d/);
      const [delivery] = await deliveriesOf(world);
      expect([delivery?.state, delivery?.attempts.length]).toEqual(['delivered', 1]);
      expect(delivery?.attempts[0]?.request?.headers['Ce-Id']).toBe(event?.id);
    });
  });
}

test.describe('deliveries @mock', () => {
  for (const [flaw, refused] of [
    ['bad_signature', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    ['wrong_digest', 'digest'],
    ['wrong_issuer', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['wrong_subject', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['wrong_audience', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['expired', 'ERR_JWT_EXPIRED'],
  ] as const) {
    test(`behaviour E20: a delivery with the flaw ${flaw} is refused by a receiver`, async ({
      ownWorld,
      receiverFor,
    }) => {
      const world = await ownWorld();
      const receiver = await receiverFor(world);
      await freeze(world);
      await subscribe(world, receiver.url);
      await plan(world, { mode: 'sync', flaw });
      await makeRepo(world, 'flawed');
      expect(receiver.received.map(({ status, refused: why }) => [status, why])).toEqual([[403, refused]]);
      const [delivery] = await deliveriesOf(world);
      expect([delivery?.state, delivery?.attempts[0]?.status]).toEqual(['pending', 403]);
    });
  }

  test('behaviour E9, E10, E25: retries follow the clock of the world, which reports what fired', async ({
    ownWorld,
    receiverFor,
  }) => {
    const world = await ownWorld();
    const receiver = await receiverFor(world, (count) => (count < 4 ? 500 : 204));
    await freeze(world);
    const subscription = await subscribe(world, receiver.url);
    await plan(world, { mode: 'sync' });
    await makeRepo(world, 'retried');
    const event = await idOf(world);
    const { timers } = ok(await steer(world, 'GET', 'clock/timers'));
    const timer = { kind: 'delivery', event, subscription };
    const [{ type, ...first } = { type: '' }] = timers as readonly { readonly type: string }[];
    expect(type).toMatch(/repo\.created\.v1$/);
    expect(first).toEqual({ ...timer, time: '2030-01-01T00:00:01.000Z', attempt: 2 });
    const next = ok(await steer(world, 'POST', 'clock:advance', { to: 'next', settle: true }));
    expect([next.now, receiver.received.length]).toEqual(['2030-01-01T00:00:01.000Z', 2]);
    const moved = ok(await steer(world, 'POST', 'clock:advance', { to: '2030-01-01T00:10:00Z', settle: true }));
    const fired = (moved.fired as readonly Json[]).map(({ time, attempt }) => [time, attempt]);
    expect(fired).toEqual([
      ['2030-01-01T00:00:05.000Z', 3],
      ['2030-01-01T00:00:30.000Z', 4],
    ]);
    expect(receiver.received.map(({ refused }) => refused)).toEqual(Array(4).fill(undefined));
    expect(new Set(receiver.received.map(({ claims }) => claims?.jti)).size).toBe(4);
    const [delivery] = await deliveriesOf(world, event);
    expect([delivery?.state, delivery?.attempts.map(({ time, status }) => [time.slice(14, 19), status])]).toEqual([
      'delivered',
      [
        ['00:00', 500],
        ['00:01', 500],
        ['00:05', 500],
        ['00:30', 204],
      ],
    ]);
    expect((await steer(world, 'POST', 'clock:advance', { to: 'next' })).body.message).toContain('there is no timer');
  });

  test('behaviour E1, E6, E8, E15: an example of every published type is delivered, and verified by the receiver', async ({
    ownWorld,
    syncedReceiverFor,
  }) => {
    const world = await ownWorld();
    const receiver = await syncedReceiverFor(world);
    const group = await orgOf(world);
    const { types } = ok(await steer(world, 'GET', 'events/types')) as unknown as {
      readonly types: readonly { readonly type: string; readonly audience: string; readonly bodyType?: string }[];
    };
    const delivered = types.filter(({ audience }) => audience === 'customer');
    expect(delivered.length).toBeGreaterThan(35);
    for (const { type } of types) {
      // The subject is the group: a subscription does not receive events about itself (behaviour E7).
      ok(await steer(world, 'POST', 'events:trigger', { preset: type, overrides: { group, subject: group } }));
    }
    expect(receiver.received.map(({ refused, event }) => [refused, event?.type])).toEqual(
      delivered.map(({ type }) => [undefined, type]),
    );
  });

  test('behaviour E7: an event of a child group goes to the subscription above it, whose group is in the token', async ({
    ownWorld,
    syncedReceiverFor,
  }) => {
    const world = await ownWorld();
    const receiver = await syncedReceiverFor(world);
    const { uid } = ok(await world.post(`/iam/v2/groups/${await orgOf(world)}`, { name: 'child' }));
    ok(await world.post(`/registry/v2/repos/${uid}`, { name: 'below' }));
    expect(receiver.received.map(({ refused, event }) => [refused, event?.group])).toEqual([
      [undefined, uid],
      [undefined, uid],
    ]);
  });

  test('behaviour E17, E20: collected deliveries arrive when the plan ends, for which a test can wait', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    await subscribe(world, 'sink://orders');
    await plan(world, { mode: 'collect' });
    for (const name of ['a', 'b']) await makeRepo(world, name);
    expect(await receivedBy(world, 'orders')).toEqual([]);
    expect((await deliveriesOf(world)).map(({ state }) => state)).toEqual(['held']);
    await plan(world, {});
    // The subscription of the fixture, to a public host, keeps no event from having arrived.
    const match = { type: 'repo.created' };
    ok(await steer(world, 'POST', 'events:await', { until: 'delivered', match, count: { min: 2 }, timeoutMs: 60_000 }));
    const bodies = (await receivedBy(world, 'orders')).map(
      ({ body }) => JSON.parse(body) as { body: { name: string } },
    );
    expect(bodies.map(({ body }) => body.name)).toEqual(['a', 'b']);
  });

  test('behaviour E20: a call waits for its deliveries in the mode sync only', async ({ ownWorld }) => {
    const world = await ownWorld();
    await freeze(world);
    await subscribe(world, 'sink://slow');
    await steer(world, 'PUT', 'sink/slow', { answers: [{ status: 204, delayMs: 60_000 }] });
    await makeRepo(world, 'not-waited-for');
    expect((await deliveriesOf(world))[0]?.state).toBe('pending');
    await steer(world, 'PUT', 'sink/slow', { answers: [] });
    ok(await steer(world, 'POST', 'reset'));
    expect(ok(await steer(world, 'GET', 'events:plan'))).toEqual({ mode: 'async' });
    expect(await receivedBy(world, 'slow')).toEqual([]);
  });

  test('behaviour E20, E21, E28: a sink of the mock gets what the plan makes of events, and verifies it', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    await freeze(world);
    await subscribe(world, 'sink://orders');
    await plan(world, { mode: 'collect' });
    for (const name of ['one', 'two', 'three']) await makeRepo(world, name);
    expect([await receivedBy(world, 'orders'), (await deliveriesOf(world))[0]?.state]).toEqual([[], 'held']);
    await plan(world, { mode: 'sync', reorder: 3, duplicate: 1 });
    // One more is behind them, so that this call waits for what is before it.
    await plan(world, { mode: 'sync' });
    await makeRepo(world, 'four');
    const got = await receivedBy(world, 'orders');
    const names = got.map(({ body }) => (JSON.parse(body) as { body: { name: string } }).body.name);
    expect(names.at(-1)).toBe('four');
    expect(new Set(names)).toEqual(new Set(['one', 'two', 'three', 'four']));
    expect(got.every(({ valid }) => valid)).toBe(true);
  });

  test('behaviour E21: a sink is reached over HTTP, too, in the world of the delivery', async ({ ownWorld }) => {
    const world = await ownWorld();
    const { url, sink } = ok(await steer(world, 'PUT', 'sink/http', { answers: [{ status: 500 }, { status: 202 }] }));
    expect([sink, url]).toEqual(['sink://http', expect.stringMatching(/^http:.*\/_mock\/v1\/sink\/http$/)]);
    await freeze(world);
    await subscribe(world, String(url));
    await plan(world, { mode: 'sync' });
    await makeRepo(world, 'over-http');
    ok(await steer(world, 'POST', 'clock:advance', { by: '1s', settle: true }));
    expect((await receivedBy(world, 'http')).map(({ valid }) => valid)).toEqual([true, true]);
    expect((await deliveriesOf(world))[0]?.attempts.map(({ status }) => status)).toEqual([500, 202]);
    ok(await steer(world, 'DELETE', 'sink/http'));
    expect(await receivedBy(world, 'http')).toEqual([]);
  });

  test('behaviour E12: the receiver of a copied subscription is not called, and the record says why', async ({
    ownWorld,
  }) => {
    const world = await ownWorld();
    await subscribe(world, 'https://hooks.example.com/real');
    await makeRepo(world, 'suppressed');
    const [delivery] = await deliveriesOf(world);
    expect([delivery?.state, delivery?.reason, delivery?.attempts]).toEqual([
      'suppressed',
      'hooks.example.com is not a local host and is not named by --allow-egress',
      [],
    ]);
  });

  test('behaviour E23: a delivery is verified by its headers and its raw body', async ({ ownWorld }) => {
    const world = await ownWorld();
    await subscribe(world, 'sink://v');
    await plan(world, { mode: 'sync' });
    await makeRepo(world, 'verified');
    const [got] = await receivedBy(world, 'v');
    const { headers = {}, body = '' } = got ?? {};
    const judge = async (given: Json) => {
      const { valid, checks } = ok(await steer(world, 'POST', 'events:verify', given));
      const failed = (checks as SinkRequest['checks']).filter(({ result }) => result !== 'pass');
      return [valid, failed.map(({ check }) => check)];
    };
    expect(await judge({ headers, body })).toEqual([true, []]);
    expect(await judge({ headers, body: body.replace('verified', 'changed') })).toEqual([false, ['digest']]);
    expect(await judge({ headers: { ...headers, 'Ce-Group': 'f'.repeat(40) }, body })).toEqual([false, ['subject']]);
    expect(await judge({ headers: { ...headers, 'Ce-Type': '' }, body })).toEqual([false, ['event']]);
    const { Authorization: _, ...bare } = headers;
    expect((await judge({ headers: bare, body }))[1]).toContain('bearer');
  });

  test('behaviour E22, E24: an event is sent once more, with its id and a new token', async ({ ownWorld }) => {
    const world = await ownWorld();
    const subscription = await subscribe(world, 'sink://again');
    await plan(world, { mode: 'sync' });
    await makeRepo(world, 'again');
    const id = await idOf(world);
    for (const to of [{}, { subscription }, { url: 'sink://again' }]) {
      const { deliveries } = ok(await steer(world, 'POST', `events/${id}:redeliver`, to));
      const own = (deliveries as readonly Delivery[]).filter(({ url }) => url !== FIXTURE_SINK);
      expect(own.map(({ state, redelivery }) => [state, redelivery])).toEqual([['delivered', true]]);
    }
    const got = await receivedBy(world, 'again');
    expect([got.length, new Set(got.map(({ headers }) => headers['Ce-Id'])).size]).toEqual([4, 1]);
    expect(new Set(got.map(({ headers }) => headers.Authorization)).size).toBe(4);
    expect((await deliveriesOf(world, id)).length).toBe(4);
  });
});
