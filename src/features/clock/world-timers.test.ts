import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../kernel/errors.ts';
import { MemoryStore } from '../../store/memory.ts';
import { WorldClock } from './world-clock.ts';
import { WorldTimers } from './world-timers.ts';

const START = Date.UTC(2030, 0, 1);

/** Timers over a clock whose real time tests move by hand. */
const open = () => {
  const real = { millis: START };
  const clock = new WorldClock({ now: () => real.millis }, new MemoryStore());
  const waits: { readonly millis: number; readonly wake: () => void }[] = [];
  const settling: string[] = [];
  const wait = (millis: number, wake: () => void) => {
    const one = { millis, wake };
    waits.push(one);
    return () => void (waits.includes(one) && waits.splice(waits.indexOf(one), 1));
  };
  const timers = new WorldTimers({ clock, wait, settled: async () => void settling.push('settled') });
  const fired: (readonly [string, number])[] = [];
  const set = (name: string, seconds: number): (() => void) =>
    timers.at(START + seconds * 1_000, { kind: name }, () => fired.push([name, (clock.now() - START) / 1_000]));
  return { clock, timers, waits, settling, fired, set, real };
};

test('behaviour E25: a step fires what is due in its order, each at its moment, and reports it', async () => {
  const { clock, timers, fired, set, settling } = open();
  await clock.set('frozen');
  set('b', 5);
  set('a', 1);
  set('c', 5);
  set('late', 60);
  assert.deepEqual(
    timers.list().map(({ kind, atMillis }) => [kind, atMillis - START]),
    [
      ['a', 1_000],
      ['b', 5_000],
      ['c', 5_000],
      ['late', 60_000],
    ],
  );
  const { fired: reported, furtherFired } = await timers.advance({ byMillis: 10_000 }, false);
  assert.deepEqual(fired, [
    ['a', 1],
    ['b', 5],
    ['c', 5],
  ]);
  assert.deepEqual([reported.map(({ kind }) => kind), furtherFired, clock.now() - START], [['a', 'b', 'c'], 0, 10_000]);
  assert.deepEqual(settling, []);
});

test('behaviour E25: a timer that a timer sets within the step fires in it, and settle waits before the clock moves on', async () => {
  const { clock, timers, fired, set, settling } = open();
  await clock.set('frozen');
  timers.at(START + 1_000, { kind: 'first' }, () => {
    fired.push(['first', settling.length]);
    set('second', 2);
  });
  await timers.advance({ toMillis: START + 3_000 }, true);
  assert.deepEqual(fired, [
    ['first', 0],
    ['second', 2],
  ]);
  assert.equal(settling.length, 3);
});

test('behaviour E25: next moves to the next timer; a step back, or to nothing, is refused', async () => {
  const { clock, timers, fired, set } = open();
  await clock.set('frozen');
  await assert.rejects(
    timers.advance('next', false),
    (error) => error instanceof ApiError && /no timer/.test(error.message),
  );
  await assert.rejects(timers.advance({ byMillis: -1 }, false), ApiError);
  await assert.rejects(timers.advance({ toMillis: START - 1 }, false), ApiError);
  const takeBack = set('taken back', 1);
  set('remaining', 2);
  takeBack();
  takeBack();
  await timers.advance('next', false);
  assert.deepEqual([fired, timers.list()], [[['remaining', 2]], []]);
});

test('behaviour E25: of many timers that fire a thousand are reported, and the others counted', async () => {
  const { clock, timers, set } = open();
  await clock.set('frozen');
  for (let index = 0; index < 1_200; index += 1) set('x', 1);
  const { fired, furtherFired } = await timers.advance({ byMillis: 1_000 }, false);
  assert.deepEqual([fired.length, furtherFired], [1_000, 200]);
});

test('behaviour E26: a running clock has the machine wake it, in the time that its scale makes of it, and a frozen one does not', async () => {
  const { clock, timers, fired, waits, set, real } = open();
  set('a', 10);
  assert.deepEqual(
    waits.map(({ millis }) => millis),
    [10_000],
  );
  await clock.set('scaled', undefined, 100);
  assert.deepEqual(
    waits.map(({ millis }) => millis),
    [100],
  );
  await clock.set('frozen');
  assert.equal(waits.length, 0);
  await clock.set('real');
  set('sooner', 1);
  assert.deepEqual(
    waits.map(({ millis }) => millis),
    [1_000],
  );
  real.millis += 1_000;
  waits[0]?.wake();
  assert.deepEqual([fired, waits.map(({ millis }) => millis)], [[['sooner', 1]], [9_000]]);
  timers.close();
  assert.deepEqual([waits.length, timers.list()], [0, []]);
});

test('setting the clock fires what it passes over', async () => {
  const { clock, fired, set } = open();
  await clock.set('frozen');
  set('a', 10);
  await clock.set('frozen', START + 20_000);
  assert.deepEqual(fired, [['a', 20]]);
});
