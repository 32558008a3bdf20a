import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BaseStates } from './base-states.ts';
import { StateSize } from './state-size.ts';

const MIB = 1024 * 1024;

test('a state that lines begin with is loaded once, also for those who want it at once, and again where that failed', async () => {
  const states = new BaseStates();
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error('away');
    return { checkpointSize: 1, grown: 1 };
  };
  await assert.rejects(states.get(1, 2, load), /away/);
  const found = await Promise.all([states.get(1, 2, load), states.get(1, 2, load)]);
  assert.equal(found[0], found[1]);
  assert.equal(await states.get(1, 2, load), found[0]);
  assert.equal(loads, 2);
  assert.notEqual(await states.get(2, 1, load), found[0]);
});

test('states that were needed longest ago go where there are many, or they are large', async () => {
  const states = new BaseStates();
  const loaded: number[] = [];
  const get = (line: number, size = 1) =>
    states.get(line, 0, async () => {
      loaded.push(line);
      return { checkpointSize: size, grown: 0 };
    });
  for (let line = 1; line <= 32; line += 1) await get(line);
  await get(1);
  await get(33);
  loaded.length = 0;
  await get(1);
  await get(2);
  assert.deepEqual(loaded, [2]);
  await get(50, 6 * MIB);
  await get(51, 60 * MIB);
  loaded.length = 0;
  await get(51);
  await get(50);
  assert.deepEqual(loaded, [50]);
});

test('behaviour 31.18: the rows that worlds share count in part for each of them', () => {
  const base = new StateSize();
  base.add(100, 20_000);
  const alone = base.bytesOf(100);
  const [one, other] = [base.fork(100), base.fork(100)];
  assert.equal(one.bytesOf(100), Math.round(alone / 2));
  one.add(10, 2_000);
  assert.equal(one.bytesOf(110), Math.round(alone / 2 + alone / 10));
  // Rows that were changed again are there once.
  one.add(1_000, 200_000);
  assert.equal(one.bytesOf(110), Math.round(alone / 2 + (110 * alone) / 100));
  other.release();
  other.release();
  assert.equal(one.bytesOf(0), alone);
});
