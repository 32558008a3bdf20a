import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Note, Notes } from '../../store/notes.ts';
import { Followers } from '../plane/followers.ts';
import { SharedOrder } from '../plane/process-order.ts';
import { handedOnce, lastNumberOf, RemainsOfWorlds } from './world-remains.ts';

/** Notes of a world as it is opened; `take` hands one to those who listen. */
const openNotes = () => {
  const takers = new Map<string, (note: Note) => void>();
  let last = 0;
  const notes: Notes = {
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
  const take = (number: number, place: number, kind = 'call'): void => {
    last = number;
    takers.get(kind)?.({ number, place, kind, call: number, text: '', own: undefined });
  };
  return { notes, take };
};

/** A world as it is opened: each note gets two numbers. */
const openWorld = (all: RemainsOfWorlds, followers: Followers<number>, born = '7') => {
  const { notes, take } = openNotes();
  const remains = all.open(born);
  const given: number[] = [];
  const handed = handedOnce(followers, remains);
  remains.follow(notes).on('call', () => {
    const number = remains.next();
    given.push(number, remains.next());
    if (handed.size > 0) handed.take(number);
  });
  return { remains, given, take, leave: () => all.leavingOf(born, notes).forgotten() };
};

test('behaviour J12: what has happened has numbers by its place, whichever process takes it, and when', () => {
  const given = [1, 2].map((nth) => {
    const all = new RemainsOfWorlds(new SharedOrder(), 1_000_000);
    const worlds = ['7', '8'].map((born) => openWorld(all, new Followers<number>(), born));
    const takes = [() => worlds[0]?.take(1, 5), () => worlds[1]?.take(1, 4), () => worlds[0]?.take(2, 6)];
    for (const take of nth === 1 ? takes : [...takes.slice(1), ...takes.slice(0, 1)]) take();
    return worlds.map((world) => [...world.given].sort((one, other) => one - other));
  });
  assert.deepEqual(given[1], given[0]);
  const [[one = 0, ...more] = [], [other = 0] = []] = given[0] ?? [];
  assert.ok(other < one && one > lastNumberOf(4) && one <= lastNumberOf(5));
  assert.deepEqual(
    [...more].sort((a, b) => a - b),
    more,
  );
});

test('behaviour J12: a call with more events than a note has numbers stays before what comes behind it', () => {
  const order = new SharedOrder();
  const remains = new RemainsOfWorlds(order, 1_000_000).open('7');
  const { notes, take } = openNotes();
  const numbers: number[] = [];
  remains.follow(notes).on('call', () => {
    for (let nth = 0; nth < 2_000; nth += 1) numbers.push(remains.next());
  });
  take(1, 3);
  assert.equal(Math.max(...numbers), lastNumberOf(3));
  assert.equal(order.last, lastNumberOf(3));
  // Outside of a note there are none.
  assert.equal(remains.next(), lastNumberOf(3));
});

test('behaviour 31.18: what is taken a second time has the same numbers, and is not handed over again', () => {
  const all = new RemainsOfWorlds(new SharedOrder(), 1_000_000);
  const followers = new Followers<number>();
  const followed: number[] = [];
  followers.add(() => true, { take: (number) => followed.push(number), ended: () => undefined });
  const first = openWorld(all, followers);
  first.take(1, 1);
  first.take(2, 4, 'without a taker');
  first.take(3, 7);
  assert.equal(first.remains.opening, 1);
  first.leave();
  const second = openWorld(all, followers);
  assert.equal(second.remains, first.remains);
  assert.deepEqual([second.remains.opening, second.remains.taken], [2, 3]);
  // The first note has been deleted by now.
  second.take(3, 7);
  second.take(4, 9);
  assert.deepEqual(second.given.slice(0, 2), first.given.slice(2));
  assert.deepEqual(followed, [first.given[0], first.given[2], second.given[2]]);
  const { given } = second.remains;
  assert.deepEqual([second.remains.isBehind(given - 1), second.remains.isBehind(given)], [true, false]);
});

test('behaviour 31.18: of worlds that were let go as much is known as there is room for, the last ones', () => {
  const all = new RemainsOfWorlds(new SharedOrder(), 1_200);
  const followers = new Followers<number>();
  const worlds = ['1', '2', '3'].map((born) => openWorld(all, followers, born));
  for (const { take, leave } of worlds) {
    take(1, 1);
    leave();
  }
  const isKnown = (born: string): boolean => all.get(born) !== undefined;
  assert.deepEqual(['1', '2', '3'].map(isKnown), [false, true, true]);
  all.end('2');
  assert.deepEqual(['1', '2', '3'].map(isKnown), [false, false, true]);
  const known = all.get('3');
  assert.equal(all.open('3'), known);
});
