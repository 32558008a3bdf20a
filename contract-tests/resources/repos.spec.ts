import { expectConflict, expectInvalid } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

const BUNDLES = ['application', 'base', 'byol', 'ai', 'ai-gpu', 'featured', 'fips', 'commercial', 'emeritoss'];

test('1.1: a new repo has its scalars and no unset messages', async ({ org }) => {
  const repo = await org.repo();
  expect(Object.keys(repo).toSorted()).toEqual(['createTime', 'description', 'name', 'uid', 'updateTime']);
});

test('5.10: every field is stored', async ({ api, org }) => {
  const fields = {
    description: 'd',
    catalogTier: 'CATALOG_TIER_FIPS',
    bundles: BUNDLES,
    aliases: ['library/nginx:latest', 'a.b/c_d-e:1'],
    activeTags: ['latest', '1'],
    customOverlay: {
      contents: {
        packages: ['curl'],
        runtimeRepositories: ['https://r.test'],
        runtimeKeyring: [{ name: 'k', content: 'c' }],
      },
      environment: { A: 'b' },
      annotations: { 'com.example.a': 'b' },
      accounts: { runAs: '65532', users: [{ username: 'u', uid: 1, gid: 1 }], groups: [{ groupname: 'g', gid: 1 }] },
      certificates: { additional: [{ name: 'n', content: 'c' }], providers: ['p'] },
    },
  };
  const repo = await org.repo(fields);
  expect(repo).toMatchObject(fields);
  expect(await api.read(`/registry/v2/repos/${repo.uid}`)).toEqual(repo);
});

for (const spelling of ['syncConfig', 'sync_config']) {
  test(`C3: ${spelling} is accepted and returned as syncConfig`, async ({ org }) => {
    const { uid: source } = await org.repo();
    const repo = await org.repo({ [spelling]: { source, google: 'g' } });
    expect(repo.syncConfig).toMatchObject({ source, google: 'g' });
    expect(repo).not.toHaveProperty('sync_config');
  });
}

test('5.10: output-only members of syncConfig are ignored, and its source is required', async ({ api, org }) => {
  const { uid: source } = await org.repo();
  const repo = await org.repo({ syncConfig: { source, uniqueTags: true, gracePeriod: true, apkoOverlay: 'x' } });
  const sync = repo.syncConfig as Readonly<Record<string, unknown>>;
  expect(sync.uniqueTags ?? false).toBe(false);
  expect(sync.apkoOverlay ?? '').toBe('');
  const answer = await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a', syncConfig: {} });
  expectInvalid(answer, { 'syncConfig.source': 'syncConfig.source is required' });
});

const bad: readonly (readonly [string, Readonly<Record<string, unknown>>, string, string | RegExp])[] = [
  ['an unknown bundle', { bundles: ['base', 'other'] }, 'bundles', /^only the following keywords are valid/],
  ['a bundle in capitals', { bundles: ['BASE'] }, 'bundles', /^only the following/],
  ['an alias without a tag', { aliases: ['library/nginx'] }, 'aliases', /^each alias must match/],
  ['an alias with an empty tag', { aliases: ['a:b', 'a:'] }, 'aliases', /^each alias must match/],
  ['an alias that ends in a slash', { aliases: ['a/:b'] }, 'aliases', /^each alias must match/],
  ['an unknown tier', { catalogTier: 'TIER' }, 'catalogTier', /./],
  ['bundles that are not a list', { bundles: 'base' }, 'bundles', /./],
];
for (const [what, fields, field, says] of bad) {
  test(`5.10: ${what} is refused`, async ({ api, org }) => {
    expectInvalid(await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a', ...fields }), { [field]: says });
  });
}

for (const [what, overlay] of [
  ['an environment variable of the vendor', { environment: { CHAINGUARD_X: 'y' } }],
  ['an annotation of the vendor', { annotations: { 'dev.chainguard.x': 'y' } }],
  ['an annotation of the OCI', { annotations: { 'org.opencontainers.image.title': 'y' } }],
] as const) {
  test(`5.10: ${what} is refused`, async ({ api, org }) => {
    const answer = await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a', customOverlay: overlay });
    expect(answer.status).toBe(400);
  });
}

test('6.16: a rename to a taken name names the repo that has it', async ({ api, org }) => {
  const [one, other] = [await org.repo({ name: 'one' }), await org.repo({ name: 'two' })];
  expectConflict(await api.patch(`/registry/v2/repos/${other.uid}`, { name: 'one' }), 'registry/Repo', one.uid, 'one');
});
