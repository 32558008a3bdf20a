import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventDraft } from '../../kernel/events.ts';
import { collection } from '../../kernel/rows.ts';
import { ProcessOrder } from '../../plane/placed-items.ts';
import { MemoryStore } from '../../store/memory.ts';
import { listStoredDeliveries, type PendingDelivery, type SubscriptionRow } from './pending-deliveries.ts';
import type { EventWorld } from './recorded-event.ts';
import { WorldEvents } from './world-events.ts';
import type { WorldRecorder } from './world-recorder.ts';

const ROOT = 'a'.repeat(40);
const GROUP = `${ROOT}/${'b'.repeat(16)}`;
const subscriptions = collection<SubscriptionRow>('subscriptions');
/** A receiver that nothing is delivered to. */
const REFUSED = 'sink://0';
const settings = { serviceDomain: 'a.test', publicUrl: 'http://a.test', seed: 'seed' };

/** An outbox that keeps what it is handed. */
const outbox = () => {
  const added: PendingDelivery[] = [];
  return { added, add: (deliveries: readonly PendingDelivery[]) => void added.push(...deliveries) };
};

/** The options that may differ from the usual. */
interface Made {
  readonly world: EventWorld;
  readonly outbox: Pick<ReturnType<typeof outbox>, 'add'>;
  readonly isDelivered: (event: string) => boolean;
}

/** The events of a world over a store: what records them, and what reads them. */
const opened = (store: MemoryStore, changed: Partial<Made> = {}) => {
  const { outbox: to = outbox(), world = { id: 'default', settings }, isDelivered = () => false } = changed;
  const events = new WorldEvents({
    world,
    store,
    clock: { now: () => 0 },
    order: new ProcessOrder(),
    limit: 3,
    isDelivered,
    subscriptions,
    refusal: (url) => (url === REFUSED ? 'not local' : undefined),
    deliver: (deliveries) => to.add(deliveries) as undefined,
    population: { group: (name) => name, orgId: () => ROOT, admin: () => '' },
  });
  const { recorder } = events;
  recorder.resume();
  return { recorder, events };
};

const draft = (changed: Partial<EventDraft> = {}): EventDraft => ({
  family: 'api',
  type: 'thing.created.v1',
  audience: 'customer',
  path: '/a/v2/things',
  subject: `${GROUP}/${'c'.repeat(16)}`,
  group: GROUP,
  body: { value: { uid: 'x' } },
  ...changed,
});

/** Makes a write that emits these events. */
const write = async (recorder: WorldRecorder, store: MemoryStore, ...drafts: readonly EventDraft[]): Promise<void> => {
  const call = await store.write((tx) => {
    const own = recorder.begin({ identity: 'me', actor: { iss: 'x' } }, { traceparent: 'no trace', url: '' });
    for (const one of drafts) own.emit(one);
    own.store(tx, 0);
    return own;
  });
  call.stored();
};

const subscribe = (store: MemoryStore, ...uids: readonly string[]): Promise<void> =>
  store.write((tx) => {
    for (const uid of uids) tx.put(subscriptions, { uid, sink: `sink://${uid.at(-1)}` });
  });

const bodies = ({ added }: ReturnType<typeof outbox>): readonly string[] =>
  added.map(({ event, subscription: { sink } }) => {
    const { type } = 'render' in event ? event.render() : event;
    return `${type.split('.').at(-3)} ${sink}`;
  });

test('E7: an event is for the subscriptions of its group and of all above it, but for the one that it is about', async () => {
  const store = new MemoryStore();
  const [near, far, below] = [`${GROUP}/1`, `${ROOT}/2`, `${GROUP}/${'d'.repeat(16)}/3`] as const;
  await subscribe(store, near, far, below, `${'f'.repeat(40)}/4`);
  const sent = outbox();
  const { recorder } = opened(store, { outbox: sent });
  await write(recorder, store, draft());
  assert.deepEqual(
    sent.added.map(({ subscription }) => subscription),
    [
      { uid: near, group: GROUP, sink: 'sink://1' },
      { uid: far, group: ROOT, sink: 'sink://2' },
    ],
  );
  await write(recorder, store, draft({ subject: near, type: 'subscription.created.v1' }));
  assert.deepEqual(bodies(sent).slice(2), ['subscription sink://2']);
});

test('E13: a delivery that must not be made is handed over with the reason, and is not stored', async () => {
  const store = new MemoryStore();
  await subscribe(store, `${ROOT}/0`, `${ROOT}/1`);
  const sent = outbox();
  const { recorder } = opened(store, { outbox: sent });
  await write(recorder, store, draft());
  const reasonOf = ({ subscription, refusal }: PendingDelivery) => [subscription.sink, refusal];
  assert.deepEqual(sent.added.map(reasonOf), [
    [REFUSED, 'not local'],
    ['sink://1', undefined],
  ]);
  assert.deepEqual(listStoredDeliveries(store.rows).map(reasonOf), [['sink://1', undefined]]);
});

test('E6: an internal event is recorded and delivered nowhere', async () => {
  const store = new MemoryStore();
  await subscribe(store, `${ROOT}/1`);
  const sent = outbox();
  const { recorder, events } = opened(store, { outbox: sent });
  await write(recorder, store, draft({ audience: 'internal' }), draft({ group: '' }));
  assert.deepEqual(sent.added, []);
  assert.equal(events.list({ match: {} }).events.length, 2);
});

test('E13: the next run hands undelivered events over again, in their order, and delivered ones not', async () => {
  const store = new MemoryStore();
  await subscribe(store, `${ROOT}/1`, `${GROUP}/2`);
  const sent = outbox();
  const first = opened(store, { outbox: sent });
  for (const type of ['one.a.v1', 'two.a.v1', 'three.a.v1']) await write(first.recorder, store, draft({ type }));
  assert.deepEqual(bodies(sent).length, 6);
  for (const { id } of sent.added.slice(1, 4)) await first.recorder.release(id);
  const again = outbox();
  const second = opened(store, { outbox: again });
  assert.deepEqual(again.added, [sent.added[0], ...sent.added.slice(4)]);
  // No id is used twice, although the log has ended with the process.
  const known = new Set(first.events.list({ match: {} }).events.map(({ id }) => id));
  await write(second.recorder, store, draft());
  const later = second.events.list({ match: {} }).events.map(({ id }) => known.has(id));
  assert.deepEqual([known.size, later], [3, [false]]);
});

test('E13: a write that is refused has no event, and nothing to deliver', async () => {
  const store = new MemoryStore();
  await subscribe(store, `${ROOT}/1`);
  const sent = outbox();
  const { recorder, events } = opened(store, { outbox: sent });
  const refused = store.write((tx) => {
    const call = recorder.begin({ identity: '' }, { traceparent: undefined, url: '' });
    call.emit(draft());
    call.store(tx, 0);
    throw new Error('refused');
  });
  await assert.rejects(refused, /refused/);
  assert.deepEqual([events.list({ match: {} }).events, sent.added], [[], []]);
  const again = outbox();
  opened(store, { outbox: again });
  assert.deepEqual(again.added, []);
});

test('E29: the same calls have the same ids, which are UUIDs, and another world or seed has others', async () => {
  const idsOf = async (changed: Partial<Made> = {}): Promise<readonly string[]> => {
    const store = new MemoryStore();
    const { recorder, events } = opened(store, changed);
    await write(recorder, store, draft(), draft());
    await write(recorder, store, draft());
    return events.list({ match: {} }).events.map(({ id }) => id);
  };
  const ids = await idsOf();
  assert.deepEqual(await idsOf(), ids);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const other = [
    ...(await idsOf({ world: { id: 'w', settings } })),
    ...(await idsOf({ world: { id: 'default', settings: { ...settings, seed: 'other' } } })),
  ];
  assert.equal(new Set([...ids, ...other]).size, 9);
});

test('E14: the last events are kept, the others are counted, and cursors go on', async () => {
  const store = new MemoryStore();
  const { recorder, events } = opened(store);
  for (const subject of ['1', '2', '3', '4', '5']) await write(recorder, store, draft({ subject }));
  const page = events.list({ match: {} });
  assert.deepEqual([page.events.map(({ subject }) => subject), page.cursor, page.dropped], [['5', '4', '3'], '5', 2]);
  assert.deepEqual(
    events.list({ match: {}, since: 4 }).events.map(({ subject }) => subject),
    ['5'],
  );
  assert.deepEqual(
    events.list({ match: {}, limit: 1 }).events.map(({ subject }) => subject),
    ['5'],
  );
});

test('E13: a reset begins anew, and a restored state has nothing to deliver but goes on with its ids', async () => {
  const store = new MemoryStore();
  await subscribe(store, `${ROOT}/1`);
  const state = store.capture();
  const { recorder, events } = opened(store);
  await write(recorder, store, draft());
  const [first] = events.list({ match: {} }).events;
  const storedAfter = (): readonly PendingDelivery[] => {
    const seen = outbox();
    opened(store, { outbox: seen });
    return seen.added;
  };
  assert.equal(storedAfter().length, 1);
  await store.restore(state);
  await recorder.dropPending();
  assert.deepEqual([storedAfter(), events.list({ match: {} }).events], [[], [first]]);
  await write(opened(store).recorder, store, draft());
  await write(recorder, store, draft());
  assert.equal(new Set(events.list({ match: {} }).events.map(({ id }) => id)).size, 2);
  await recorder.reset();
  assert.deepEqual([storedAfter(), events.list({ match: {} }).events], [[], []]);
  await write(recorder, store, draft());
  assert.deepEqual(events.list({ match: {} }).events, [first]);
});

test('E17: until delivered, an event counts once, when it has arrived', async () => {
  const store = new MemoryStore();
  await subscribe(store, `${ROOT}/1`, `${GROUP}/2`);
  const sent = outbox();
  const arrived = new Set<string>();
  const isDelivered = (id: string): boolean => arrived.has(id);
  const { recorder, events } = opened(store, { outbox: sent, isDelivered });
  const query = { match: {}, min: 1, timeoutMs: 60_000, settleMs: 0, until: 'delivered' } as const;
  const waiting = events.readers.await(query, new AbortController().signal);
  await write(recorder, store, draft());
  const [one, other] = sent.added as [PendingDelivery, PendingDelivery];
  await recorder.release(one.id);
  arrived.add(one.event.id);
  await recorder.release(other.id);
  const met = await waiting;
  assert.deepEqual(met, { outcome: 'met', page: { events: [one.event], cursor: '1', dropped: 0 } });
  const late = await events.readers.await({ ...query, min: 2, timeoutMs: 0 }, new AbortController().signal);
  assert.deepEqual([late.outcome, 'seen' in late && late.seen], ['timeout', 1]);
});
