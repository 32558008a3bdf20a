import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { HTTP } from 'cloudevents';
import { compactVerify, decodeJwt } from 'jose';
import type { DeliveryFlaw } from '../kernel/delivery-control.ts';
import type { PendingDelivery, WorldEvent } from '../kernel/events.ts';
import type { TimerFacts, Timers } from '../kernel/timers.ts';
import { HttpSender } from './http-sender.ts';
import { DELIVERY_SCHEDULE } from './schedule.ts';
import { WorldOutbox, type WorldOutboxParts } from './world-outbox.ts';
import { WorldSinks } from './world-sinks.ts';

const ORG = 'a'.repeat(40);
const ISSUER = 'http://127.0.0.1:8484';
const NOW = Date.UTC(2030, 0, 1);
const WALL = Date.UTC(2026, 5, 1);

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = { kid: 'one', algorithm: 'ES256', ...pair };
const keys = { signer: async () => key, find: async () => key };

/** A clock that is moved by hand, with what is due at its moments. */
class HandClock implements Timers {
  #now = NOW;
  #timers: { readonly millis: number; readonly facts: TimerFacts; readonly fire: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  at(millis: number, facts: TimerFacts, fire: () => void): () => void {
    const timer = { millis, facts, fire };
    this.#timers.push(timer);
    this.#timers.sort((a, b) => a.millis - b.millis);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  get waiting(): readonly number[] {
    return this.#timers.map(({ millis }) => (millis - NOW) / 1_000);
  }

  /** Moves on to the next moment at which something is due; false where nothing is. */
  next(): boolean {
    const [first] = this.#timers;
    if (!first) return false;
    this.#now = first.millis;
    for (let due = this.#timers[0]; due && due.millis <= this.#now; due = this.#timers[0]) {
      this.#timers.shift();
      due.fire();
    }
    return true;
  }
}

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const servers: Server[] = [];
const sender = new HttpSender({ timeoutMillis: 200 });
after(() => {
  sender.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

type Answering = (count: number, got: Got) => number | undefined;

/** A receiver on a free port; where `answer` returns nothing it hangs. */
const receiver = async (answer: Answering = () => 204) => {
  const received: Got[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const got = { headers: request.headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    const status = answer(received.length, got);
    if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end('seen');
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
};

const eventOf = (number: number): WorldEvent => ({
  id: `event-${number}`,
  type: 'dev.example.api.platform.registry.repo.created.v1',
  source: 'http://127.0.0.1:8484/registry/v2/repos',
  subject: `${ORG}/0662c3a1b8e7f001`,
  time: '2030-01-01T00:00:00.000Z',
  group: `${ORG}/00000000000000aa`,
  audience: 'customer',
  bodyType: 'platform.registry.v2.Repo',
  actor: { subject: `${ORG}/f462d354ca32ca9f` },
  body: { uid: `${ORG}/0662c3a1b8e7f001`, name: `naïve-${number}` },
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
});

const deliveryTo = (sink: string, number = 1, uid = `${ORG}/sub`): PendingDelivery => ({
  id: `${uid}-${number}`,
  event: eventOf(number),
  subscription: { uid, group: ORG, sink },
});

const opened = (parts: Partial<WorldOutboxParts> = {}) => {
  const clock = new HandClock();
  const failures: unknown[] = [];
  const machineClock = { now: () => WALL };
  const sinks = new WorldSinks({ clock, issuer: ISSUER, keys, nowMillis: machineClock.now });
  const outbox = new WorldOutbox({
    ...{ clock, machineClock, timers: clock, keys, issuer: ISSUER, version: '1.2.3', sender, sinks },
    schedule: DELIVERY_SCHEDULE,
    egress: { isLocal: (host) => host === '127.0.0.1' || host.endsWith('.localhost'), allowed: new Set() },
    subscriptionOf: (uid) => (uid === 'known' ? { uid, group: ORG, sink: 'sink://known' } : undefined),
    report: (error) => failures.push(error),
    ...parts,
  });
  const over: string[] = [];
  outbox.onDone((id) => over.push(id));
  /** Lets everything happen that is going to. */
  const run = async (): Promise<void> => {
    do await outbox.idle();
    while (clock.next());
  };
  return { outbox, clock, sinks, over, run, failures };
};

const claimsOf = ({ headers }: Got) => decodeJwt(String(headers.authorization).replace('Bearer ', ''));

test('behaviour E1: a delivery is a CloudEvent in binary mode that the official library reads', async () => {
  const { received, url } = await receiver();
  const { outbox, run, over } = opened();
  outbox.add([deliveryTo(url)]);
  await run();
  const [got] = received;
  assert.ok(got);
  const names = Object.entries(got.headers).filter(([name]) => /^(ce-|content-type|traceparent|user-agent)/.test(name));
  assert.deepEqual(Object.fromEntries(names), {
    'content-type': 'application/json',
    'ce-id': 'event-1',
    'ce-specversion': '1.0',
    'ce-type': 'dev.example.api.platform.registry.repo.created.v1',
    'ce-source': 'http://127.0.0.1:8484/registry/v2/repos',
    'ce-subject': `${ORG}/0662c3a1b8e7f001`,
    'ce-time': '2030-01-01T00:00:00.000Z',
    'ce-group': `${ORG}/00000000000000aa`,
    'ce-audience': 'customer',
    'ce-bodytype': 'platform.registry.v2.Repo',
    'ce-actor': `${ORG}/f462d354ca32ca9f`,
    'user-agent': 'platform-mock/1.2.3',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  });
  const read = HTTP.toEvent<unknown>({ headers: got.headers, body: got.body });
  assert.deepEqual((read as { data?: unknown }).data, { actor: eventOf(1).actor, body: eventOf(1).body });
  assert.deepEqual([over, outbox.isDelivered('event-1')], [[`${ORG}/sub-1`], true]);
});

test('behaviour E1: what a header cannot carry is percent-encoded, and an event without a body has none', async () => {
  const { received, url } = await receiver();
  const { outbox, run } = opened();
  const delivery = deliveryTo(url);
  const { body: _, traceparent: __, ...bare } = delivery.event;
  outbox.add([{ ...delivery, event: { ...bare, subject: 'ü b%"', identityProvider: 'idp' } }]);
  await run();
  assert.deepEqual(
    received.map(({ headers, body }) => [
      headers['ce-subject'],
      headers['ce-identityprovider'],
      headers.traceparent,
      body,
    ]),
    [['%C3%BC%20b%25%22', 'idp', undefined, JSON.stringify({ actor: eventOf(1).actor })]],
  );
});

test('behaviour E8: each attempt has a token of its own, of wall time, with the digest of the raw body', async () => {
  const { received, url } = await receiver((count) => (count < 3 ? 500 : 200));
  const { outbox, run } = opened({ stamp: { mock_world: 'w' } });
  outbox.add([deliveryTo(url)]);
  await run();
  const tokens = received.map(({ headers }) => String(headers.authorization));
  assert.equal(new Set(tokens).size, 3);
  // The signatures of RS256 differ by the claims only.
  assert.equal(new Set(received.map((got) => claimsOf(got).jti)).size, 3);
  for (const got of received) {
    const claims = claimsOf(got);
    assert.deepEqual(claims, {
      ...{ iss: ISSUER, sub: `webhook:${ORG}`, aud: 'customer', jti: claims.jti, mock_world: 'w' },
      ...{ iat: WALL / 1_000, exp: WALL / 1_000 + 600 },
      webhook: { digest: `sha256:${createHash('sha256').update(got.body).digest('hex')}` },
    });
    await compactVerify(String(got.headers.authorization).slice('Bearer '.length), key.publicKey);
    assert.equal(got.headers['ce-id'], 'event-1');
  }
});

test('behaviour E9, E10: what is not accepted is tried again by the schedule of the world, and then dropped', async () => {
  const { received, url } = await receiver((count) => [500, 302, undefined, 404, 199 + 200, 503][count - 1] as number);
  const { outbox, clock, over } = opened();
  outbox.add([deliveryTo(url)]);
  const times: number[] = [];
  do {
    await outbox.idle();
    times.push((clock.now() - NOW) / 1_000);
  } while (clock.next());
  assert.deepEqual(times, [0, 1, 5, 30, 120, 600]);
  assert.equal(received.length, 6);
  const [delivery] = outbox.deliveries('event-1');
  assert.deepEqual(
    [delivery?.state, delivery?.reason, delivery?.attempts.map(({ status, error }) => status ?? error)],
    [
      'dropped',
      'attempt 6, the last one, failed: the receiver answered 503',
      [500, 302, 'no answer within 0.2 s', 404, 399, 503],
    ],
  );
  assert.deepEqual(over, [`${ORG}/sub-1`]);
});

test('behaviour E10: a schedule of its own is followed, whose first attempt may be later', async () => {
  const { received, url } = await receiver(() => 500);
  const { outbox, clock, run } = opened({ schedule: [2_000, 3_000] });
  outbox.add([deliveryTo(url)]);
  assert.deepEqual([clock.waiting, received.length], [[2], 0]);
  await run();
  assert.equal(received.length, 2);
});

test('behaviour E10: a subscription gets its events in order, and one that fails holds no later one up', async () => {
  const { received, url } = await receiver((_, { headers }) =>
    headers['ce-id'] === 'event-2' && received.length < 3 ? 500 : 200,
  );
  const { outbox, run } = opened();
  outbox.add([1, 2, 3, 4].map((number) => deliveryTo(url, number)));
  await run();
  assert.deepEqual(
    received.map(({ headers }) => headers['ce-id']),
    ['event-1', 'event-2', 'event-3', 'event-4', 'event-2'],
  );
});

test('behaviour E10: a receiver that hangs delays no other subscription', async () => {
  const hanging = await receiver(() => undefined);
  const quick = await receiver();
  const { outbox } = opened();
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  outbox.add(numbers.map((number) => deliveryTo(hanging.url, number, 'hanging')));
  outbox.add(numbers.map((number) => deliveryTo(quick.url, number, 'quick')));
  await new Promise<void>((resolve) => {
    outbox.onDone((id) => {
      if (id === 'quick-49') resolve();
    });
  });
  assert.equal(quick.received.length, 50);
  assert.ok(hanging.received.length < 50, `${hanging.received.length}`);
  outbox.clear();
});

test('behaviour E10: a queue is bounded, and says which deliveries it has dropped', async () => {
  const { url } = await receiver();
  const { outbox, over } = opened({ mostWaiting: 2 });
  outbox.setPlan({ mode: 'collect' });
  outbox.add([1, 2, 3].map((number) => deliveryTo(url, number)));
  assert.deepEqual(over, [`${ORG}/sub-3`]);
  const [dropped] = outbox.deliveries('event-3');
  assert.deepEqual([dropped?.state, dropped?.reason], ['dropped', '2 deliveries wait for its receiver already']);
});

test('behaviour E12: what may not be reached is suppressed with the reason, and nothing is sent', async () => {
  const { url } = await receiver();
  const { outbox, over } = opened();
  const refusals = [
    ['https://hooks.example.com/x', 'hooks.example.com is no local host and is not named by --allow-egress'],
    ['http://169.254.169.254/latest', '169.254.169.254 is link-local, where nothing is ever delivered'],
    ['http://[::ffff:169.254.169.254]/', '[::ffff:a9fe:a9fe] is link-local, where nothing is ever delivered'],
    ['http://[fe80::1]/', '[fe80::1] is link-local, where nothing is ever delivered'],
    ['ftp://127.0.0.1/', 'ftp: is no scheme that events are delivered by'],
  ] as const;
  outbox.add(refusals.map(([sink], index) => deliveryTo(sink, index, `s${index}`)));
  for (const [index, [, reason]] of refusals.entries()) {
    const [delivery] = outbox.deliveries(`event-${index}`);
    assert.deepEqual([delivery?.state, delivery?.reason, delivery?.attempts], ['suppressed', reason, []]);
  }
  assert.equal(over.length, refusals.length);
  await assert.rejects(
    outbox.redeliver('event-0', { url: 'https://hooks.example.com' }),
    /not named by --allow-egress/,
  );
  const [again] = await outbox.redeliver('event-0', {});
  assert.equal(again?.state, 'suppressed');
  const allowed = opened({ egress: { isLocal: () => false, allowed: new Set(['127.0.0.1']) } });
  allowed.outbox.add([deliveryTo(url)]);
  await allowed.run();
  assert.deepEqual(
    allowed.outbox.deliveries('event-1').map(({ state }) => state),
    ['delivered'],
  );
});

test('behaviour E12: names below localhost are this machine', async () => {
  const { received, url } = await receiver();
  const { outbox, run } = opened();
  outbox.add([deliveryTo(url.replace('127.0.0.1', 'hooks.localhost'))]);
  await run();
  assert.equal(received.length, 1);
});

test('behaviour E20: the plan collects, delays, repeats, reorders and loses deliveries', async () => {
  const { received, url } = await receiver();
  const ids = (): readonly unknown[] => received.splice(0).map(({ headers }) => headers['ce-id']);
  const { outbox, run, clock } = opened();
  const add = (...numbers: number[]): void => outbox.add(numbers.map((number) => deliveryTo(url, number)));

  outbox.setPlan({ mode: 'collect' });
  add(1, 2);
  await run();
  assert.deepEqual([ids(), outbox.deliveries('event-1')[0]?.state], [[], 'held']);
  outbox.setPlan({ mode: 'async', duplicate: 2 });
  await run();
  assert.deepEqual(ids(), ['event-1', 'event-1', 'event-1', 'event-2', 'event-2', 'event-2']);
  assert.deepEqual(
    outbox.deliveries('event-1')[0]?.attempts.map(({ duplicate }) => duplicate),
    [undefined, true, true],
  );

  outbox.setPlan({ mode: 'async', reorder: 3 });
  add(3, 4, 5, 6, 7);
  await outbox.idle();
  assert.deepEqual([ids(), clock.waiting.length], [['event-5', 'event-4', 'event-3'], 2]);
  await run();
  assert.deepEqual(ids(), ['event-7', 'event-6']);

  const before = clock.now();
  outbox.setPlan({ mode: 'async', delayMillis: 7_000 });
  add(8);
  await run();
  assert.deepEqual([ids(), clock.now() - before], [['event-8'], 7_000]);

  outbox.setPlan({ mode: 'async', dropFirst: 2 });
  add(9);
  await run();
  assert.deepEqual(ids(), ['event-9']);
  assert.deepEqual(
    outbox.deliveries('event-9')[0]?.attempts.map(({ error, status }) => status ?? error),
    ['lost: the plan drops this attempt', 'lost: the plan drops this attempt', 204],
  );
  assert.equal(outbox.waits(), false);
  outbox.setPlan({ mode: 'sync' });
  assert.equal(outbox.waits(), true);
  add(10);
  await outbox.settled();
  assert.deepEqual(ids(), ['event-10']);
});

const FLAWS: readonly (readonly [DeliveryFlaw, string])[] = [
  ['bad_signature', 'signature'],
  ['wrong_digest', 'digest'],
  ['wrong_audience', 'audience'],
  ['expired', 'time'],
];

test('behaviour E20, E21, E23: each flaw of the plan fails the one check that it is about', async () => {
  const { outbox, sinks, run } = opened();
  for (const [index, [flaw, check]] of FLAWS.entries()) {
    outbox.setPlan({ mode: 'async', flaw });
    outbox.add([deliveryTo('sink://a', index)]);
    await run();
    const request = sinks.show('a').received.at(-1);
    const failed = request?.checks.filter(({ result }) => result !== 'pass').map((one) => one.check);
    assert.deepEqual([request?.valid, failed], [false, [check]]);
  }
  outbox.setPlan({ mode: 'async' });
  outbox.add([deliveryTo('sink://a', 9)]);
  await run();
  assert.equal(sinks.show('a').received.at(-1)?.valid, true);
});

test('behaviour E23: a request that is no delivery is refused, and anything else is judged', async () => {
  const { outbox } = opened();
  await assert.rejects(async () => outbox.verify({ headers: { Accept: '*/*' }, body: '' }), /neither an authorization/);
  const judge = async (headers: Record<string, string>, body = '{}') =>
    (await outbox.verify({ headers, body })).checks.map(({ check, result }) => `${check} ${result}`);
  assert.deepEqual((await judge({ Authorization: 'Basic x' })).slice(0, 3), [
    'event fail',
    'bearer fail',
    'signature skipped',
  ]);
  assert.deepEqual((await judge({ authorization: 'Bearer a.b.c' })).slice(0, 3), [
    'event fail',
    'bearer fail',
    'signature skipped',
  ]);
  assert.deepEqual((await judge({ 'Ce-Id': 'x' }, 'no json'))[0], 'event fail');
});

test('behaviour E21: a sink answers by its script, the last answer again and again', async () => {
  const { outbox, sinks, run, clock } = opened();
  sinks.script('orders', [{ status: 500 }, { status: 503 }, { status: 202, delayMs: 1 }]);
  outbox.add([deliveryTo('sink://orders', 1), deliveryTo('sink://orders', 2)]);
  await run();
  const { received } = sinks.show('orders');
  assert.deepEqual(
    received.map(({ headers, status }) => [headers['Ce-Id'], status]),
    [
      ['event-1', 500],
      ['event-2', 503],
      ['event-1', 202],
      ['event-2', 202],
    ],
  );
  assert.equal(clock.now() - NOW, 1_000);
  sinks.clear('orders');
  assert.deepEqual(sinks.show('orders'), {
    name: 'orders',
    sink: 'sink://orders',
    answers: [],
    received: [],
    dropped: 0,
  });
  for (let index = 0; index < 1_005; index += 1) await sinks.receive('many', { headers: {}, body: '' });
  assert.deepEqual([sinks.show('many').received.length, sinks.show('many').dropped], [1_000, 5]);
});

test('behaviour E22, E24: an event is sent once more with its id and a new token; one that is gone is not found', async () => {
  const { received, url } = await receiver((count) => (count === 3 ? 500 : 200));
  const { outbox, run, sinks } = opened();
  outbox.add([deliveryTo(url)]);
  await run();
  assert.throws(() => outbox.deliveries('other'), /Not found: event "other" is not there, or was dropped/);
  await assert.rejects(outbox.redeliver('other', {}), /Not found/);
  const lone = opened({ eventOf: () => eventOf(5) });
  assert.deepEqual(lone.outbox.deliveries('event-5'), []);
  await assert.rejects(lone.outbox.redeliver('event-5', {}), /the event went to no subscription: name one, or a url/);
  await assert.rejects(outbox.redeliver('event-1', { subscription: 'unknown' }), /there is no subscription "unknown"/);
  const [again] = await outbox.redeliver('event-1', {});
  assert.deepEqual([again?.state, again?.redelivery, again?.subscription], ['delivered', true, `${ORG}/sub`]);
  const [refused] = await outbox.redeliver('event-1', { url });
  assert.deepEqual([refused?.state, refused?.reason], ['dropped', 'the receiver answered 500']);
  assert.equal(claimsOf(received[2] as Got).sub, `webhook:${ORG}/00000000000000aa`);
  assert.deepEqual(new Set(received.map(({ headers }) => headers['ce-id'])), new Set(['event-1']));
  assert.equal(new Set(received.map(({ headers }) => headers.authorization)).size, 3);
  await outbox.redeliver('event-1', { subscription: 'known' });
  assert.equal(sinks.show('known').received[0]?.valid, true);
  assert.equal(outbox.deliveries('event-1').length, 4);
});

test('what is cleared is not delivered any more, and nobody waits for it', async () => {
  const { url } = await receiver(() => undefined);
  const { outbox, clock, over } = opened();
  outbox.add([1, 2, 3].map((number) => deliveryTo(url, number)));
  const settled = outbox.settled();
  outbox.clear();
  await settled;
  await outbox.idle();
  assert.deepEqual([over, clock.waiting, outbox.isDelivered('event-1')], [[], [], false]);
  assert.deepEqual(
    [1, 2, 3].map((number) => outbox.deliveries(`event-${number}`)[0]?.state),
    ['dropped', 'dropped', 'dropped'],
  );
  outbox.reset();
  assert.throws(() => outbox.deliveries('event-1'), /Not found/);
});
