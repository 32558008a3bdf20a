import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Pace, partsOf } from './answer-plan.ts';
import { MAX_LATENCY_MS } from './fault-bounds.contract.ts';

const AT_ONCE: Pace = { bytesPerSecond: undefined, cut: undefined, stallMillis: 0, isBrokenOff: false };
const half = (length: number): number => Math.floor(length / 2);

/** The transmission of a body of a length: the ends of its parts, and in words the pause before each. */
const happens = async (pace: Partial<Pace>, length: number): Promise<readonly (number | string)[]> => {
  const events: (number | string)[] = [];
  const wait = async (millis: number): Promise<void> => void events.push(`${millis} ms`);
  for await (const end of partsOf({ ...AT_ONCE, ...pace }, wait)(length, new AbortController().signal))
    events.push(end);
  return events;
};

const CASES: readonly (readonly [what: string, pace: Partial<Pace>, length: number, events: readonly unknown[]])[] = [
  ['a body at once is one part', {}, 10, [10]],
  ['an empty body has no part', { bytesPerSecond: 1 }, 0, []],
  ['a slow body is written every 100 ms', { bytesPerSecond: 40 }, 10, ['100 ms', 4, '100 ms', 8, '50 ms', 10]],
  ['one slower than that is written byte by byte', { bytesPerSecond: 2 }, 2, ['500 ms', 1, '500 ms', 2]],
  ['one that is broken off has no part after its cut', { cut: half, isBrokenOff: true }, 9, [4]],
  ['one that is cut before its first byte has none', { cut: () => 0, isBrokenOff: true }, 9, []],
  ['one is held at its cut', { cut: half, stallMillis: 7 }, 9, [4, '7 ms', 9]],
  ['one is held, then broken off', { cut: half, stallMillis: 7, isBrokenOff: true }, 9, [4, '7 ms']],
  [
    'a slow one is slow behind its cut, too',
    { bytesPerSecond: 20, cut: half, stallMillis: 7 },
    6,
    ['100 ms', 2, '50 ms', 3, '7 ms', '100 ms', 5, '50 ms', 6],
  ],
];

for (const [what, pace, length, events] of CASES) {
  test(`behaviour F11: ${what}`, async () => {
    assert.deepEqual(await happens(pace, length), events);
  });
}

test('behaviour F47: a slow body takes the longest latency at most', async () => {
  const events = await happens({ bytesPerSecond: 1 }, 10_000_000);
  const waits = events.filter((event) => typeof event === 'string').map((event) => Number.parseInt(event, 10));
  const sum = waits.reduce((all, one) => all + one, 0);
  assert.ok(Math.abs(sum - MAX_LATENCY_MS) < MAX_LATENCY_MS / 100, String(sum));
  assert.equal(events.at(-1), 10_000_000);
});
