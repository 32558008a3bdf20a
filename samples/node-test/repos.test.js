import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWorld } from './in-world.js';

test(
  'a name is taken once',
  inWorld(async (world) => {
    const repo = { method: 'POST', body: JSON.stringify({ name: 'checkout' }) };
    const create = () => world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
    assert.equal((await create()).status, 200);
    assert.equal((await create()).status, 409);
  }),
);
