const assert = require('node:assert/strict');

describe('repos', () => {
  it('have a name that is taken once', async function () {
    const { world } = this;
    const repo = { method: 'POST', body: JSON.stringify({ name: 'checkout' }) };
    const create = () => world.fetch(`/registry/v2/repos/${world.orgId}`, repo);
    assert.equal((await create()).status, 200);
    assert.equal((await create()).status, 409);
  });
});
