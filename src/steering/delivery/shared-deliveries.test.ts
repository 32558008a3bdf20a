import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewNote, Note, Notes } from '../../store/notes.ts';
import { deliveryTo } from '../../testing/delivery-scene.ts';
import { DeliveryLog } from './delivery-log.ts';
import { DeliveryRecord } from './delivery-record.ts';

/** What has happened in a world that is noted, until a process takes it. */
const sharedNotes = () => {
  const noted: NewNote[] = [];
  const takers = new Map<string, (note: Note) => void>();
  const notes: Notes = {
    on: (kind, take) => void takers.set(kind, take),
    keep: () => undefined,
    add: async (note) => void noted.push(note),
    announce: async () => undefined,
    catchUp: async () => undefined,
    watch: () => () => undefined,
  };
  /** Has the process take what another has noted since. */
  const takeFrom = (other: readonly NewNote[]): void => {
    for (const { kind, text } of other)
      takers.get(kind)?.({ number: 1, place: 1, kind, call: 0, text, own: undefined });
  };
  return { noted, notes, takeFrom };
};

const recordMade = (): DeliveryRecord => {
  const { id, event, subscription } = deliveryTo('http://127.0.0.1:1/');
  const { group, uid, sink: url } = subscription;
  return new DeliveryRecord(id, event, { url, group, subscription: uid });
};

/** The log of a process; all deliveries that are stored are of the first. */
const logOf = (notes: Notes, owner: string, isStored: boolean, handed: () => void = () => undefined) =>
  new DeliveryLog({ shared: { notes, owner, ownerOf: () => (isStored ? '1' : undefined), handed } });

const scene = async () => {
  const [maker, reader] = [sharedNotes(), sharedNotes()];
  const [made, seen] = [logOf(maker.notes, '1', true), logOf(reader.notes, '2', true)];
  const record = recordMade();
  const { event } = record;
  made.add(record);
  /** Has the second process take what the first has noted. */
  const pass = async (): Promise<void> => {
    await made.shared?.settled();
    reader.takeFrom(maker.noted.splice(0));
  };
  await pass();
  const stateOf = () => seen.of(event.id)?.map(({ state, reason }) => [state, reason]);
  assert.deepEqual([stateOf(), seen.shared?.isBusy()], [[['pending', undefined]], true]);
  return { made, seen, record, pass, stateOf };
};

const DROPPED = ['dropped', 'the world was reset, restored or ended before it was delivered'];

test('behaviour 31.14: deliveries of another process are dropped as soon as that is heard, whatever it says of them', async () => {
  const { seen, record, pass, stateOf, made } = await scene();
  seen.shared?.drop();
  assert.deepEqual([stateOf(), seen.shared?.isBusy(), seen.shared?.list()], [[DROPPED], false, []]);
  record.nextMillis = 5;
  made.shared?.note(record);
  await pass();
  assert.deepEqual([stateOf(), seen.shared?.list()], [[DROPPED], []]);
});

test('behaviour 31.14: a delivery that had arrived when its process heard of the drop is shown as delivered', async () => {
  const { made, seen, record, pass, stateOf } = await scene();
  seen.shared?.drop();
  made.end(record, 'delivered');
  await pass();
  assert.deepEqual([stateOf(), seen.isDelivered(record.event.id)], [[['delivered', undefined]], true]);
});

test('behaviour 31.14: who hands a delivery over waits until the other process has tried it', async () => {
  const [maker, giver] = [sharedNotes(), sharedNotes()];
  const heard: string[] = [];
  const made = logOf(maker.notes, '1', true, () => void heard.push('handed'));
  const given = logOf(giver.notes, '2', true);
  const record = recordMade();
  given.handOver(record, '1');
  const tried = given.shared?.tried().then(() => heard.push('tried'));
  maker.takeFrom(giver.noted.splice(0));
  assert.deepEqual([heard, given.shared?.isBusy()], [['handed'], true]);
  const own = recordMade();
  const pass = async (): Promise<void> => {
    await made.shared?.settled();
    giver.takeFrom(maker.noted.splice(0));
  };
  made.add(own);
  await pass();
  await undefined;
  assert.deepEqual(heard, ['handed']);
  own.tries = 1;
  made.addAttempt(own, { time: '2030-01-01T00:00:00.000Z', durationMs: 1, status: 503 });
  await pass();
  await tried;
  assert.deepEqual([heard, record.toDelivery().attempts.length], [['handed', 'tried'], 1]);
});

test('behaviour 31.14: a delivery that is gone when it is handed over is dropped in each process', async () => {
  const [maker, giver] = [sharedNotes(), sharedNotes()];
  const [made, given] = [logOf(maker.notes, '1', false), logOf(giver.notes, '2', false)];
  const record = recordMade();
  given.handOver(record, '1');
  maker.takeFrom(giver.noted.splice(0));
  await made.shared?.settled();
  giver.takeFrom(maker.noted.splice(0));
  for (const log of [made, given]) {
    const states = log.of(record.event.id)?.map(({ state, reason }) => [state, reason]);
    assert.deepEqual(states, [DROPPED]);
  }
  assert.equal(given.shared?.isBusy(), false);
});

test('31.14: a delivery that is not made is in the log once its event is taken, behind a reset that was before it', async () => {
  const log = logOf(sharedNotes().notes, '1', false);
  const record = recordMade();
  const { event } = record;
  log.addSuppressed(record, 'not local');
  assert.equal(log.of(event.id), undefined);
  await log.clear();
  // An event that is taken anew changes nothing.
  for (const each of [record, recordMade()]) log.takeSuppressed(each, 'not local');
  assert.deepEqual(
    log.of(event.id)?.map(({ state, reason }) => [state, reason]),
    [['suppressed', 'not local']],
  );
});
