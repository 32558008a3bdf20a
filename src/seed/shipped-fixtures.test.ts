import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import { accessEvaluator } from '../kernel/access.ts';
import type { Row } from '../kernel/rows.ts';
import { parentOf, TOP } from '../kernel/uid.ts';
import { shippedFixtures as shipped } from '../package-home.ts';
import { stateOf } from '../resources/iam/scim-credentials.ts';
import { grants } from '../resources/index.ts';
import { MemoryStore } from '../store/memory.ts';
import { type Applied, applyFixtures } from './apply.ts';
import { fixtureNames, loadFixture } from './load.ts';
import { fakerFor } from './load-faker.ts';

type Values = Row & Readonly<Record<string, unknown>>;

interface Loaded extends Applied {
  readonly store: MemoryStore;
  readonly of: (plural: string) => readonly Values[];
  readonly uid: (alias: string) => string;
}

/** All but the large one, which takes longer than all others, and which each build applies. */
const SMALL = fixtureNames(shipped).filter((name) => name !== 'large');
const NAMES = TEST_SIZE === 'whole' ? fixtureNames(shipped) : SMALL;
const NOW = '2026-11-21T08:00:00.000Z';

const loadAnew = async (...names: readonly string[]): Promise<Loaded> => {
  const store = new MemoryStore();
  const documents = await Promise.all(names.map((name) => loadFixture(name, { shipped })));
  const context = {
    resources: allResources,
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' },
    nowMillis: Date.parse(NOW),
    tokens: namedTokens,
    faker: await fakerFor(documents),
  };
  const applied = await store.writeInSteps((tx) => applyFixtures(documents, tx, context));
  return {
    ...applied,
    store,
    of: (plural) => {
      const resource = allResources.find((each) => each.plural === plural);
      assert.ok(resource, plural);
      return store.rows.listWithin(resource, TOP) as readonly Values[];
    },
    uid: (alias) => {
      const uid = applied.aliases.get(alias);
      assert.ok(uid, alias);
      return uid;
    },
  };
};

test('S19: shipped fixtures have their times in quotes, and no merge keys', () => {
  const texts = shipped
    .names()
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => shipped.read(file).toString());
  const unquoted = texts.flatMap((text) => text.match(/^.*(?:<<:|[ [{]\d{4}-\d{2}-\d{2}[T ]\d).*$/gm) ?? []);
  assert.deepEqual(unquoted, []);
  assert.ok(texts.some((text) => text.includes('"2026-')));
});

const known = new Map<string, Promise<Loaded>>();

/** A fixture as it was loaded the first time: no test here changes it. */
const load = (name: string): Promise<Loaded> => {
  const loaded = known.get(name) ?? loadAnew(name);
  known.set(name, loaded);
  return loaded;
};

const bytes = ({ of, store }: Loaded): string =>
  JSON.stringify([...allResources.map(({ plural }) => of(plural)), store.rows.listWithin(namedTokens, TOP)]);

for (const name of NAMES) {
  test(`${name} has the identity admin, who may do everything, and its token`, async () => {
    const { store, uid, of } = await load(name);
    assert.deepEqual(store.rows.get(namedTokens, 'admin-token')?.identity, uid('admin'));
    assert.deepEqual(of('superusers'), [{ uid: uid('admin') }]);
  });

  test(`${name} results in the same bytes each time`, async () => {
    assert.equal(bytes(await loadAnew(name)), bytes(await load(name)));
  });
}

test('every shipped fixture can be combined with every other, in any order', async () => {
  const [one, other] = [await loadAnew(...SMALL), await loadAnew(...[...SMALL].reverse())];
  assert.equal(one.rows, other.rows);
  for (const { plural } of allResources) assert.equal(one.of(plural).length, other.of(plural).length, plural);
});

test('default has an organization with twelve repos, one of which is nginx', async () => {
  const { of, uid } = await load('default');
  const repos = of('repos');
  assert.deepEqual([repos.length, repos.every((repo) => parentOf(repo.uid) === uid('org'))], [12, true]);
  assert.equal(repos.filter(({ name }) => name === 'nginx').length, 1);
});

test('default has rows of different times, so that ordering by them shows', async () => {
  const { of } = await load('default');
  for (const plural of ['repos', 'tags', 'identities']) {
    const times = of(plural).map(({ createTime }) => createTime);
    assert.equal(new Set(times).size, times.length, plural);
  }
});

const CONTENTS: readonly (readonly [what: string, plural: string, test: (row: Values) => boolean, count: number])[] = [
  ['tags at their end of life', 'tags', ({ deprecated }) => deprecated === true, 11],
  ['a tag with an epoch', 'tags', ({ name }) => /-r[0-9]+$/.test(String(name)), 1],
  ['a tag with a date', 'tags', ({ name }) => /-20[0-9]{6}$/.test(String(name)), 1],
  ['tags of referrers', 'tags', ({ name }) => /^sha256-[0-9a-f]+/.test(String(name)), 2],
  ['images with several architectures', 'images', ({ architectures }) => (architectures as unknown[]).length > 1, 1],
  ['a readme', 'repoReadmes', ({ content }) => String(content).startsWith('# nginx'), 1],
  ['advisories with events', 'advisories', ({ events }) => (events as unknown[]).length > 0, 5],
  ['a withdrawn advisory', 'advisories', ({ deleteTime }) => deleteTime !== undefined, 1],
  ['artifacts for Java', 'artifacts', ({ ecosystem }) => ecosystem === 'ECOSYSTEM_JAVA', 3],
  ['artifacts for Python', 'artifacts', ({ ecosystem }) => ecosystem === 'ECOSYSTEM_PYTHON', 4],
  ['an artifact built for CUDA', 'artifacts', ({ cudaVersions }) => cudaVersions !== undefined, 1],
  ['versions of artifacts', 'artifactVersions', () => true, 15],
  ['documents of the feed', 'documents', () => true, 3],
  ['facts about vulnerabilities', 'vulnerabilityMetadata', () => true, 3],
  ['reports of what was resolved', 'resolvedVulnsReports', () => true, 3],
  ['a subscription', 'subscriptions', () => true, 1],
  ['an invite that is live', 'groupInvites', ({ expirationTime }) => String(expirationTime) > NOW, 1],
  ['an identity provider', 'identityProviders', () => true, 1],
  ['a mapping of it', 'externalGroupRoleMappings', () => true, 1],
  ['an account association', 'accountAssociations', () => true, 1],
  ['accepted terms', 'termsAcceptances', () => true, 1],
];

for (const [what, plural, holds, count] of CONTENTS) {
  test(`default has ${what}`, async () => {
    assert.equal((await load('default')).of(plural).filter(holds).length, count);
  });
}

test('the versions of an artifact of default are as many as it says, with the latest among them', async () => {
  const { of } = await load('default');
  for (const { uid, versionCount, latestVersion } of of('artifacts')) {
    const versions = of('artifactVersions').filter((version) => parentOf(version.uid) === uid);
    assert.equal(versions.length, versionCount, uid);
    assert.ok(
      versions.some(({ version }) => version === latestVersion),
      uid,
    );
  }
});

test('the events of an advisory of default have uids below its own', async () => {
  for (const { uid, events } of (await load('default')).of('advisories')) {
    for (const event of events as readonly Values[]) assert.equal(parentOf(event.uid), uid);
  }
});

const accessOf = ({ store }: Loaded, uid: string) => accessEvaluator(grants)(uid, store.rows);

const REACH: readonly (readonly [who: string, capability: string, atOrg: boolean])[] = [
  ['owner', 'groups.delete', true],
  ['viewer', 'repo.list', true],
  ['viewer', 'repo.create', false],
  ['ci-bot', 'tag.create', true],
  ['ci-bot', 'identity.create', false],
  // Bound on the organization, but living in a group below (spec §4I.3).
  ['team-bot', 'repo.list', false],
];

for (const [who, capability, atOrg] of REACH) {
  test(`${who} of default ${atOrg ? 'holds' : 'does not hold'} ${capability} on the organization`, async () => {
    const loaded = await load('default');
    assert.equal(accessOf(loaded, loaded.uid(who)).holds([capability], loaded.uid('org')), atOrg);
    assert.equal(loaded.store.rows.get(namedTokens, `${who}-token`)?.identity, loaded.uid(who));
  });
}

test('hierarchy is five levels deep, with identities, bindings and tokens on each', async () => {
  const { of, uid, store } = await load('hierarchy');
  assert.equal(of('groups').length, 5);
  for (const level of [1, 2, 3, 4, 5]) {
    const group = uid(`level-${level}`);
    assert.equal(group.split('/').length, level);
    for (const plural of ['identities', 'roleBindings']) {
      assert.equal(of(plural).filter((row) => parentOf(row.uid) === group).length, 2, `${plural} of level ${level}`);
    }
  }
  assert.equal(store.rows.listWithin(namedTokens, TOP).length, 11);
});

test('permissions has one identity for each built-in role, bound to it, with a token', async () => {
  const { of, store, uid } = await load('permissions');
  const roles = of('roles');
  assert.ok(roles.length > 30);
  for (const { uid: role, name } of roles) {
    const bindings = of('roleBindings').filter(({ roleUid }) => roleUid === role);
    assert.deepEqual(
      bindings.map(({ identityUid }) => identityUid),
      [uid(`${name}-role`)],
    );
    assert.equal(store.rows.get(namedTokens, `${name}-role-token`)?.identity, uid(`${name}-role`));
  }
});

test('lifecycle has invites before and after their time, and one near it', async () => {
  const { of } = await load('lifecycle');
  const hoursLeft = of('groupInvites').map(
    ({ expirationTime }) => (Date.parse(String(expirationTime)) - Date.parse(NOW)) / 3_600_000,
  );
  assert.deepEqual(
    hoursLeft.sort((a, b) => a - b),
    [-552, 1, 168, 168],
  );
});

test('lifecycle has static keys before and after their time, and some near it', async () => {
  const { of } = await load('lifecycle');
  const hoursLeft = of('identities').flatMap(({ staticKeys }) => {
    const { expirationTime } = (staticKeys ?? {}) as { readonly expirationTime?: string };
    return expirationTime === undefined ? [] : [(Date.parse(expirationTime) - Date.parse(NOW)) / 3_600_000];
  });
  assert.deepEqual(
    hoursLeft.sort((a, b) => a - b),
    [-24, 1, 8_760],
  );
});

test('lifecycle has a provider in each state of SCIM, and the two owners that SCIM needs', async () => {
  const { of } = await load('lifecycle');
  const states = of('identityProviders').map(({ uid }) => {
    const credential = of('scimCredentials').find((each) => each.uid === uid);
    return credential ? stateOf(credential, Date.parse(NOW)) : 'CREDENTIAL_STATE_NOT_ISSUED';
  });
  const expected = ['EXPIRED', 'LIVE', 'NOT_ISSUED', 'REVOKED', 'ROTATING'];
  assert.deepEqual(
    states.sort(),
    expected.map((state) => `CREDENTIAL_STATE_${state}`),
  );
  const owner = of('roles').find(({ name }) => name === 'owner');
  assert.equal(of('roleBindings').filter(({ roleUid }) => roleUid === owner?.uid).length, 2);
});

if (NAMES.includes('large')) {
  test('large has 100,000 repos', async () => {
    const { of } = await load('large');
    assert.equal(of('repos').length, 100_000);
  });
}
