import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paneOf, readAddress, withParams, writeAddress } from './address.ts';

test('behaviour Z2: an address is read as it was written', () => {
  for (const address of [
    { pane: 'overview', params: {} },
    { pane: 'journal', params: { world: 'w-1', path: '/registry/*?&#' } },
  ]) {
    assert.deepEqual(readAddress(writeAddress(address)), address);
  }
});

test('behaviour Z2: without a part behind # the overview is shown', () => {
  assert.deepEqual(readAddress(''), { pane: 'overview', params: {} });
});

test('behaviour Z2: empty parameters are left out, and another pane keeps the world only', () => {
  const address = readAddress('#journal?status=403&world=w-1');
  assert.equal(writeAddress(withParams(address, { status: '' })), '#journal?world=w-1');
  assert.equal(writeAddress(paneOf('time', address)), '#time?world=w-1');
});
