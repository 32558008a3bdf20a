import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowTimes } from './row-writer.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');

test('rowTimes makes each row a second younger than the one before', () => {
  const next = rowTimes(Date.parse('2026-01-28T12:54:58.189Z'), NOW);
  assert.deepEqual(
    [next(), next(), next()],
    ['2026-01-28T12:54:58.189Z', '2026-01-28T12:54:59.189Z', '2026-01-28T12:55:00.189Z'],
  );
});

test('rowTimes returns what a date would return, over a day and more', () => {
  const start = Date.parse('2024-02-28T23:58:59.000Z');
  const next = rowTimes(start, NOW);
  for (let row = 0; row < 100_000; row += 1) {
    const time = next();
    if (row % 997 === 0) assert.equal(time, new Date(start + row * 1000).toISOString());
  }
});

test('rowTimes makes every row now where there is no start', () => {
  const next = rowTimes(undefined, NOW);
  assert.deepEqual([next(), next()], ['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z']);
});
