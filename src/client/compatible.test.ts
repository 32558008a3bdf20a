import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMismatch } from './compatible.ts';

for (const [mock, own, age] of [
  ['0.1.9', '0.1.0', undefined],
  ['0.1.0-rc.1', '0.1.0', undefined],
  ['0.2.0', '0.1.0', 'new'],
  ['0.1.0', '0.2.0', 'old'],
  ['1.0.0', '0.9.0', 'new'],
  ['1.3.0', '1.2.4', undefined],
  ['1.1.9', '1.2.4', 'old'],
  ['2.0.0', '1.2.4', 'new'],
  ['0.9.0', '1.0.0', 'old'],
] as const) {
  test(`N6: a mock of ${mock} is ${age === undefined ? 'right' : `too ${age}`} for a client of ${own}`, () => {
    const said = describeMismatch(mock, own);
    if (age === undefined) assert.equal(said, undefined);
    else assert.match(String(said), new RegExp(`^is platform-mock ${mock}, which is too ${age} .* version ${own}: `));
  });
}
