import { rowsOf, uidsOf } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { kinds } from '../support/kinds.ts';
import { claimMatchOf, digestOf, type Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';
import { expect, test } from '../support/test.ts';

const found = async (org: Org, path: string, key: string, query: string): Promise<readonly string[]> =>
  uidsOf(rowsOf(await org.api.read(`${path}?uidp.descendants_of=${org.uid}&${query}`), key)).toSorted();

const NAMED = kinds.filter(({ sortable, plural }) => sortable.includes('name') && plural !== 'tags');

for (const kind of NAMED) {
  test(`4.3: ${kind.plural} are filtered by exact name`, async ({ org }) => {
    const place = await kind.place(org);
    const rows = [];
    for (let index = 0; index < 4; index += 1) rows.push(await kind.make(org, place, index));
    const [wanted] = rows;
    const name = wanted?.name ?? '';
    const filter = (text: string): Promise<readonly string[]> =>
      found(org, kind.path, kind.plural, `name=${encodeURIComponent(text)}`);
    expect(await filter(name)).toEqual(uidsOf(rows.filter((row) => row.name === name)).toSorted());
    for (const other of [name.slice(0, -1), `${name}x`, `x${name}`, `${name} `, '%', '*']) {
      expect(await filter(other), other).toEqual([]);
    }
  });

  test(`3.12: an empty name is not a filter for ${kind.plural}`, async ({ api, org }) => {
    const place = await kind.place(org);
    await kind.make(org, place, 0);
    await kind.make(org, place, 1);
    const list = `${kind.path}?${kind.within(place)}`;
    expect(await api.read(`${list}&name=`)).toEqual(await api.read(list));
  });
}

test.describe('identities by relationship', () => {
  const make = async (org: Org): Promise<Readonly<Record<string, string>>> => {
    const keys = JSON.stringify({ keys: [{ kty: 'RSA', kid: 'k', n: 'AQAB', e: 'AQAB' }] });
    const staticKeys = { issuer: 'https://static.test', subject: 's', issuerKeys: keys };
    const awsIdentity = { awsAccount: '123456789012', arn: 'arn:aws:iam::123456789012:role/r', userId: 'u' };
    const bare = { claimMatch: undefined };
    return {
      CLAIM_MATCH: (await org.identity()).uid,
      STATIC: (await org.identity({ ...bare, staticKeys })).uid,
      AWS_IDENTITY: (await org.identity({ ...bare, awsIdentity })).uid,
      SERVICE_PRINCIPAL: (await org.identity({ ...bare, servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' })).uid,
    };
  };

  test('4.3: each relationship_type finds its own, by name and by number', async ({ org }) => {
    const identities = await make(org);
    for (const [index, [type, uid]] of Object.entries(identities).entries()) {
      for (const query of [`relationship_type=RELATIONSHIP_TYPE_${type}`, `relationshipType=${index + 1}`]) {
        expect(await found(org, '/iam/v2/identities', 'identities', query), query).toEqual([uid]);
      }
    }
  });

  test('4.3: the unspecified relationship_type is not a filter', async ({ org }) => {
    const identities = await make(org);
    const query = 'relationship_type=RELATIONSHIP_TYPE_UNSPECIFIED';
    expect(await found(org, '/iam/v2/identities', 'identities', query)).toHaveLength(Object.keys(identities).length);
  });

  for (const value of ['CLAIM_MATCH', 'relationship_type_static', '9', '']) {
    test(`3.9: relationship_type=${value} is refused`, async ({ api }) => {
      expectInvalid(await api.get(`/iam/v2/identities?relationship_type=${value}`), { relationship_type: /./ });
    });
  }
});

test.describe('role bindings', () => {
  test('4.3: role bindings are filtered by identity, group and role', async ({ org }) => {
    const group = await org.group();
    const [one, other] = [await org.identity(), await org.identity()];
    const editor = roleUid(org.roles, 'editor');
    const viewer = roleUid(org.roles, 'viewer');
    const a = await org.binding({ identityUid: one.uid });
    const b = await org.binding({ identityUid: one.uid, roleUid: editor }, group.uid);
    const c = await org.binding({ identityUid: other.uid }, group.uid);
    const path = '/iam/v2/roleBindings';
    for (const [query, expected] of [
      [`identity=${one.uid}`, [a.uid, b.uid]],
      [`identity=${other.uid}`, [c.uid]],
      [`group=${group.uid}`, [b.uid, c.uid]],
      [`role=${editor}`, [b.uid]],
      [`role=${viewer}&group=${group.uid}`, [c.uid]],
      [`identity=${one.uid}&role=${viewer}`, [a.uid]],
      [`identity=${other.uid}&role=${editor}`, []],
      [`identity=${org.uid}/0000000000000000`, []],
    ] as const) {
      expect(await found(org, path, 'roleBindings', query), query).toEqual(expected.toSorted());
    }
  });
});

test.describe('others', () => {
  test('4.3: group invites are filtered by key_id', async ({ org }) => {
    const invite = await org.invite();
    const path = '/iam/v2/groupInvites';
    for (const spelling of ['key_id', 'keyId']) {
      expect(await found(org, path, 'groupInvites', `${spelling}=${invite.keyId}`)).toEqual([invite.uid]);
      expect(await found(org, path, 'groupInvites', `${spelling}=other`)).toEqual([]);
    }
  });

  test('4.3: mappings are filtered by identity_provider_uid', async ({ org }) => {
    const [one, other] = [await org.provider(), await org.provider()];
    const mapping = await org.mapping(one.uid);
    await org.mapping(other.uid);
    for (const spelling of ['identity_provider_uid', 'identityProviderUid']) {
      const query = `${spelling}=${one.uid}`;
      expect(await found(org, '/iam/v2/externalGroupRoleMappings', 'externalGroupRoleMappings', query)).toEqual([
        mapping.uid,
      ]);
    }
  });

  test('4.3: tags are filtered by name, digest and updated_since', async ({ org }) => {
    const repo = await org.repo();
    const one = await org.tag(repo.uid, { name: '1.0', digest: digestOf('one') });
    const two = await org.tag(repo.uid, { name: '2.0', digest: digestOf('two') });
    const same = await org.tag(repo.uid, { name: 'latest', digest: digestOf('two') });
    const path = '/registry/v2/tags';
    for (const [query, expected] of [
      ['name=1.0', [one.uid]],
      ['name=1', []],
      [`digest=${digestOf('two')}`, [two.uid, same.uid]],
      [`digest=${digestOf('two')}&name=latest`, [same.uid]],
      [`digest=${digestOf('three')}`, []],
      ['updated_since=2000-01-01T00:00:00Z', [one.uid, two.uid, same.uid]],
      ['updatedSince=2999-01-01T00:00:00%2B02:00', []],
      [`updated_since=${same.updateTime}`, []],
    ] as const) {
      expect(await found(org, path, 'tags', query), query).toEqual(expected.toSorted());
    }
  });

  for (const value of ['yesterday', '2026-01-01', '2026-01-01T00:00:00', '2026-13-01T00:00:00Z', '']) {
    test(`3.10: updated_since=${value} is not a timestamp`, async ({ api }) => {
      expectInvalid(await api.get(`/registry/v2/tags?updated_since=${value}`), { updated_since: /./ });
    });
  }

  test('3.2: deprecated is not a filter of tags', async ({ api, org }) => {
    const repo = await org.repo();
    await org.tag(repo.uid, { deprecated: true });
    await org.tag(repo.uid);
    expect(await api.read(`/registry/v2/tags?uidp.children_of=${repo.uid}&deprecated=true`)).toMatchObject({
      totalCount: '2',
    });
  });

  test('5.3: the claimMatch of an identity is not a filter', async ({ org }) => {
    const identity = await org.identity({ claimMatch: claimMatchOf('x') });
    const query = 'claimMatch.subject=other';
    expect(await found(org, '/iam/v2/identities', 'identities', query)).toEqual([identity.uid]);
  });
});
