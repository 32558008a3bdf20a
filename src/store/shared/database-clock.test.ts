import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseClock } from './database-clock.ts';

test('31.7: the clock of a database goes on from its latest answer, and never back', () => {
  let machine = 500;
  const clock = new DatabaseClock(() => machine);
  clock.note(10_000);
  assert.equal(clock.now(), 10_000);
  machine = 600.5;
  assert.equal(clock.now(), 10_100);
  // An answer that took long shows less than has passed since, and changes nothing.
  clock.note(10_020);
  assert.equal(clock.now(), 10_100);
  clock.note(10_300);
  assert.equal(clock.now(), 10_300);
  machine = 610.5;
  assert.equal(clock.now(), 10_310);
});

test('31.20: it is fresh for a second after the time of the database was noted, whatever that was', () => {
  let monotonic = 0;
  const clock = new DatabaseClock(() => monotonic);
  assert.equal(clock.isFresh, false);
  clock.note(5_000);
  monotonic = 999;
  assert.equal(clock.isFresh, true);
  monotonic = 1_000;
  assert.equal(clock.isFresh, false);
  clock.note(4_000);
  assert.equal(clock.isFresh, true);
});
