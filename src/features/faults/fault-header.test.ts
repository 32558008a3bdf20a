import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleOfHeader } from './fault-header.ts';

/** A header as node shows its bytes. */
const received = (bytes: Buffer): string => `UNAVAILABLE; message=${bytes.toString('latin1')}`;

test('F5: the text of a message is UTF-8, and what is not is taken byte by byte', () => {
  assert.equal(ruleOfHeader(received(Buffer.from('zu spät, 遅い'))).do.message, 'zu spät, 遅い');
  assert.equal(ruleOfHeader(received(Buffer.from('sp\xe4t', 'latin1'))).do.message, 'sp\xe4t');
});
