import { rowsOf, uidsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectDenied, expectInvalid, expectMissing } from '../support/errors.ts';
import { type Kind, kinds } from '../support/kinds.ts';
import type { Org } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

const UNKNOWN = 'f'.repeat(40);

/** Organization > upper > lower, with one row of a kind in each group. */
interface Tree {
  readonly groups: readonly [string, string, string];
  readonly rows: readonly [string, string, string];
}

const IN_GROUP = ['identities', 'roles', 'roleBindings', 'identityProviders', 'groupInvites', 'repos', 'subscriptions'];

const plant = async (org: Org, kind: Kind): Promise<Tree> => {
  const upper = await org.group();
  const lower = await org.group({}, upper.uid);
  const groups = [org.uid, upper.uid, lower.uid] as const;
  const rows: string[] = [];
  for (const [index, group] of groups.entries()) rows.push((await kind.make(org, group, index)).uid);
  return { groups, rows: rows as unknown as Tree['rows'] };
};

/** The uids that a List returns, without the founder's binding that every organization starts with. */
const listed = async (api: Api, kind: Kind, query: string, tree: Tree): Promise<readonly string[]> => {
  const rows = rowsOf(await api.read(`${kind.path}?${query}&page_size=200`), kind.plural);
  return uidsOf(rows).filter((uid) => tree.rows.includes(uid));
};

for (const kind of kinds.filter(({ plural }) => IN_GROUP.includes(plural))) {
  test.describe(`4.2: ${kind.plural} by place`, () => {
    for (const [query, expected] of [
      [(g: Tree['groups']) => `uidp.descendants_of=${g[0]}`, [0, 1, 2]],
      [(g: Tree['groups']) => `uidp.descendants_of=${g[1]}`, [1, 2]],
      [(g: Tree['groups']) => `uidp.descendantsOf=${g[2]}`, [2]],
      [(g: Tree['groups']) => `uidp.children_of=${g[0]}`, [0]],
      [(g: Tree['groups']) => `uidp.childrenOf=${g[1]}`, [1]],
      [(g: Tree['groups']) => `uidp.ancestors_of=${g[2]}`, [0, 1]],
      [(g: Tree['groups']) => `uidp.ancestorsOf=${g[1]}`, [0]],
      [(g: Tree['groups']) => `uidp.ancestors_of=${g[0]}`, []],
      [(g: Tree['groups']) => `uidp.descendants_of=${g[0]}&uidp.in_root=true`, []],
      [(g: Tree['groups']) => `uidp.descendants_of=${g[0]}&uidp.in_root=false`, [0, 1, 2]],
      [(g: Tree['groups']) => `uidp.descendants_of=${g[1]}&uidp.children_of=${g[2]}`, [2]],
      [(g: Tree['groups']) => `uidp.descendants_of=${g[2]}&uidp.children_of=${g[1]}`, []],
      [(g: Tree['groups']) => `uidp.descendants_of=${g[0]}&uidp.ancestors_of=${g[2]}`, [0, 1]],
    ] as const) {
      const title = query(['ORG', 'UPPER', 'LOWER']).replaceAll('uidp.', '');
      test(`${title} returns ${expected.length} of three`, async ({ api, sharedScene }) => {
        const tree = await sharedScene(kind.plural, (org) => plant(org, kind));
        const found = await listed(api, kind, query(tree.groups), tree);
        expect(found.toSorted()).toEqual(expected.map((at) => tree.rows[at]).toSorted());
      });
    }

    test('ancestors_of a row of the kind counts the groups above it', async ({ api, sharedScene }) => {
      const tree = await sharedScene(kind.plural, (org) => plant(org, kind));
      const found = await listed(api, kind, `uidp.ancestors_of=${tree.rows[1]}`, tree);
      expect(found).not.toContain(tree.rows[2]);
      expect(found).toContain(tree.rows[0]);
    });

    test('ids returns the named rows that exist, and ignores the others', async ({ api, sharedScene }) => {
      const tree = await sharedScene(kind.plural, (org) => plant(org, kind));
      const query = `uidp.ids=${tree.rows[2]}&uidp.ids=${tree.rows[0]}&uidp.ids=${UNKNOWN}&uidp.ids=nonsense`;
      expect((await listed(api, kind, query, tree)).toSorted()).toEqual([tree.rows[0], tree.rows[2]].toSorted());
    });

    test('U1: descendants_of and ids must both match', async ({ api, sharedScene }) => {
      const tree = await sharedScene(kind.plural, (org) => plant(org, kind));
      const query = `uidp.descendants_of=${tree.groups[1]}&uidp.ids=${tree.rows[0]}&uidp.ids=${tree.rows[2]}`;
      expect(await listed(api, kind, query, tree)).toEqual([tree.rows[2]]);
    });
  });
}

test.describe('4.2: groups by place', () => {
  const chain = async (org: Org): Promise<readonly [string, string, string]> => {
    const upper = await org.group();
    return [org.uid, upper.uid, (await org.group({}, upper.uid)).uid];
  };
  for (const [selector, at, expected] of [
    ['descendants_of', 0, [1, 2]],
    ['descendants_of', 1, [2]],
    ['descendants_of', 2, []],
    ['children_of', 0, [1]],
    ['children_of', 1, [2]],
    ['ancestors_of', 2, [0, 1]],
    ['ancestors_of', 1, [0]],
    ['ancestors_of', 0, []],
  ] as const) {
    test(`${selector} the ${['root', 'upper', 'lower'][at]} group returns ${expected.length}`, async ({
      api,
      sharedScene,
    }) => {
      const groups = await sharedScene('groups', chain);
      const page = await api.read(`/iam/v2/groups?uidp.${selector}=${groups[at]}`);
      expect(uidsOf(rowsOf(page, 'groups'))).toEqual(expected.map((index) => groups[index]));
    });
  }

  for (const query of ['uidp.in_root=true', 'uidp.inRoot=1', `uidp.children_of=${encodeURIComponent('/')}`]) {
    test(`${query} returns roots only, this organization among them`, async ({ api, sharedScene }) => {
      const [root, upper] = await sharedScene('groups', chain);
      const page = await api.read(`/iam/v2/groups?${query}&uidp.ids=${root}&uidp.ids=${upper}`);
      expect(uidsOf(rowsOf(page, 'groups'))).toEqual([root]);
    });
  }
});

test.describe('4.2: tags and mappings by their parent', () => {
  test('U5, U6: tags are found below a repo, a group and the organization', async ({ api, org }) => {
    const group = await org.group();
    const [inOrg, inGroup] = [await org.repo(), await org.repo({}, group.uid)];
    const [a, b] = [await org.tag(inOrg.uid), await org.tag(inGroup.uid)];
    for (const [query, expected] of [
      [`uidp.children_of=${inOrg.uid}`, [a.uid]],
      [`uidp.descendants_of=${inOrg.uid}`, [a.uid]],
      [`uidp.descendants_of=${group.uid}`, [b.uid]],
      [`uidp.descendants_of=${org.uid}`, [a.uid, b.uid].toSorted()],
      [`uidp.children_of=${org.uid}`, []],
      [`uidp.ancestors_of=${inGroup.uid}&uidp.ids=${b.uid}`, [b.uid]],
    ] as const) {
      const page = await api.read(`/registry/v2/tags?${query}`);
      expect(uidsOf(rowsOf(page, 'tags')).toSorted(), query).toEqual(expected);
    }
  });

  test('mappings are found below their provider and its group', async ({ api, org }) => {
    const [one, other] = [await org.provider(), await org.provider()];
    const mapping = await org.mapping(one.uid);
    for (const [query, expected] of [
      [`uidp.children_of=${one.uid}`, [mapping.uid]],
      [`uidp.descendants_of=${one.uid}`, [mapping.uid]],
      [`uidp.descendants_of=${org.uid}`, [mapping.uid]],
      [`uidp.children_of=${other.uid}`, []],
      [`uidp.children_of=${org.uid}`, []],
    ] as const) {
      const page = await api.read(`/iam/v2/externalGroupRoleMappings?${query}`);
      expect(uidsOf(rowsOf(page, 'externalGroupRoleMappings')), query).toEqual(expected);
    }
  });

  test('an account association is located at its group', async ({ api, org }) => {
    const upper = await org.group();
    const lower = await org.group({}, upper.uid);
    for (const group of [org.uid, upper.uid, lower.uid]) await org.association({}, group);
    for (const [query, expected] of [
      [`descendants_of=${upper.uid}`, [upper.uid, lower.uid]],
      [`children_of=${upper.uid}`, [upper.uid]],
      [`ancestors_of=${lower.uid}`, [org.uid, upper.uid]],
      [`descendants_of=${org.uid}&uidp.in_root=true`, [org.uid]],
      [`ids=${lower.uid}&uidp.ids=${upper.uid}`, [upper.uid, lower.uid]],
    ] as const) {
      const page = await api.read(`/iam/v2/accountAssociations?uidp.${query}`);
      expect(uidsOf(rowsOf(page, 'accountAssociations')), query).toEqual(expected);
    }
  });
});

test.describe('the group that a selector names', () => {
  for (const kind of kinds) {
    for (const selector of ['descendants_of', 'children_of', 'ancestors_of'] as const) {
      test(`U2: ${kind.plural}: ${selector} an unknown uid is 404`, async ({ api, org }) => {
        const parents: Readonly<Record<string, string>> = {
          tags: 'registry/Repo',
          externalGroupRoleMappings: 'iam/IdentityProvider',
        };
        const type = (selector === 'children_of' && parents[kind.plural]) || 'iam/Group';
        for (const uid of [`${org.uid}/${'f'.repeat(16)}`, UNKNOWN]) {
          expectMissing(await api.get(`${kind.path}?uidp.${selector}=${uid}`), type, uid);
        }
      });
    }
  }

  for (const uid of ['foo', 'ORG', '0', `${'F'.repeat(40)}`, `${'0'.repeat(39)}`, '../x', `${UNKNOWN}//`]) {
    test(`U3, C15: a uid like "${uid}" is 404 too`, async ({ api }) => {
      expectMissing(await api.get(`/registry/v2/repos?uidp.children_of=${encodeURIComponent(uid)}`), 'iam/Group', uid);
    });
  }

  test('U5: a repo as the parent of repos is an empty page', async ({ api, org }) => {
    const repo = await org.repo();
    for (const selector of ['children_of', 'descendants_of']) {
      expect(await api.read(`/registry/v2/repos?uidp.${selector}=${repo.uid}`)).toMatchObject({ totalCount: '0' });
    }
  });

  for (const query of ['uidp.descendants_of=', 'uidp.children_of=', 'uidp.ids=']) {
    test(`3.12: an empty ${query} is not a filter`, async ({ api, org }) => {
      const repo = await org.repo();
      const page = await api.read(`/registry/v2/repos?uidp.ids=${repo.uid}&${query === 'uidp.ids=' ? '' : query}`);
      expect(page.totalCount).toBe('1');
    });
  }

  test('L22: every violation of the query is reported before the group is looked up', async ({ api }) => {
    const query = `page_size=-1&skip=-2&order_by=bogus&page_token=x&uidp.children_of=${UNKNOWN}`;
    expectInvalid(await api.get(`/registry/v2/repos?${query}`), {
      page_size: /./,
      page_token: /./,
      order_by: /./,
      skip: /./,
    });
  });
});

test.describe('reach @mock', () => {
  test('U4: a group out of reach is 403, one above the caller’s groups is narrowed', async ({ org }) => {
    const [mine, other] = [await org.group(), await org.group()];
    const [visible] = [await org.repo({}, mine.uid), await org.repo({}, other.uid), await org.repo()];
    const caller = await org.caller('viewer', { at: mine.uid });
    const list = '/registry/v2/repos?uidp.';
    expectDenied(await caller.get(`${list}descendants_of=${other.uid}`));
    expectDenied(await caller.get(`${list}children_of=${other.uid}`));
    for (const query of [`descendants_of=${org.uid}`, `descendants_of=${mine.uid}`, `children_of=${mine.uid}`]) {
      expect(uidsOf(rowsOf(await caller.read(list + query), 'repos')), query).toEqual([visible?.uid]);
    }
    expect(await caller.read(`${list}children_of=${org.uid}`)).toMatchObject({ repos: [], totalCount: '0' });
  });

  test('L20: a List without a place returns only the rows that the caller can see', async ({ org }) => {
    const [mine, other] = [await org.group(), await org.group()];
    const visible = await org.repo({}, mine.uid);
    await org.repo({}, other.uid);
    const caller = await org.caller('viewer', { at: mine.uid });
    const page = await caller.read('/registry/v2/repos');
    expect(uidsOf(rowsOf(page, 'repos'))).toEqual([visible.uid]);
    expect(page.totalCount).toBe('1');
  });

  test('L20, L22: a caller who holds the capability nowhere is 403, after errors of the query and before a missing place', async ({
    org,
  }) => {
    const nobody = await org.caller('apk.pull');
    expectDenied(await nobody.get('/registry/v2/repos'), /^missing capability "repo\.list"/);
    expectDenied(await nobody.get(`/registry/v2/repos?uidp.children_of=${UNKNOWN}`));
    expectInvalid(await nobody.get('/registry/v2/repos?skip=-1'), { skip: /./ });
  });
});
