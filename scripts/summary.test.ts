import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countPlaywright, countTap, isGreen, sum, summaryLine } from './summary.ts';

const tap = (totals: string): string => `TAP version 13\nok 1 - a\n# pass 99\n1..1\n# tests 7\n${totals}`;

test('a TAP report is counted by its last totals, cancelled tests as failed', () => {
  const report = tap('# pass 3\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 0\n');
  assert.deepEqual(countTap(report), { passed: 3, failed: 2, skipped: 2 });
});

test('a TAP report without totals is refused', () => {
  assert.throws(() => countTap('TAP version 13\nok 1 - a\n'), /no total of "pass"/);
});

test('a Playwright report counts flaky tests and errors outside of tests as failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  assert.deepEqual(countPlaywright(JSON.stringify({ stats, errors: [{}] })), { passed: 5, failed: 3, skipped: 2 });
});

test('the summary adds up and names skipped tests only where there are some', () => {
  const one = { passed: 2, failed: 0, skipped: 0 };
  assert.equal(summaryLine(sum([one, one])), '4 passed, 0 failed');
  assert.equal(summaryLine(sum([one, { passed: 0, failed: 1, skipped: 3 }])), '2 passed, 1 failed, 3 skipped');
});

test('a run is green only when a test ran and none failed', () => {
  assert.equal(isGreen({ passed: 1, failed: 0, skipped: 9 }), true);
  assert.equal(isGreen({ passed: 0, failed: 0, skipped: 9 }), false);
  assert.equal(isGreen({ passed: 9, failed: 1, skipped: 0 }), false);
});
