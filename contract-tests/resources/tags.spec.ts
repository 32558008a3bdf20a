import { ok, rowsOf } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { advance } from '../support/mock.ts';
import { createOrg, digestOf } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

test('5.11, 1.1: a new tag has deprecated false', async ({ org }) => {
  const repo = await org.repo();
  const tag = await org.tag(repo.uid);
  expect(tag).toMatchObject({ deprecated: false });
  expect(tag.uid).toMatch(new RegExp(`^${repo.uid}/[0-9a-f]{16}$`));
});

test('5.11, 7.11: a create of an existing name replaces the tag and keeps uid and createTime', async ({ api, org }) => {
  const repo = await org.repo();
  const first = await org.tag(repo.uid, { name: '1.0', deprecated: true, bundles: ['base'] });
  const second = await org.tag(repo.uid, { name: '1.0', digest: digestOf('other'), bundles: ['fips'] });
  expect(second).toMatchObject({
    uid: first.uid,
    createTime: first.createTime,
    digest: digestOf('other'),
    bundles: ['fips'],
    deprecated: false,
  });
  expect(second.updateTime >= first.updateTime).toBe(true);
  expect(await api.read(`/registry/v2/tags?uidp.children_of=${repo.uid}`)).toMatchObject({ totalCount: '1' });
  expect(await api.read(`/registry/v2/tags/${first.uid}`)).toEqual(second);
  const { bundles = [] } = await org.tag(repo.uid, { name: '1.0' });
  expect(bundles).toEqual([]);
});

test('5.11: tags of the same name in two repos are separate', async ({ org }) => {
  const [one, other] = [await org.repo(), await org.repo()];
  expect((await org.tag(one.uid, { name: 'a' })).uid).not.toBe((await org.tag(other.uid, { name: 'a' })).uid);
});

test('5.11: deprecated can be set and cleared', async ({ org }) => {
  const repo = await org.repo();
  for (const deprecated of [true, false, true]) {
    expect((await org.tag(repo.uid, { name: 'a', deprecated })).deprecated).toBe(deprecated);
  }
});

test('5.11: equal creates at the same time all return the same tag', async ({ api, org }) => {
  const repo = await org.repo();
  const digests = Array.from({ length: 6 }, (_, index) => digestOf(String(index)));
  const made = await Promise.all(digests.map((digest) => org.tag(repo.uid, { name: 'race', digest })));
  expect(new Set(made.map(({ uid }) => uid)).size).toBe(1);
  const [tag] = rowsOf(await api.read(`/registry/v2/tags?uidp.children_of=${repo.uid}`), 'tags');
  expect(digests).toContain(tag?.digest);
});

const NAME = 'tag must match "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$"';
for (const name of ['', '.a', '-a', 'a b', 'a/b', 'a:b', 'é', 'x'.repeat(129), 'a\n']) {
  test(`5.11: the name ${JSON.stringify(name.slice(0, 10))} is refused`, async ({ api, org }) => {
    const repo = await org.repo();
    expectInvalid(await api.post(`/registry/v2/tags/${repo.uid}`, { name, digest: digestOf('a') }), { name: NAME });
  });
}

for (const name of ['a', 'A', '_', '1.0', 'x'.repeat(128), 'a._-Z9']) {
  test(`5.11: the name ${name.slice(0, 10)} is accepted`, async ({ org }) => {
    expect((await org.tag((await org.repo()).uid, { name })).name).toBe(name);
  });
}

for (const digest of [
  '',
  'sha256:',
  'latest',
  `sha512:${'0'.repeat(64)}`,
  `sha256:${'0'.repeat(63)}`,
  `sha256:${'G'.repeat(64)}`,
  `sha256:${'A'.repeat(64)}`,
]) {
  test(`5.11: the digest "${digest.slice(0, 20)}" of ${digest.length} letters is refused`, async ({ api, org }) => {
    const repo = await org.repo();
    expectInvalid(await api.post(`/registry/v2/tags/${repo.uid}`, { name: 'a', digest }), {
      digest: 'digest must match "^sha256:[0-9a-f]+$"',
    });
  });
}

test('5.11: an unknown bundle is refused', async ({ api, org }) => {
  const repo = await org.repo();
  const body = { name: 'a', digest: digestOf('a'), bundles: ['nope'] };
  expectInvalid(await api.post(`/registry/v2/tags/${repo.uid}`, body), { bundles: /^only the following keywords/ });
});

test('5.11: replacing moves updateTime and leaves createTime @mock', async ({ ownWorld, shared }) => {
  const api = await ownWorld();
  const org = await createOrg(api, shared.roles);
  const repo = await org.repo();
  const first = await org.tag(repo.uid, { name: 'a' });
  await advance(api, '1h');
  const second = ok(await api.post(`/registry/v2/tags/${repo.uid}`, { name: 'a', digest: first.digest }));
  expect(second.createTime).toBe(first.createTime);
  expect(Date.parse(second.updateTime) - Date.parse(first.updateTime)).toBeGreaterThanOrEqual(3_600_000);
  const since = `/registry/v2/tags?uidp.children_of=${repo.uid}&updated_since=${first.updateTime}`;
  expect(await api.read(since)).toMatchObject({ totalCount: '1' });
});
