import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../kernel/errors.ts';
import { MemoryStore } from '../../store/memory.ts';
import { type ClockStart, WorldClock } from './world-clock.ts';

const START = Date.UTC(2026, 0, 1);
const END = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A clock over a real time that tests move by hand. */
const open = () => {
  const real = { millis: START };
  const clock = new WorldClock({ now: () => real.millis }, new MemoryStore());
  const pass = (millis: number): void => {
    real.millis += millis;
  };
  return { clock, pass };
};

const refused = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.detail.fieldViolations?.[0]?.field ?? 'nothing';
  }
  return 'nothing';
};

test('a clock begins with real time and runs with it', () => {
  const { clock, pass } = open();
  assert.deepEqual(clock.read(), { mode: 'real', nowMillis: START, scale: 1 });
  pass(1_500);
  assert.equal(clock.now(), START + 1_500);
});

test('R7: a clock that is held twice stands still at one moment until it is released twice', () => {
  const { clock, pass } = open();
  clock.hold();
  assert.equal(clock.now(), START);
  pass(15);
  clock.hold();
  assert.deepEqual([clock.now(), clock.realMillis], [START, START]);
  clock.release();
  pass(15);
  assert.equal(clock.now(), START);
  clock.release();
  assert.equal(clock.now(), START + 30);
});

test('a frozen clock does not run, and can be advanced', async () => {
  const { clock, pass } = open();
  await clock.set('frozen');
  pass(1_000);
  assert.equal(clock.now(), START);
  assert.deepEqual(await clock.advance(250), { mode: 'frozen', nowMillis: START + 250, scale: 1 });
  pass(1_000);
  assert.equal(clock.now(), START + 250);
});

test('a clock can be frozen at a later moment', async () => {
  const { clock } = open();
  assert.equal((await clock.set('frozen', START + 5_000)).nowMillis, START + 5_000);
});

test('a clock that runs again keeps its distance to real time', async () => {
  const { clock, pass } = open();
  await clock.set('frozen', START + 5_000);
  pass(1_000);
  await clock.set('real');
  pass(500);
  assert.equal(clock.now(), START + 5_500);
});

for (const [scale, expected] of [
  [60, 60_000],
  [0.5, 500],
  [0.0005, 0],
  [1_000_000, 1_000_000_000],
] as const) {
  test(`a clock of scale ${scale} shows ${expected} ms more after a second`, async () => {
    const { clock, pass } = open();
    assert.deepEqual(await clock.set('scaled', START, scale), { mode: 'scaled', nowMillis: START, scale });
    pass(1_000);
    assert.equal(clock.now(), START + expected);
  });
}

test('a scaled clock runs at its scale after it was advanced', async () => {
  const { clock, pass } = open();
  await clock.set('scaled', START, 10);
  pass(100);
  assert.deepEqual(await clock.advance(1_000), { mode: 'scaled', nowMillis: START + 2_000, scale: 10 });
  pass(100);
  assert.equal(clock.now(), START + 3_000);
});

test('the scale counts in no other mode', async () => {
  const { clock, pass } = open();
  assert.equal((await clock.set('real', START, 10)).scale, 1);
  pass(100);
  assert.equal(clock.now(), START + 100);
});

test('a clock may be set to the moment that it shows', async () => {
  const { clock } = open();
  assert.equal((await clock.set('frozen', START)).nowMillis, START);
  assert.equal((await clock.advance(0)).nowMillis, START);
});

test('a clock is frozen without a moment although time passes between any two readings', async () => {
  let millis = START;
  const clock = new WorldClock(
    {
      now: () => {
        millis += 1;
        return millis;
      },
    },
    new MemoryStore(),
  );
  const { mode, nowMillis } = await clock.set('frozen');
  assert.equal(mode, 'frozen');
  assert.equal(clock.now(), nowMillis);
});

const REFUSED: readonly (readonly [what: string, run: (clock: WorldClock) => Promise<unknown>, field: string])[] = [
  ['a moment before the one it shows', (clock) => clock.set('frozen', START - 1), 'now'],
  ['a moment after the year 9999', (clock) => clock.set('frozen', END + 1), 'now'],
  ['a scale of nothing', (clock) => clock.set('scaled', START, 0), 'scale'],
  ['a scale below nothing', (clock) => clock.set('scaled', START, -1), 'scale'],
  ['a scale that is not a number', (clock) => clock.set('scaled', START, Number.NaN), 'scale'],
  ['a scale above a million', (clock) => clock.set('scaled', START, 1_000_001), 'scale'],
  ['a step back', (clock) => clock.advance(-1), 'by'],
  ['a step past the year 9999', (clock) => clock.advance(END - START + 1), 'by'],
];

for (const [what, run, field] of REFUSED) {
  test(`a clock refuses ${what}, and runs on as it did`, async () => {
    const { clock, pass } = open();
    assert.equal(await refused(() => run(clock)), field);
    pass(10);
    assert.deepEqual(clock.read(), { mode: 'real', nowMillis: START + 10, scale: 1 });
  });
}

test('a clock stops at the end of the year 9999', async () => {
  const { clock, pass } = open();
  await clock.set('scaled', END - 1, 1_000_000);
  pass(1_000);
  assert.equal(clock.now(), END);
});

test('a reset returns to real time, also when that is earlier', async () => {
  const { clock, pass } = open();
  await clock.set('scaled', END, 10);
  pass(1_000);
  await clock.reset();
  assert.deepEqual(clock.read(), { mode: 'real', nowMillis: START + 1_000, scale: 1 });
});

for (const mode of ['frozen', 'scaled', 'real'] as const) {
  test(`when the machine's clock is set back, a ${mode} clock does not go back and can still be set`, async () => {
    let millis = 1_000;
    // At each reading the machine's clock is a little earlier.
    const clock = new WorldClock({ now: () => millis-- }, new MemoryStore());
    assert.equal(clock.now(), 1_000);
    assert.equal((await clock.set(mode, undefined, 2)).nowMillis, 1_000);
    assert.equal((await clock.advance(5)).nowMillis, 1_005);
    assert.equal(clock.now(), 1_005);
    millis -= 500;
    assert.equal(clock.now(), 1_005);
    assert.equal((await clock.set('frozen')).nowMillis, 1_005);
  });
}

test('behaviour M1: a clock that was set runs as it was set when its rows are opened again', async () => {
  const store = new MemoryStore();
  const real = { millis: START };
  const reopened = (start?: ClockStart): WorldClock => new WorldClock({ now: () => real.millis }, store, start);
  const clock = reopened();
  await clock.set('real', START + 60_000);
  real.millis += 1_000;
  assert.deepEqual(reopened().read(), { mode: 'real', nowMillis: START + 61_000, scale: 1 });
  await clock.set('scaled', START + 70_000, 10);
  real.millis += 1_000;
  assert.deepEqual(reopened().read(), { mode: 'scaled', nowMillis: START + 80_000, scale: 10 });
  await clock.set('frozen');
  real.millis += 1_000;
  const start: ClockStart = { mode: 'frozen', scale: 1, nowMillis: START };
  assert.deepEqual(reopened(start).read(), { mode: 'frozen', nowMillis: START + 80_000, scale: 1 });
  assert.equal(reopened().begunMillis, START);
});

test('a clock that was reset to the time of the machine follows it wherever that goes', async () => {
  const store = new MemoryStore();
  const real = { millis: START };
  const clock = new WorldClock({ now: () => real.millis }, store);
  await clock.set('frozen', START + 60_000);
  await clock.reset();
  real.millis -= 5_000;
  assert.equal(new WorldClock({ now: () => real.millis }, store).now(), START - 5_000);
});

test('a clock that starts at a given moment returns to it in a reset, and runs from there', async () => {
  const store = new MemoryStore();
  const start: ClockStart = { mode: 'scaled', scale: 10, nowMillis: START + 60_000 };
  const real = { millis: START };
  const clock = new WorldClock({ now: () => real.millis }, store, start);
  real.millis += 1_000;
  await clock.reset();
  real.millis += 100;
  const again = new WorldClock({ now: () => real.millis }, store, start);
  assert.deepEqual(again.read(), { mode: 'scaled', nowMillis: START + 61_000, scale: 10 });
  assert.equal(again.begunMillis, START + 60_000);
});
