import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { HTTP } from 'cloudevents';
import { compactVerify } from 'jose';
import { ApiError } from '../../kernel/errors.ts';
import {
  ANSWER_MILLIS,
  claimsOf,
  closeReceivers,
  deliveryTo,
  eventOf,
  ISSUER,
  key,
  NOW,
  ORG,
  opened,
  receiver,
  WALL,
} from '../../testing/delivery-scene.ts';
import { refusalsBy } from './egress.ts';
import type { Sender } from './http-sender.ts';

after(closeReceivers);

test('behaviour E1: a delivery is a CloudEvent in binary mode that the official library reads', async () => {
  const { received, url } = await receiver();
  const { outbox, log, run, over } = opened();
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
  assert.deepEqual([over, log.isDelivered('event-1')], [[`${ORG}/sub-1`], true]);
});

test('behaviour E1: characters that a header cannot carry are percent-encoded, and an event without a body has none', async () => {
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
      iss: ISSUER,
      sub: `webhook:${ORG}`,
      aud: 'customer',
      jti: claims.jti,
      mock_world: 'w',
      iat: WALL / 1_000,
      exp: WALL / 1_000 + 600,
      webhook: { digest: `sha256:${createHash('sha256').update(got.body).digest('hex')}` },
    });
    await compactVerify(String(got.headers.authorization).slice('Bearer '.length), key.publicKey);
    assert.equal(got.headers['ce-id'], 'event-1');
  }
});

test('behaviour E9, E10: a delivery that is not accepted is tried again by the schedule of the world, and then dropped', async (t) => {
  // The time for an answer is over once the third request has arrived, however long that takes.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { received, url } = await receiver((count) => {
    const status = [500, 302, undefined, 404, 399, 503][count - 1];
    if (status === undefined) t.mock.timers.tick(ANSWER_MILLIS);
    return status;
  });
  const { outbox, clock, over, idle } = opened();
  outbox.add([deliveryTo(url)]);
  const times: number[] = [];
  do {
    await idle();
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
      [500, 302, 'no answer within 10 s', 404, 399, 503],
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

test('behaviour E27: a subscription gets its events in order, and one that fails holds no later one up', async () => {
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

test('behaviour E27: a receiver that hangs delays no other subscription', async () => {
  const hanging = await receiver(() => undefined);
  const quick = await receiver();
  let arrived = (): void => {};
  const last = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { outbox } = opened({ release: async (id) => void (id === 'quick-49' && arrived()) });
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  outbox.add(numbers.map((number) => deliveryTo(hanging.url, number, 'hanging')));
  outbox.add(numbers.map((number) => deliveryTo(quick.url, number, 'quick')));
  await last;
  assert.equal(quick.received.length, 50);
  assert.ok(hanging.received.length < 50, `${hanging.received.length}`);
  outbox.clear();
});

test('behaviour E27: a queue is bounded, and says which deliveries it has dropped', async () => {
  const { url } = await receiver();
  const { outbox, over } = opened({ maxWaiting: 2 });
  await outbox.setPlan({ mode: 'collect' });
  outbox.add([1, 2, 3].map((number) => deliveryTo(url, number)));
  assert.deepEqual(over, [`${ORG}/sub-3`]);
  const [dropped] = outbox.deliveries('event-3');
  assert.deepEqual([dropped?.state, dropped?.reason], ['dropped', '2 deliveries wait for its receiver already']);
});

test('behaviour E12: a delivery to a refused host is suppressed with the reason, and nothing is sent', async () => {
  const { url } = await receiver();
  const { outbox, over } = opened();
  const refusals = [
    ['https://hooks.example.com/x', 'hooks.example.com is not a local host and is not named by --allow-egress'],
    ['http://169.254.169.254/latest', '169.254.169.254 is link-local, and nothing is delivered to such hosts'],
    ['http://[::ffff:169.254.169.254]/', '[::ffff:a9fe:a9fe] is link-local, and nothing is delivered to such hosts'],
    ['http://[fe80::1]/', '[fe80::1] is link-local, and nothing is delivered to such hosts'],
    ['ftp://127.0.0.1/', 'ftp: is not a scheme that events are delivered by'],
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
  const allowed = opened({ refusal: refusalsBy({ isLocal: () => false, allowed: new Set(['127.0.0.1']) }) });
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

/** A sender that accepts each event once `answered` is resolved, with the names in what it was given. */
const senderAfter = (answered: Promise<void>) => {
  const sent: unknown[] = [];
  const send: Sender['send'] = async ({ body }) => {
    sent.push(JSON.parse(body).body.name);
    await answered;
    return { status: 204 };
  };
  return { sent, sender: { send, close: () => undefined } };
};

/** A promise with what resolves it. */
const deferred = (): readonly [promise: Promise<void>, resolve: () => void] => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve];
};

const RECEIVER = 'http://127.0.0.1/';

test('behaviour 31.3: an attempt waits until something may be sent, and one that is dropped meanwhile is not made', async () => {
  const [opening, open] = deferred();
  let asked = 0;
  const pass = (): Promise<void> => {
    asked += 1;
    return asked === 1 ? Promise.reject(new ApiError('UNAVAILABLE', 'not now')) : opening;
  };
  const { sent, sender } = senderAfter(Promise.resolve());
  const { outbox, idle } = opened({ sender, gate: { pass } });
  outbox.add([deliveryTo(RECEIVER, 1, 'refused')]);
  outbox.add([deliveryTo(RECEIVER, 2, 'dropped')]);
  assert.equal(asked, 2);
  outbox.clear();
  outbox.add([deliveryTo(RECEIVER, 3)]);
  open();
  await idle();
  assert.deepEqual(sent, ['naïve-3']);
});

test('behaviour 31.3: an outbox that is left ends what is under way, and begins nothing more', async () => {
  const [answered, answer] = deferred();
  const { sent, sender } = senderAfter(answered);
  const { outbox, over } = opened({ sender });
  outbox.add([deliveryTo(RECEIVER, 1), deliveryTo(RECEIVER, 2)]);
  while (sent.length === 0) await setImmediate();
  const leaving = outbox.leave();
  outbox.add([deliveryTo(RECEIVER, 3)]);
  answer();
  await leaving;
  assert.deepEqual([sent, over], [['naïve-1'], [`${ORG}/sub-1`]]);
});
