import { type Body, ok, rowsOf } from '../support/answer.ts';
import { expectBare, expectInvalid } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import type { Org } from '../support/org.ts';
import { seen } from '../support/profile.ts';
import { camelNames } from '../support/spelling.ts';
import { plant } from '../v1/registry-facts.ts';

type Fields = Readonly<Record<string, unknown>>;
type Call = (method: string, request: Fields) => Promise<Body>;

/** Creates a repo in one version over one face, and returns it in the names of v2. */
interface Door {
  readonly name: string;
  readonly create: (org: Org, call: { readonly v1: Call; readonly v2: Call }, fields: Fields) => Promise<Body>;
}

const TIERS = { FIPS: 'CATALOG_TIER_FIPS', AI: 'CATALOG_TIER_AI' } as const;

/** A repo of v1 in the names of v2. */
const inV2 = (given: Body): Body => {
  const { id: uid, catalogTier, syncConfig, ...rest } = camelNames(given) as Body;
  const { expiration: expirationTime, ...sync } = syncConfig as Fields;
  const tier = TIERS[catalogTier as keyof typeof TIERS];
  return { ...rest, uid, catalogTier: tier, syncConfig: { ...sync, expirationTime } } as Body;
};

const DOORS: readonly Door[] = [
  {
    name: 'v2 over HTTP',
    create: async ({ api, uid }, _, fields) => ok(await api.post(`/registry/v2/repos/${uid}`, fields)),
  },
  { name: 'v2 over gRPC', create: ({ uid }, { v2 }, fields) => v2('CreateRepo', { parent: uid, repo: fields }) },
  {
    name: 'v1 over HTTP',
    create: async ({ api, uid }, _, fields) => inV2(ok(await api.post(`/registry/v1/repos/${uid}`, fields))),
  },
  {
    name: 'v1 over gRPC',
    create: async ({ uid }, { v1 }, fields) => inV2(await v1('CreateRepo', { parentId: uid, repo: fields })),
  },
];

const LATER = 14 * 24 * 3_600_000;

const inherited = {
  catalogTier: 'CATALOG_TIER_FIPS',
  bundles: ['base'],
  aliases: ['library/nginx:latest'],
  activeTags: ['latest'],
} as const;

/** The name of the field in errors (behaviour §9.2.4). */
const SOURCE = `${seen.syncConfig}.source`;

for (const { name, create } of DOORS) {
  test(`5.10: a repo synced by a name has the uid, the fields and 14 days of its source: ${name}`, async ({
    org,
    grpc,
  }) => {
    const call = {
      v1: grpcService(grpc, 'chainguard.platform.registry.Registry'),
      v2: grpcService(grpc, 'chainguard.platform.registry.v2.ReposService'),
    };
    const source = await org.repo({ name: 'source', description: 'of the source', ...inherited });
    for (const [at, text] of ['source', String(source.uid), `contract test/source`].entries()) {
      const made = await create(org, call, { name: `copy-${at}`, syncConfig: { source: text, google: 'g' } });
      expect(made, text).toMatchObject({
        ...inherited,
        description: 'of the source',
        syncConfig: { source: source.uid, google: 'g' },
      });
      const { expirationTime } = made.syncConfig as { readonly expirationTime: string };
      expect(Date.parse(expirationTime) - Date.parse(String(made.createTime))).toBe(LATER);
    }
  });
}

test('5.10: a source that is not one repo is refused in both versions, and nothing is written', async ({
  api,
  org,
}) => {
  const { uid: group } = await org.group();
  const { uid } = await org.repo({ name: 'own' });
  for (const parent of [group, (await org.group()).uid]) await org.repo({ name: 'twice' }, parent);
  for (const source of ['no such repo', `${org.uid}/${'9'.repeat(16)}`, group, 'twice', 'a/b/c', '/']) {
    const violation = `${SOURCE} must be the uid or the name of one repo`;
    const body = { name: 'own', syncConfig: { source } };
    const target = `/registry/v2/repos/${org.uid}`;
    expectInvalid(await api.post(target, { ...body, name: 'new' }), { [SOURCE]: violation });
    expectInvalid(await api.patch(`/registry/v2/repos/${uid}`, body), { [SOURCE]: violation });
    const inV1 = 'sync_config.source: sync_config.source must be the uid or the name of one repo';
    expectBare(await api.post(`/registry/v1/repos/${org.uid}`, { ...body, name: 'new' }), 'INVALID_ARGUMENT', inV1);
    expectBare(await api.put(`/registry/v1/repos/${uid}`, body), 'INVALID_ARGUMENT', inV1);
  }
  const repos = rowsOf(await api.read(`/registry/v2/repos?uidp.children_of=${org.uid}`), 'repos');
  expect(repos).toMatchObject([{ name: 'own' }]);
  expect(repos[0]).not.toHaveProperty('syncConfig');
});

test('5.10: a name is that of the nearest repo, and a path may begin with a host', async ({ org }) => {
  const { uid: group, name: groupName } = await org.group();
  const near = await org.repo({ name: 'app' }, group);
  const far = await org.repo({ name: 'app' });
  const sourceOf = async (source: string, parent = group): Promise<unknown> => {
    const { syncConfig } = await org.repo({ syncConfig: { source } }, parent);
    return (syncConfig as Fields).source;
  };
  expect(await sourceOf('app')).toBe(near.uid);
  expect(await sourceOf('app', org.uid)).toBe(far.uid);
  const { uid: elsewhere } = await org.group();
  expect(await sourceOf(`registry.test/contract test/${String(groupName)}/app`, elsewhere)).toBe(near.uid);
});

const expectRefused = (answer: Parameters<typeof expectInvalid>[0], field: string): void =>
  expectInvalid(answer, { [field]: /must not be the repo itself|cannot be changed on a synced repo/ });

test('5.10: a repo is not synced from itself, nor from one that is synced from it', async ({ api, org }) => {
  const first = await org.repo();
  const second = await org.repo({ syncConfig: { source: first.uid } });
  const third = await org.repo({ syncConfig: { source: second.uid } });
  for (const { uid: source } of [first, second, third]) {
    const answer = await api.patch(`/registry/v2/repos/${first.uid}`, { syncConfig: { source } });
    expectRefused(answer, SOURCE);
  }
});

test('5.10: a fixture may name a source that follows, but not one that is missing @mock', async ({ org }) => {
  const repos = await plant(org, [
    { name: 'chained', syncConfig: { source: 'copy' } },
    { name: 'copy', syncConfig: { source: 'origin' }, createTime: '2026-01-01T00:00:00Z' },
    { name: 'origin', catalogTier: 'CATALOG_TIER_FIPS' },
  ]);
  const [chained, copy, origin] = ['chained', 'copy', 'origin'].map((name) => repos.find((repo) => repo.name === name));
  expect(copy).toMatchObject({
    catalog_tier: 'FIPS',
    sync_config: { source: origin?.id, expiration: '2026-01-15T00:00:00.000Z' },
  });
  expect(chained).toMatchObject({ catalog_tier: 'FIPS', sync_config: { source: copy?.id } });
  const missing = plant(org, [{ name: 'lost', syncConfig: { source: 'nowhere' } }]);
  await expect(missing).rejects.toThrow(/syncConfig\.source must be the uid or the name of one repo/);
});

for (const field of ['catalogTier', 'bundles', 'aliases', 'activeTags'] as const) {
  test(`5.10: ${field} of a synced repo is that of its source, also when that changes`, async ({ api, org }) => {
    const other = { catalogTier: 'CATALOG_TIER_AI', bundles: ['ai'], aliases: ['a:b'], activeTags: ['x'] }[field];
    const source = await org.repo(inherited);
    const target = `/registry/v2/repos/${org.uid}`;
    const syncConfig = { source: source.uid };
    expectRefused(await api.post(target, { name: 'copy', syncConfig, [field]: other }), field);
    const copy = await org.repo({ name: 'copy', syncConfig, [field]: inherited[field] });
    const chained = await org.repo({ syncConfig: { source: copy.uid } });
    const read = async ({ uid }: Body): Promise<unknown> => (await api.read(`/registry/v2/repos/${uid}`))[field];
    expectRefused(await api.patch(`/registry/v2/repos/${copy.uid}`, { [field]: other }), field);
    ok(await api.patch(`/registry/v2/repos/${copy.uid}`, { [field]: inherited[field], description: 'free' }));
    ok(await api.patch(`/registry/v2/repos/${source.uid}`, { [field]: other }));
    expect([await read(copy), await read(chained)]).toEqual([other, other]);
    ok(await api.patch(`/registry/v2/repos/${copy.uid}?updateMask=${field}`, {}));
    expect(await read(copy)).toEqual(other);
    ok(await api.delete(`/registry/v2/repos/${source.uid}`));
    ok(await api.patch(`/registry/v2/repos/${copy.uid}`, { description: 'left alone' }));
    expect(await read(copy)).toEqual(other);
    const released = `/registry/v2/repos/${copy.uid}?updateMask=syncConfig,${field}`;
    expect(ok(await api.patch(released, { [field]: inherited[field] }))[field]).toEqual(inherited[field]);
  });
}
