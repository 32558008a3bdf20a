import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOf, readAddress, withParams, writeAddress } from './address.ts';

test('behaviour Z2: an address is read as it was written', () => {
  for (const address of [
    { part: 'calls', params: {} },
    { part: 'calls', params: { world: 'w-1', path: '/registry/*?&#' } },
  ]) {
    assert.deepEqual(readAddress(writeAddress(address)), address);
  }
});

test('behaviour Z2: without anything behind # no part is chosen', () => {
  assert.deepEqual(readAddress(''), { part: '', params: {} });
});

test('behaviour Z2: empty parameters are left out, and another part keeps the world only', () => {
  const address = readAddress('#calls?q=status:403&world=w-1');
  assert.equal(writeAddress(withParams(address, { q: '' })), '#calls?world=w-1');
  assert.equal(writeAddress(partOf('faults', address)), '#faults?world=w-1');
});

test('behaviour Z2: a call alone is one of the calls', () => {
  assert.deepEqual(readAddress('#call=17'), { part: 'calls', params: { call: '17' } });
});
