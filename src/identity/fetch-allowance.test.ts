import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FetchAllowance } from './trusted-issuers.ts';

const opened = () => {
  const clock = { millis: 1_000_000, now: () => clock.millis };
  const allowance = new FetchAllowance(clock);
  const taken = (times: number): number => Array.from({ length: times }, () => allowance.take()).filter(Boolean).length;
  return { clock, allowance, taken };
};

test('10.21: five fetches are allowed at once, and no more', () => {
  assert.equal(opened().taken(50), 5);
});

test('10.21: one more is allowed for each second that passes, and never more than five', () => {
  const { clock, taken } = opened();
  taken(5);
  clock.millis += 999;
  assert.equal(taken(1), 0);
  clock.millis += 1;
  assert.equal(taken(9), 1);
  clock.millis += 2_500;
  assert.equal(taken(9), 2);
  clock.millis += 3_600_000;
  assert.equal(taken(9), 5);
});

test('a fetch that is given back is allowed again, above five it is not', () => {
  const { allowance, taken } = opened();
  allowance.giveBack();
  assert.equal(taken(9), 5);
  allowance.giveBack();
  assert.equal(taken(9), 1);
});

test('a clock that is put back allows nothing more and takes nothing away', () => {
  const { clock, taken } = opened();
  taken(3);
  clock.millis -= 60_000;
  assert.equal(taken(9), 2);
  clock.millis += 1_000;
  assert.equal(taken(9), 1);
});
