import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewNote, Note, Notes } from '../../store/notes.ts';
import type { PendingDelivery } from '../plane/outbox.ts';
import { RecordedEvent } from './recorded-event.ts';
import { SharedEvents } from './shared-events.ts';

const world = { id: 'default', settings: { serviceDomain: 'a.test', publicUrl: 'http://a.test', seed: 'seed' } };

/** The shared events of a process, with what it adds and takes. */
const openShared = () => {
  const added: NewNote[] = [];
  const takers = new Map<string, (note: Note) => void>();
  const [taken, refused]: [RecordedEvent[], PendingDelivery[]] = [[], []];
  const notes: Notes = {
    on: (kind, take) => void takers.set(kind, take),
    keep: () => {},
    add: async (note) => void added.push(note),
    announce: async () => {},
    catchUp: async () => {},
    watch: () => () => {},
  };
  const shared = new SharedEvents({
    notes,
    world,
    taken: (event) => void taken.push(event),
    refused: (deliveries) => void refused.push(...deliveries),
    hidden: () => {},
  });
  return { shared, added, takers, taken, refused };
};

const eventOf = (number: number): RecordedEvent =>
  new RecordedEvent(
    world,
    number,
    {
      family: 'api',
      type: 'thing.created.v1',
      audience: 'customer',
      path: '/things',
      subject: `a/${number}`,
      group: 'a',
    },
    { timeMillis: 7 },
  );

const EVENTS = [eventOf(1), eventOf(2)];
const [FIRST, SECOND] = EVENTS.map((event) => event.render());
assert.ok(FIRST && SECOND);
const subscription = { uid: 'a/s', group: 'a', sink: 'http://elsewhere.test' };
const REFUSED: PendingDelivery = { id: '1.0', event: FIRST, subscription, refusal: 'not local' };
const MADE: PendingDelivery = { id: '2.0', event: SECOND, subscription };

test('31.14: a delivery that is not made is known at each process with the event, and as no note of its own', () => {
  const [one, other] = [openShared(), openShared()];
  one.shared.add(EVENTS, [REFUSED, MADE], -1);
  const left = one.shared.take(-1);
  assert.ok(left);
  assert.deepEqual(one.added, []);
  other.shared.taken(4, JSON.parse(JSON.stringify(left)), false);
  assert.deepEqual(
    other.taken.map((event) => [event.call, event.render()]),
    [
      [4, FIRST],
      [4, SECOND],
    ],
  );
  assert.deepEqual(other.refused, [REFUSED]);
  one.shared.taken(4, left, true);
  assert.deepEqual(one.taken, EVENTS);
  assert.deepEqual(one.refused, [REFUSED]);
});

test('events of no call are stored at once, with their deliveries that are not made', async () => {
  const [one, other] = [openShared(), openShared()];
  await one.shared.add(EVENTS, [REFUSED], 0);
  const [note] = one.added;
  assert.ok(note);
  other.takers.get(note.kind)?.({ number: 1, place: 1, kind: note.kind, call: 0, text: note.text, own: undefined });
  assert.deepEqual(other.refused, [REFUSED]);
});

test('events that an earlier release has stored are taken, and nothing of their deliveries', () => {
  const { shared, taken, refused } = openShared();
  shared.taken(4, JSON.parse(JSON.stringify(EVENTS)), false);
  assert.deepEqual(
    taken.map((event) => event.render()),
    [FIRST, SECOND],
  );
  assert.deepEqual(refused, []);
});
