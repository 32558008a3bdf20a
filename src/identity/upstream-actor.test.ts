import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorOfClaims } from './verified.ts';

test('every member of an upstream identity is a text', () => {
  assert.deepEqual(actorOfClaims({}), { iss: '', sub: '', aud: '' });
  assert.deepEqual(actorOfClaims({ iss: 'i', sub: 's', aud: ['a', 'b'] }), { iss: 'i', sub: 's', aud: 'a,b' });
});
