import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { DeliveryPlan } from '../../../generated/nouns.ts';
import {
  ANSWER_MILLIS,
  claimsOf,
  closeReceivers,
  deliveryTo,
  eventOf,
  type Got,
  NOW,
  ORG,
  opened,
  receiver,
} from '../../testing/delivery-scene.ts';

after(closeReceivers);

test('behaviour E20, E28: the plan collects, delays, repeats, reorders and loses deliveries', async () => {
  const { received, url } = await receiver();
  const ids = (): readonly unknown[] => received.splice(0).map(({ headers }) => headers['ce-id']);
  const { outbox, run, clock, idle } = opened();
  const add = (...numbers: number[]) => outbox.add(numbers.map((number) => deliveryTo(url, number)));

  await outbox.setPlan({ mode: 'collect' });
  add(1, 2);
  await run();
  assert.deepEqual([ids(), outbox.deliveries('event-1')[0]?.state], [[], 'held']);
  await outbox.setPlan({ mode: 'async', duplicate: 2 });
  await run();
  assert.deepEqual(ids(), ['event-1', 'event-1', 'event-1', 'event-2', 'event-2', 'event-2']);
  assert.deepEqual(
    outbox.deliveries('event-1')[0]?.attempts.map(({ duplicate }) => duplicate),
    [undefined, true, true],
  );

  await outbox.setPlan({ mode: 'async', reorder: 3 });
  add(3, 4, 5, 6, 7);
  await idle();
  assert.deepEqual([ids(), clock.waiting.length], [['event-5', 'event-4', 'event-3'], 2]);
  await run();
  assert.deepEqual(ids(), ['event-7', 'event-6']);

  const before = clock.now();
  await outbox.setPlan({ mode: 'async', delayMillis: 7_000 });
  add(8);
  await run();
  assert.deepEqual([ids(), clock.now() - before], [['event-8'], 7_000]);

  await outbox.setPlan({ mode: 'async', dropFirst: 2 });
  add(9);
  await run();
  assert.deepEqual(ids(), ['event-9']);
  assert.deepEqual(
    outbox.deliveries('event-9')[0]?.attempts.map(({ error, status }) => status ?? error),
    ['lost: the plan drops this attempt', 'lost: the plan drops this attempt', 204],
  );
  await outbox.setPlan({ mode: 'sync' });
  await add(10);
  assert.deepEqual(ids(), ['event-10']);
});

const FLAWS: readonly (readonly [NonNullable<DeliveryPlan['flaw']>, string])[] = [
  ['bad_signature', 'signature'],
  ['wrong_digest', 'digest'],
  ['wrong_audience', 'audience'],
  ['expired', 'time'],
];

test('behaviour E20, E21, E23: each flaw of the plan fails the one check that it is about', async () => {
  const { outbox, sinks, run } = opened();
  for (const [index, [flaw, check]] of FLAWS.entries()) {
    await outbox.setPlan({ mode: 'async', flaw });
    outbox.add([deliveryTo('sink://a', index)]);
    await run();
    const request = sinks.show('a').received.at(-1);
    const failed = request?.checks.filter(({ result }) => result !== 'pass').map((one) => one.check);
    assert.deepEqual([request?.valid, failed], [false, [check]]);
  }
  await outbox.setPlan({ mode: 'async' });
  outbox.add([deliveryTo('sink://a', 9)]);
  await run();
  assert.equal(sinks.show('a').received.at(-1)?.valid, true);
});

test('behaviour E23: a request that is not a delivery is refused, and anything else is judged', async () => {
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
  await sinks.script('orders', [{ status: 500 }, { status: 503 }, { status: 202, delayMs: 1 }]);
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
  await sinks.clear('orders');
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
  assert.throws(() => outbox.deliveries('other'), /Not found: there is no event "other"/);
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

test('a cleared delivery is not made any more, and nobody waits for it', async () => {
  const { url } = await receiver(() => undefined);
  const { outbox, log, clock, over, idle } = opened();
  await outbox.setPlan({ mode: 'sync' });
  const settled = outbox.add([1, 2, 3].map((number) => deliveryTo(url, number)));
  outbox.clear();
  await settled;
  await idle();
  assert.deepEqual([over, clock.waiting, log.isDelivered('event-1')], [[], [], false]);
  assert.deepEqual(
    [1, 2, 3].map((number) => outbox.deliveries(`event-${number}`)[0]?.state),
    ['dropped', 'dropped', 'dropped'],
  );
  await outbox.reset();
  assert.throws(() => outbox.deliveries('event-1'), /Not found/);
});

test('behaviour E10: a delivery that was cleared between retries takes no queue from later ones', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { received, url } = await receiver((count) => (count === 1 ? 204 : undefined));
  const other = await receiver();
  const { outbox } = opened();
  const arrived = async (by: readonly Got[], count: number): Promise<void> => {
    while (by.length < count) await setImmediate();
  };
  await outbox.setPlan({ mode: 'async', duplicate: 1 });
  outbox.add([deliveryTo(url, 1)]);
  await arrived(received, 2);
  outbox.clear();
  outbox.add([deliveryTo(url, 2)]);
  await arrived(received, 3);
  outbox.add([deliveryTo(url, 3)]);
  outbox.add([deliveryTo(other.url, 4, 'other')]);
  await arrived(other.received, 1);
  assert.equal(received.length, 3);
  // The second event is on its way until the receiver has had its time.
  t.mock.timers.tick(ANSWER_MILLIS);
  await arrived(received, 4);
  outbox.clear();
});
