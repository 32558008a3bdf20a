import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Note, Notes } from '../../store/notes.ts';
import { Followers } from '../plane/followers.ts';
import { ProcessOrder } from '../plane/process-order.ts';
import { handedOnce, RemainsOfWorlds } from './world-remains.ts';

/** Notes of a world as it is opened; `take` hands one to those who listen. */
const openNotes = () => {
  const takers = new Map<string, (note: Note) => void>();
  let last = 0;
  let store = (_: number): void => undefined;
  const notes: Notes = {
    onStored: (stored) => {
      store = stored;
    },
    on: (kind, take) => void takers.set(kind, take),
    keep: () => undefined,
    add: async () => undefined,
    announce: async () => undefined,
    catchUp: async () => undefined,
    watch: () => () => undefined,
    get footprint() {
      return { last, bytes: 0, isBusy: false };
    },
  };
  const take = (number: number, kind = 'call'): void => {
    last = number;
    takers.get(kind)?.({ number, kind, call: number, text: '', own: undefined });
  };
  return { notes, take, store: (number: number) => store(number) };
};

/** A world as it is opened: each note gets two numbers. */
const openWorld = (all: RemainsOfWorlds, followers: Followers<number>, born = '7') => {
  const { notes, take, store } = openNotes();
  const remains = all.open(born);
  const given: number[] = [];
  const handed = handedOnce(followers, remains);
  remains.follow(notes).on('call', () => {
    const number = remains.next();
    given.push(number, remains.next());
    if (handed.size > 0) handed.take(number);
  });
  return { remains, given, take, store, leave: () => all.leavingOf(born, notes).forgotten() };
};

test('behaviour 31.18: what is taken a second time has the same numbers, and is not handed over again', () => {
  const order = new ProcessOrder();
  const all = new RemainsOfWorlds(order, 1_000_000);
  const followers = new Followers<number>();
  const followed: number[] = [];
  followers.add(() => true, { take: (number) => followed.push(number), ended: () => undefined });
  const first = openWorld(all, followers);
  first.take(1);
  order.next();
  first.take(2, 'without a taker');
  first.take(3);
  assert.deepEqual(first.given, [1, 2, 4, 5]);
  assert.equal(first.remains.opening, 1);
  first.leave();
  const second = openWorld(all, followers);
  assert.equal(second.remains, first.remains);
  assert.deepEqual([second.remains.opening, second.remains.taken], [2, 3]);
  // The first note has been deleted by now.
  for (const number of [3, 4]) second.take(number);
  assert.deepEqual(second.given, [4, 5, 6, 7]);
  assert.deepEqual(followed, [1, 4, 6]);
  assert.deepEqual([second.remains.isBehind(6), second.remains.isBehind(7)], [true, false]);
});

test('behaviour J12: a note that is stored before those before it are taken has its place from then on', () => {
  const order = new ProcessOrder();
  const all = new RemainsOfWorlds(order, 1_000_000);
  const world = openWorld(all, new Followers<number>());
  world.store(3);
  assert.equal(world.remains.isBehind(0), true);
  const next = order.next();
  for (const number of [1, 2, 3]) world.take(number);
  assert.deepEqual(world.given, [next + 1, next + 2, next + 3, next + 4, 1, 2]);
  world.take(4);
  world.leave();
  const again = openWorld(all, new Followers<number>());
  // It is the next that the remains do not know, and not the next of the notes as they are read anew.
  again.store(5);
  const later = order.next();
  for (const number of [1, 2, 3, 4, 5]) again.take(number);
  assert.deepEqual(again.given.slice(0, 8), world.given);
  assert.equal((again.given[8] ?? 0) < later, true);
});

test('behaviour 31.18: of worlds that were let go as much is known as there is room for, the last ones', () => {
  const all = new RemainsOfWorlds(new ProcessOrder(), 1_200);
  const followers = new Followers<number>();
  const worlds = ['1', '2', '3'].map((born) => openWorld(all, followers, born));
  for (const { take, leave } of worlds) {
    take(1);
    leave();
  }
  const isKnown = (born: string): boolean => all.get(born) !== undefined;
  assert.deepEqual(['1', '2', '3'].map(isKnown), [false, true, true]);
  all.end('2');
  assert.deepEqual(['1', '2', '3'].map(isKnown), [false, false, true]);
  const known = all.get('3');
  assert.equal(all.open('3'), known);
});
