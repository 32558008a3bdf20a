import { ok } from '../support/answer.ts';
import { expectInvalid, expectViolation } from '../support/errors.ts';
import { advance } from '../support/mock.ts';
import { createOrg } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

test('6.5: a mask that is given twice is refused', async ({ api, org }) => {
  const repo = await org.repo();
  for (const query of ['updateMask=name&updateMask=description', 'updateMask=name&update_mask=description']) {
    expectViolation(await api.patch(`/registry/v2/repos/${repo.uid}?${query}`, { name: 'x' }), 'updateMask');
  }
});

test('3.4: the two spellings of the mask may agree', async ({ api, org }) => {
  const repo = await org.repo();
  const query = 'updateMask=description&update_mask=description';
  const changed = ok(await api.patch(`/registry/v2/repos/${repo.uid}?${query}`, { description: 'x', name: 'y' }));
  expect(changed).toMatchObject({ description: 'x', name: repo.name });
});

test('6.5: a mask lists several fields', async ({ api, org }) => {
  const repo = await org.repo();
  const body = { name: 'renamed', description: 'x', catalogTier: 'CATALOG_TIER_AI' };
  const changed = ok(await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=catalogTier,description`, body));
  expect(changed).toMatchObject({ name: repo.name, description: 'x', catalogTier: 'CATALOG_TIER_AI' });
});

test('6.12: an empty mask is the same as no mask', async ({ api, org }) => {
  const repo = await org.repo();
  const changed = ok(await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=`, { description: 'x' }));
  expect(changed).toMatchObject({ name: repo.name, description: 'x' });
});

for (const mask of [
  ',',
  'description,',
  'name,,description',
  '.',
  'description.x',
  'Description',
  '__proto__',
  'constructor',
]) {
  test(`6.6, 6.12: the mask "${mask}" is refused`, async ({ api, org }) => {
    const repo = await org.repo();
    const answer = await api.patch(`/registry/v2/repos/${repo.uid}?updateMask=${mask}`, { description: 'x' });
    expectViolation(answer, 'updateMask');
    expect((await api.read(`/registry/v2/repos/${repo.uid}`)).description).toBe('');
  });
}

for (const key of ['updateMask', 'update_mask']) {
  test(`6.13: ${key} in the body is an unknown key`, async ({ api, org }) => {
    const repo = await org.repo();
    const answer = await api.patch(`/registry/v2/repos/${repo.uid}`, { [key]: 'description', description: 'x' });
    expectInvalid(answer, { [key]: /./ });
  });
}

test('6.4: all unknown keys are reported together', async ({ api, org }) => {
  const repo = await org.repo();
  const answer = await api.patch(`/registry/v2/repos/${repo.uid}`, { descripton: 'x', nam: 'y' });
  expectInvalid(answer, { descripton: /./, nam: /./ });
});

test('6.16: a rename to a name that is taken is 409', async ({ api, org }) => {
  const [one, other] = [await org.repo(), await org.repo()];
  expect((await api.patch(`/registry/v2/repos/${one.uid}`, { name: other.name })).status).toBe(409);
  expect((await api.patch(`/registry/v2/repos/${one.uid}`, { name: one.name })).status).toBe(200);
});

test('6.2: a violation of the changed field is reported and nothing changes', async ({ api, org }) => {
  const repo = await org.repo();
  const answer = await api.patch(`/registry/v2/repos/${repo.uid}`, { name: 'Not Valid!', description: 'x' });
  expectInvalid(answer, { name: 'name must match "^[a-z0-9 ._-]{1,}$"' });
  expect((await api.read(`/registry/v2/repos/${repo.uid}`)).description).toBe('');
});

for (const path of ['/registry/v2/tags', '/events/v2/subscriptions', '/iam/v2/terms'] as const) {
  test(`6, 2.6: PATCH ${path} is not an operation`, async ({ api, org }) => {
    expect((await api.patch(`${path}/${org.uid}`, {})).status).toBe(501);
  });
}

test.describe('updateTime @mock', () => {
  test('6.16: moves when a mask names a field, even to the value it has', async ({ ownWorld, shared }) => {
    const api = await ownWorld();
    const org = await createOrg(api, shared.roles);
    const repo = await org.repo({ description: 'same' });
    await advance(api, '1h');
    const target = `/registry/v2/repos/${repo.uid}`;
    expect(ok(await api.patch(target, {})).updateTime).toBe(repo.updateTime);
    expect(ok(await api.patch(`${target}?updateMask=uid`, {})).updateTime).toBe(repo.updateTime);
    const changed = ok(await api.patch(target, { description: 'same' }));
    expect(Date.parse(changed.updateTime) - Date.parse(repo.updateTime)).toBeGreaterThanOrEqual(3_600_000);
    expect(changed.createTime).toBe(repo.createTime);
  });
});
