import assert from 'node:assert/strict';
import test from 'ava';
import { testInWorld } from './in-world.js';

testInWorld(test, 'a name is taken once', async (world) => {
  const repo = { method: 'POST', body: JSON.stringify({ name: 'checkout' }) };
  const create = () => world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
  assert.equal((await create()).status, 200);
  assert.equal((await create()).status, 409);
});
