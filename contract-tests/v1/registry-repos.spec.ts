import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import type { Org } from '../support/org.ts';
import { camelNames } from '../support/spelling.ts';
import { REGISTRY } from './registry-facts.ts';

const V1 = '/registry/v1/repos';
const V2 = '/registry/v2/repos';

/** The fields that a synced repo copies from its source. */
const INHERITED = {
  catalogTier: 'CATALOG_TIER_FIPS',
  bundles: ['base', 'fips'],
  aliases: ['library/nginx:latest'],
  activeTags: ['latest', '1.27'],
};

/** A repo with every field that v1 can set but a source of its sync, and the same in v2. */
const whole = {
  name: 'nginx',
  catalog_tier: 'FIPS',
  bundles: ['base', 'fips'],
  readme: '# nginx',
  sync_config: {
    unique_tags: true,
    expiration: '2031-02-03T04:05:06.000Z',
    google: 'g',
    amazon: 'a',
    azure: 'z',
    apko_overlay: 'o',
    grace_period: true,
  },
  custom_overlay: {
    contents: {
      packages: ['curl'],
      runtime_repositories: ['https://r.test'],
      runtime_keyring: [{ name: 'k', content: 'c' }],
    },
    environment: { A: '1' },
    annotations: { 'test.b': '2' },
    accounts: {
      groups: [{ gid: 7, group_name: 'g', members: ['u'] }],
      users: [{ uid: 8, user_name: 'u', gid: 7, group_name: 'g', shell: '/bin/sh', home_dir: '/home/u' }],
      run_as: 'u',
    },
    certificates: { additional: [{ name: 'ca', content: 'pem' }], providers: ['ca-certificates'] },
  },
  aliases: ['library/nginx:latest'],
  active_tags: ['latest', '1.27'],
  description: 'A web server.',
};
const wholeInV2 = {
  name: 'nginx',
  catalogTier: 'CATALOG_TIER_FIPS',
  bundles: ['base', 'fips'],
  syncConfig: {
    uniqueTags: true,
    expirationTime: '2031-02-03T04:05:06.000Z',
    google: 'g',
    amazon: 'a',
    azure: 'z',
    apkoOverlay: 'o',
    gracePeriod: true,
  },
  customOverlay: {
    contents: {
      packages: ['curl'],
      runtimeRepositories: ['https://r.test'],
      runtimeKeyring: [{ name: 'k', content: 'c' }],
    },
    environment: { A: '1' },
    annotations: { 'test.b': '2' },
    accounts: {
      groups: [{ gid: 7, groupname: 'g', members: ['u'] }],
      users: [{ uid: 8, username: 'u', gid: 7, groupName: 'g', shell: '/bin/sh', homeDir: '/home/u' }],
      runAs: 'u',
    },
    certificates: { additional: [{ name: 'ca', content: 'pem' }], providers: ['ca-certificates'] },
  },
  aliases: ['library/nginx:latest'],
  activeTags: ['latest', '1.27'],
  description: 'A web server.',
};

/** The repo, synced from another of the organization. */
const synced = async (org: Org): Promise<{ readonly v1: typeof whole; readonly v2: typeof wholeInV2 }> => {
  const { uid: source } = await org.repo(INHERITED);
  return {
    v1: { ...whole, sync_config: Object.assign({ source }, whole.sync_config) },
    v2: { ...wholeInV2, syncConfig: Object.assign({ source }, wholeInV2.syncConfig) },
  };
};

const one = (body: Body): Body => {
  const [item, ...others] = rowsOf(body, 'items');
  if (!item || others.length > 0) throw new Error(`not one item: ${JSON.stringify(body)}`);
  return item;
};

test.describe('12.1: CreateRepo', () => {
  test('returns every field with its v1 name, and v2 shows the same repo', async ({ api, org }) => {
    const { v1, v2 } = await synced(org);
    const made = ok(await api.post(`${V1}/${org.uid}`, v1));
    const id = expect.stringMatching(new RegExp(`^${org.uid}/[0-9a-f]{16}$`));
    expect(made).toEqual({ ...v1, id, create_time: expect.stringMatching(/Z$/) });
    expect(one(await api.read(`${V1}?id=${made.id}`))).toEqual(made);
    expect(await api.read(`${V2}/${made.id}`)).toEqual({
      ...v2,
      uid: made.id,
      createTime: made.create_time,
      updateTime: made.create_time,
    });
    expect((await api.read(`${V2}/${made.id}/readme`)).content).toBe('# nginx');
  });

  test('12.2: the camel names of v2 are accepted too, and output-only fields are ignored', async ({ api, org }) => {
    const given = { id: 'x', name: 'a', catalogTier: 'AI', activeTags: ['latest'], createTime: '2000-01-01T00:00:00Z' };
    const made = ok(await api.post(`${V1}/${org.uid}`, given));
    expect(made).toMatchObject({ name: 'a', catalog_tier: 'AI', active_tags: ['latest'], description: '', readme: '' });
    expect(made.id).not.toBe('x');
    expect(made.create_time).not.toMatch(/^2000/);
  });

  for (const [older, newer] of [
    ['APPLICATION', 'CATALOG_TIER_APPLICATION'],
    ['BASE', 'CATALOG_TIER_BASE'],
    ['FIPS', 'CATALOG_TIER_FIPS'],
    ['AI', 'CATALOG_TIER_AI'],
    ['DEVTOOLS', 'CATALOG_TIER_DEVTOOLS'],
    ['COMMERCIAL', 'CATALOG_TIER_COMMERCIAL'],
    ['UNKNOWN', undefined],
  ] as const) {
    test(`12.2: the tier ${older} is ${newer ?? 'none'} in v2, and back`, async ({ api, org, grpc }) => {
      const made = ok(await api.post(`${V1}/${org.uid}`, { name: 'a', catalog_tier: older }));
      expect((await api.read(`${V2}/${made.id}`)).catalogTier).toBe(newer);
      const { uid } = await org.repo(newer === undefined ? {} : { catalogTier: newer });
      const listed = older === 'UNKNOWN' ? undefined : older;
      expect(one(await api.read(`${V1}?id=${uid}`)).catalog_tier).toBe(listed);
      const page = await grpcService(grpc, REGISTRY)('ListRepos', { id: uid });
      expect(rowsOf(page, 'items')[0]?.catalogTier).toBe(listed);
    });
  }

  test('12.2: a repo of the same name is replaced, as by a PUT, and keeps its id', async ({ api, org }) => {
    const before = ok(await api.post(`${V1}/${org.uid}`, { ...whole, sync_config: undefined }));
    const again = ok(await api.post(`${V1}/${org.uid}`, { name: 'nginx', description: 'other' }));
    expect(again).toEqual({
      id: before.id,
      name: 'nginx',
      description: 'other',
      readme: '',
      create_time: before.create_time,
    });
    const explicit = ok(await api.post(`${V1}/${org.uid}?prevent_existing=false`, { name: 'nginx' }));
    expect(explicit).toMatchObject({ id: before.id, description: '' });
    const [repo, ...others] = rowsOf(await api.read(`${V2}?uidp.children_of=${org.uid}`), 'repos');
    expect(others).toEqual([]);
    expect(repo).toMatchObject({ uid: before.id, description: '' });
    expect((await api.read(`${V2}/${before.id}/readme`)).content).toBe('');
  });

  test('12.2: prevent_existing refuses an existing name, and only under the same group', async ({ api, org }) => {
    const { uid: group } = await org.group();
    await org.repo({ name: 'taken', description: 'before' });
    for (const query of ['prevent_existing=true', 'preventExisting=true']) {
      const answer = await api.post(`${V1}/${org.uid}?${query}`, { name: 'taken' });
      expectBare(answer, 'ALREADY_EXISTS', 'repo "taken" already exists');
    }
    const [repo] = rowsOf(await api.read(`${V2}?name=taken&uidp.children_of=${org.uid}`), 'repos');
    expect(repo?.description).toBe('before');
    for (const at of [group, org.uid]) {
      ok(await api.post(`${V1}/${at}?prevent_existing=true`, { name: at === group ? 'taken' : 'free' }));
    }
    expectBare(await api.post(`${V1}/${org.uid}?prevent_existing=maybe`, { name: 'b' }), 'INVALID_ARGUMENT');
  });

  test('V10: a parent that is missing or not a group is 404', async ({ api, org }) => {
    const { uid: repo } = await org.repo();
    for (const parent of [`${org.uid}/${'9'.repeat(16)}`, repo, 'x']) {
      expectBare(await api.post(`${V1}/${parent}`, { name: 'a' }), 'NOT_FOUND', `group "${parent}" not found`);
    }
    expectBare(await api.post(V1, { name: 'a' }), 'INVALID_ARGUMENT', 'parent_id: parent_id is required');
  });
});

test.describe('12.1: UpdateRepo', () => {
  test('V6: replaces the whole repo, its readme too, and keeps id and create_time', async ({ api, org }) => {
    const made = ok(await api.post(`${V1}/${org.uid}`, { ...whole, sync_config: undefined }));
    const put = ok(
      await api.put(`${V1}/${made.id}`, { id: 'x', name: 'renamed', create_time: '2000-01-01T00:00:00Z' }),
    );
    expect(put).toEqual({ id: made.id, name: 'renamed', description: '', readme: '', create_time: made.create_time });
    const seen = await api.read(`${V2}/${made.id}`);
    expect(Object.keys(seen).sort()).toEqual(['createTime', 'description', 'name', 'uid', 'updateTime']);
    expect((await api.read(`${V2}/${made.id}/readme`)).content).toBe('');
    const { v1 } = await synced(org);
    const back = ok(await api.put(`${V1}/${made.id}`, v1));
    expect(back).toEqual({ ...v1, id: made.id, create_time: made.create_time });
  });

  test('12.2: sync_config is replaced, with the fields that are output-only in v2, but for the expiration', async ({
    api,
    org,
  }) => {
    const [a, b, c] = [(await org.repo()).uid, (await org.repo()).uid, (await org.repo()).uid];
    const { uid } = await org.repo({ syncConfig: { source: a, google: 'g' } });
    const { name, sync_config: before } = one(await api.read(`${V1}?id=${uid}`));
    const { expiration } = before as Body;
    const sync_config = { source: b, unique_tags: true, grace_period: true, apko_overlay: 'o', sync_apks: true };
    ok(await api.put(`${V1}/${uid}`, { name, sync_config }));
    const inV2 = { source: b, uniqueTags: true, gracePeriod: true, apkoOverlay: 'o', expirationTime: expiration };
    expect((await api.read(`${V2}/${uid}`)).syncConfig).toEqual(inV2);
    ok(await api.patch(`${V2}/${uid}`, { syncConfig: { source: c, uniqueTags: false } }));
    const config = one(await api.read(`${V1}?id=${uid}`)).sync_config;
    expect(config).toEqual({ source: c, unique_tags: true, grace_period: true, apko_overlay: 'o', expiration });
    ok(await api.put(`${V1}/${uid}`, { name, sync_config: { source: a } }));
    expect((await api.read(`${V2}/${uid}`)).syncConfig).toEqual({ source: a, expirationTime: expiration });
    const stated = { source: a, expiration: '2030-01-01T00:00:00.000Z' };
    expect(ok(await api.put(`${V1}/${uid}`, { name, sync_config: stated })).sync_config).toEqual(stated);
    ok(await api.put(`${V1}/${uid}`, { name }));
    expect(await api.read(`${V2}/${uid}`)).not.toHaveProperty('syncConfig');
  });

  test('5.10: fields that a synced repo has from its source may be omitted, and must not differ', async ({
    api,
    org,
  }) => {
    const { uid: source } = await org.repo(INHERITED);
    const { uid } = await org.repo({ name: 'synced', syncConfig: { source } });
    const body = { name: 'synced', sync_config: { source } };
    const answer = await api.put(`${V1}/${uid}`, { ...body, catalog_tier: 'AI' });
    expectBare(answer, 'INVALID_ARGUMENT', 'catalog_tier: catalog_tier cannot be changed on a synced repo');
    for (const catalog_tier of [undefined, 'UNKNOWN', 'FIPS']) {
      expect(ok(await api.put(`${V1}/${uid}`, { ...body, catalog_tier })).catalog_tier).toBe('FIPS');
    }
  });

  test('V5, V10: of a missing repo is 404, and to a taken name 409', async ({ api, org }) => {
    const missing = `${org.uid}/${'9'.repeat(16)}`;
    expectBare(await api.put(`${V1}/${missing}`, { name: 'a' }), 'NOT_FOUND', `repo "${missing}" not found`);
    await org.repo({ name: 'taken' });
    const { uid } = await org.repo({ name: 'own' });
    expectBare(await api.put(`${V1}/${uid}`, { name: 'taken' }), 'ALREADY_EXISTS', 'repo "taken" already exists');
  });
});

test.describe('invalid repos', () => {
  const cases: readonly (readonly [what: string, body: object, violation: string | RegExp])[] = [
    ['no name', {}, /: name: name must match/],
    ['an upper name', { name: 'A' }, /: name: name must match/],
    ['a description of two lines', { name: 'a', description: 'a\nb' }, /: description: description must match/],
    ['an unknown tier', { name: 'a', catalog_tier: 'CATALOG_TIER_AI' }, /: catalog_tier: /],
    ['an unknown bundle', { name: 'a', bundles: ['x'] }, /: bundles: only the following keywords/],
    ['an alias without a tag', { name: 'a', aliases: ['x'] }, /: aliases: each alias must match/],
    ['an invalid active tag', { name: 'a', active_tags: ['-'] }, /: active_tags: /],
    ['a sync without its source', { name: 'a', sync_config: { google: 'x' } }, /: sync_config\.source: /],
    ['a wrong time', { name: 'a', sync_config: { source: 'x', expiration: 'soon' } }, /: sync_config\.expiration: /],
    ['a readme that runs', { name: 'a', readme: '<script>' }, 'readme: readme contained unsafe html content'],
    [
      'a user without a name',
      { name: 'a', custom_overlay: { accounts: { users: [{ uid: 1 }] } } },
      /users\[0\]\.user_name: /,
    ],
    ['a negative number', { name: 'a', custom_overlay: { accounts: { groups: [{ gid: -1 }] } } }, /groups\[0\]\.gid: /],
    [
      'a reserved key',
      { name: 'a', custom_overlay: { environment: { CHAINGUARD_A: 'x' } } },
      /: custom_overlay\.environment: "CHAINGUARD_A" starts with the reserved prefix/,
    ],
    ['two violations', { name: 'A', readme: '<form>' }, /: name: .*; readme: /],
  ];
  for (const [what, body, violation] of cases) {
    test(`V10: ${what} is refused in v1's names, and nothing is written`, async ({ api, org }) => {
      const { uid } = await org.repo({ name: 'kept', description: 'before' });
      expectBare(await api.post(`${V1}/${org.uid}`, body), 'INVALID_ARGUMENT', violation);
      expectBare(await api.put(`${V1}/${uid}`, body), 'INVALID_ARGUMENT', violation);
      const items = rowsOf(await api.read(`${V1}?uidp.children_of=${org.uid}`), 'items');
      expect(items.map(({ name, description }) => [name, description])).toEqual([['kept', 'before']]);
    });
  }
});

test.describe('12.1: ListRepos and DeleteRepo', () => {
  test('V2: filters find one repo, and V3: nothing where it is missing', async ({ api, org }) => {
    const { uid: group } = await org.group();
    const { uid } = await org.repo({ name: 'nginx' });
    const { uid: below } = await org.repo({ name: 'nginx' }, group);
    for (const [query, expected] of [
      [`id=${uid}`, [uid]],
      [`uidp.ids=${uid}&uidp.ids=${below}`, [uid, below].toSorted()],
      [`name=nginx&uidp.children_of=${org.uid}`, [uid]],
      [`name=nginx&uidp.descendants_of=${org.uid}`, [uid, below].toSorted()],
      [`name=other&uidp.descendants_of=${org.uid}`, []],
      [`id=${org.uid}`, []],
      [`uidp.children_of=${org.uid}/${'9'.repeat(16)}`, []],
    ] as const) {
      expect(
        rowsOf(await api.read(`${V1}?${query}`), 'items').map(({ id }) => id),
        query,
      ).toEqual(expected);
    }
  });

  test('V12: a repo of v2 with its readme is shown in v1', async ({ api, org }) => {
    const { uid: source } = await org.repo(INHERITED);
    const { uid, createTime } = await org.repo({ ...wholeInV2, syncConfig: { source } });
    const row = one(await api.read(`${V1}?id=${uid}`));
    expect(row).toEqual({
      ...whole,
      sync_config: { source, expiration: expect.stringMatching(/Z$/) },
      readme: '',
      id: uid,
      create_time: createTime,
    });
    ok(await api.patch(`${V2}/${uid}/readme`, { content: 'hello' }));
    expect(one(await api.read(`${V1}?id=${uid}`)).readme).toBe('hello');
  });

  test('V4: a delete removes the repo with its tags, and a second one is an empty 200', async ({ api, org }) => {
    const made = ok(await api.post(`${V1}/${org.uid}`, { name: 'a', readme: 'x' }));
    await org.tag(String(made.id));
    for (let count = 0; count < 2; count += 1) {
      const answer = await api.delete(`${V1}/${made.id}`);
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
    expect((await api.get(`${V2}/${made.id}`)).status).toBe(404);
    expect(rowsOf(await api.read(`${V1}?id=${made.id}`), 'items')).toEqual([]);
    const again = ok(await api.post(`${V1}/${org.uid}`, { name: 'a' }));
    expect(again.id).not.toBe(made.id);
    expect(again.readme).toBe('');
  });
});

test.describe('repos in v1 over gRPC', () => {
  test('12.1: CreateRepo, UpdateRepo, ListRepos and DeleteRepo', async ({ api, org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const { v1 } = await synced(org);
    const made = await call('CreateRepo', { parentId: org.uid, repo: camelNames(v1) });
    expect(made).toEqual({ ...(camelNames(v1) as object), id: made.id, createTime: made.createTime });
    expect(one(await api.read(`${V1}?id=${made.id}`))).toEqual({ ...v1, id: made.id, create_time: made.createTime });
    const put = await call('UpdateRepo', {
      id: made.id,
      name: 'nginx',
      catalogTier: 'FIPS',
      bundles: ['base', 'fips'],
      aliases: whole.aliases,
      activeTags: whole.active_tags,
    });
    expect(put).not.toHaveProperty('readme');
    expect(put).not.toHaveProperty('syncConfig');
    expect(rowsOf(await call('ListRepos', { name: 'nginx', uidp: { childrenOf: org.uid } }), 'items')).toEqual([put]);
    const request = { parentId: org.uid, repo: { name: 'nginx' }, preventExisting: true };
    expect(await grpc.call(`${REGISTRY}/CreateRepo`, request)).toMatchObject({ ok: false, code: 6, details: [] });
    expect(await call('DeleteRepo', { id: made.id })).toEqual({});
    expect(await call('DeleteRepo', { id: made.id })).toEqual({});
    expect(await call('ListRepos', { id: made.id })).toEqual({});
    const gone = await grpc.call(`${REGISTRY}/UpdateRepo`, { id: made.id, name: 'a' });
    expect(gone).toMatchObject({ ok: false, code: 5, message: `Not found: repo "${made.id}" not found`, details: [] });
  });
});

test('5.10: ids of accounts that are 0 stay, in both versions and over both faces', async ({ api, org, grpc }) => {
  const call = grpcService(grpc, REGISTRY);
  const users = [
    { uid: 8, user_name: 'u', gid: 0 },
    { uid: 0, user_name: 'root' },
  ];
  const accounts = { users, groups: [{ gid: 0, group_name: 'root' }] };
  const made = ok(await api.post(`${V1}/${org.uid}`, { name: 'a', custom_overlay: { accounts } }));
  expect(made.custom_overlay).toEqual({ accounts });
  expect(one(await api.read(`${V1}?id=${made.id}`)).custom_overlay).toEqual({ accounts });
  expect((await api.read(`${V2}/${made.id}`)).customOverlay).toEqual({
    accounts: {
      users: [
        { username: 'u', uid: 8, gid: 0 },
        { username: 'root', uid: 0 },
      ],
      groups: [{ groupname: 'root', gid: 0 }],
    },
  });
  const inV1 = [{ uid: 8, userName: 'u', gid: 0 }, { userName: 'root' }];
  const overlay = one(await call('ListRepos', { id: made.id })).customOverlay;
  expect(overlay).toMatchObject({ accounts: { users: inV1 } });
  const repo = { name: 'b', customOverlay: { accounts: { users: inV1 } } };
  const other = await call('CreateRepo', { parentId: org.uid, repo });
  expect(other.customOverlay).toEqual(repo.customOverlay);
  const [first, second] = (other.customOverlay as typeof repo.customOverlay).accounts.users;
  expect([first, second].map((user) => user && 'gid' in user)).toEqual([true, false]);
  const read = one(await api.read(`${V1}?id=${other.id}`)).custom_overlay;
  expect(read).toEqual({ accounts: { users: [{ uid: 8, user_name: 'u', gid: 0 }, { user_name: 'root' }] } });
});
