import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeTime } from './export-fixture.ts';
import { timeFrom } from './read-value.ts';

const NOW = Date.parse('2026-11-24T12:00:00.000Z');

for (const [text, spelling] of [
  ['2026-11-24T12:00:00.000Z', 'now'],
  ['2026-11-21T09:59:58.500Z', 'now-3d2h1s500ms'],
  ['2026-11-24T13:00:00.000Z', 'now+1h'],
  ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['soon', 'soon'],
] as const) {
  test(`the time ${text} is written as ${spelling}, which is read as the same`, () => {
    assert.equal(relativeTime(text, NOW), spelling);
    assert.equal(timeFrom(spelling, NOW), text);
  });
}
