import { namesOf, rowsOf, uidsOf } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { kinds } from '../support/kinds.ts';
import type { Org } from '../support/org.ts';
import { inOrder } from '../support/sorting.ts';
import { expect, test } from '../support/test.ts';

const listOf = async (org: Org, names: readonly string[]): Promise<string> => {
  for (const name of names) await org.repo({ name });
  return `/registry/v2/repos?uidp.descendants_of=${org.uid}`;
};

test.describe('grammar', () => {
  for (const [orderBy, expected] of [
    ['name', ['a', 'b', 'c']],
    ['name asc', ['a', 'b', 'c']],
    ['name desc', ['c', 'b', 'a']],
    ['  name   desc  ', ['c', 'b', 'a']],
    ['name DESC', ['c', 'b', 'a']],
  ] as const) {
    test(`L16: order_by="${orderBy}" sorts`, async ({ api, org }) => {
      const page = await api.read(`${await listOf(org, ['b', 'c', 'a'])}&order_by=${encodeURIComponent(orderBy)}`);
      expect(namesOf(rowsOf(page, 'repos'))).toEqual(expected);
    });
  }

  test('L16: a plus is a space in order_by', async ({ api, org }) => {
    const page = await api.read(`${await listOf(org, ['b', 'c', 'a'])}&order_by=name+desc`);
    expect(namesOf(rowsOf(page, 'repos'))).toEqual(['c', 'b', 'a']);
  });

  for (const query of ['order_by=', 'orderBy=']) {
    test(`L16: "${query}" is the default order`, async ({ api, org }) => {
      const list = await listOf(org, ['b', 'c', 'a']);
      expect(await api.read(`${list}&${query}`)).toEqual(await api.read(list));
    });
  }

  test('L16: two keys sort by the first, then by the second', async ({ api, org }) => {
    for (const [name, tier] of [
      ['a', 'BASE'],
      ['b', 'APPLICATION'],
      ['c', 'BASE'],
      ['d', 'APPLICATION'],
    ] as const) {
      await org.repo({ name, catalogTier: `CATALOG_TIER_${tier}` });
    }
    const list = `/registry/v2/repos?uidp.descendants_of=${org.uid}`;
    const page = await api.read(`${list}&order_by=${encodeURIComponent('catalogTier,name desc')}`);
    expect(namesOf(rowsOf(page, 'repos'))).toEqual(['d', 'b', 'c', 'a']);
  });
});

test.describe('unsupported', () => {
  for (const [orderBy, named] of [
    ['bogus', 'bogus'],
    ['bogus desc', 'bogus'],
    ['description', 'description'],
    ['Name', 'Name'],
    ['syncConfig', 'syncConfig'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
  ] as const) {
    test(`L17: order_by=${orderBy} is refused`, async ({ api }) => {
      expectInvalid(await api.get(`/registry/v2/repos?order_by=${encodeURIComponent(orderBy)}`), {
        order_by: `unsupported order_by field "${named}"`,
      });
    });
  }

  for (const orderBy of ['name sideways', 'name desc desc', 'name;uid', 'name,', ',', '-name', 'name.x']) {
    test(`L17: order_by="${orderBy}" is refused`, async ({ api }) => {
      expectInvalid(await api.get(`/registry/v2/repos?order_by=${encodeURIComponent(orderBy)}`), {
        order_by: /^unsupported order_by field "/,
      });
    });
  }

  test('L17: a field that holds a message is refused', async ({ api }) => {
    expectInvalid(await api.get('/iam/v2/identities?order_by=claimMatch'), {
      order_by: 'unsupported order_by field "claimMatch"',
    });
  });
});

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  uid: ['id'],
  createTime: ['create_time', 'created_at', 'createdAt'],
  updateTime: ['update_time', 'updated_at', 'updatedAt', 'last_updated'],
  lastSeenTime: ['last_seen_time', 'last_seen'],
  expirationTime: ['expiration_time'],
  externalGroupId: ['external_group_id'],
  identityUid: ['identity_uid'],
  roleUid: ['role_uid'],
  catalogTier: ['catalog_tier'],
  keyId: ['key_id'],
};

for (const kind of kinds) {
  test(`L18, C14: every sortable field of ${kind.plural} has its other spellings`, async ({ api, org }) => {
    const place = await kind.place(org);
    for (let index = 0; index < 4; index += 1) await kind.make(org, place, index);
    const list = `${kind.path}?${kind.within(place)}`;
    const rows = rowsOf(await api.read(list), kind.plural);
    for (const field of kind.sortable) {
      const expected = uidsOf(inOrder(rows, `${field} desc`));
      const spellings = SPELLINGS[field] ?? [];
      if (spellings.length === 0) expect(field, 'a field without other spellings').toMatch(/^[a-z]+$/);
      for (const spelling of spellings) {
        const page = await api.read(`${list}&order_by=${spelling}+desc`);
        expect(uidsOf(rowsOf(page, kind.plural)), spelling).toEqual(expected);
      }
    }
  });
}

test.describe('comparison', () => {
  test('L19: text is compared by code point, upper before lower, digits first', async ({ api, org }) => {
    const repo = await org.repo();
    for (const name of ['a', 'B', '_', '1', 'b', 'A']) await org.tag(repo.uid, { name });
    const page = await api.read(`/registry/v2/tags?uidp.children_of=${repo.uid}&order_by=name`);
    expect(namesOf(rowsOf(page, 'tags'))).toEqual(['1', 'A', 'B', '_', 'a', 'b']);
  });

  test('L19: a text beyond the basic plane comes after every other', async ({ api, org }) => {
    const [high, low] = ['\u{1F600}', '\uE000'];
    const provider = await org.provider();
    for (const externalGroupId of [high, low, 'z']) await org.mapping(provider.uid, { externalGroupId });
    const list = `/iam/v2/externalGroupRoleMappings?uidp.children_of=${provider.uid}&order_by=externalGroupId`;
    const rows = rowsOf(await api.read(list), 'externalGroupRoleMappings');
    expect(rows.map(({ externalGroupId }) => externalGroupId)).toEqual(['z', low, high]);
  });

  for (const orderBy of ['name', 'name desc']) {
    test(`L19: equal values are in uid order under ${orderBy}`, async ({ api, org }) => {
      for (let index = 0; index < 6; index += 1) await org.group({ name: 'same' });
      const page = await api.read(`/iam/v2/groups?uidp.children_of=${org.uid}&order_by=${encodeURIComponent(orderBy)}`);
      const uids = uidsOf(rowsOf(page, 'groups'));
      expect(uids).toEqual(uids.toSorted());
    });
  }

  test('L19: a value that is absent comes first, and last under desc', async ({ api, org }) => {
    await org.invite({ email: 'b@a.test' });
    await org.invite();
    await org.invite({ email: 'a@a.test' });
    const list = `/iam/v2/groupInvites?uidp.children_of=${org.uid}`;
    const emails = async (orderBy: string): Promise<readonly unknown[]> =>
      rowsOf(await api.read(`${list}&order_by=${orderBy}`), 'groupInvites').map(({ email }) => email ?? '');
    expect(await emails('email')).toEqual(['', 'a@a.test', 'b@a.test']);
    expect(await emails('email+desc')).toEqual(['b@a.test', 'a@a.test', '']);
  });
});
