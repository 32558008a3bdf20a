import type { Body } from './answer.ts';
import type { Org } from './org.ts';

/** A kind of row that can be made over the API, as the tables of tests need it. */
export interface Kind {
  /** The collection's name, and the key of its List. */
  readonly plural: string;
  readonly path: string;
  /** The type in ResourceInfo. */
  readonly type: string;
  /** The capability that Get needs (behaviour §11). */
  readonly readBy: string;
  /** The violations of a create without fields, in field order (behaviour 7.4). */
  readonly missing: Readonly<Record<string, string | RegExp>>;
  /** The fields that a list may be sorted by (behaviour §4.3). */
  readonly sortable: readonly string[];
  /** The order without `order_by`. */
  readonly order: string;
  /** Makes one row; `place` is what `place()` returned. */
  readonly make: (org: Org, place: string, index: number) => Promise<Body>;
  /** Makes the parent of the rows, and returns its uid. */
  readonly place: (org: Org) => Promise<string>;
  /** The query that narrows a List to the rows of a place. */
  readonly within: (place: string) => string;
}

const childrenOf = (place: string): string => `uidp.children_of=${place}`;

/** Names that make order by name, uid and time differ, with one name twice. */
const shuffled = (index: number): string => `n${(index * 7) % 5}-${Math.floor(index / 10)}`;

/** The violation of a name that is missing or malformed. */
export const NAME = 'name must match "^[a-z0-9 ._-]{1,}$"';

const TIMES = ['createTime', 'updateTime'] as const;

/** Every kind that can be listed by place and deleted by uid. */
export const kinds: readonly Kind[] = [
  {
    plural: 'groups',
    path: '/iam/v2/groups',
    type: 'iam/Group',
    readBy: 'groups.list',
    missing: { name: NAME },
    sortable: ['uid', 'name', ...TIMES, 'kind', 'status'],
    order: 'uid',
    place: async ({ uid }) => uid,
    make: (org, place, index) => org.group({ name: shuffled(index) }, place),
    within: childrenOf,
  },
  {
    plural: 'identities',
    path: '/iam/v2/identities',
    type: 'iam/Identity',
    readBy: 'identity.list',
    missing: { name: NAME },
    sortable: ['uid', 'name', ...TIMES, 'lastSeenTime'],
    order: 'uid',
    place: async ({ uid }) => uid,
    make: (org, place, index) => org.identity({ name: shuffled(index) }, place),
    within: childrenOf,
  },
  {
    plural: 'roles',
    path: '/iam/v2/roles',
    type: 'iam/Role',
    readBy: 'roles.list',
    missing: { name: NAME, capabilities: /./ },
    sortable: ['uid', 'name', ...TIMES],
    order: 'uid',
    place: async ({ uid }) => uid,
    make: (org, place, index) => org.role({ name: shuffled(index) }, place),
    within: childrenOf,
  },
  {
    plural: 'roleBindings',
    path: '/iam/v2/roleBindings',
    type: 'iam/RoleBinding',
    readBy: 'role_bindings.list',
    missing: { identityUid: 'identityUid is required', roleUid: 'roleUid is required' },
    sortable: ['uid', ...TIMES, 'identityUid', 'roleUid'],
    order: 'uid',
    // A root group holds its founder's binding already.
    place: async (org) => (await org.group()).uid,
    make: (org, place) => org.binding({}, place),
    within: childrenOf,
  },
  {
    plural: 'identityProviders',
    path: '/iam/v2/identityProviders',
    type: 'iam/IdentityProvider',
    readBy: 'identity_providers.list',
    missing: { name: NAME, defaultRole: 'defaultRole is required', 'oidc.issuer': /./, 'oidc.clientId': /./ },
    sortable: ['uid', 'name', ...TIMES],
    order: 'uid',
    place: async ({ uid }) => uid,
    make: (org, place, index) => org.provider({ name: shuffled(index) }, place),
    within: childrenOf,
  },
  {
    plural: 'accountAssociations',
    path: '/iam/v2/accountAssociations',
    type: 'iam/AccountAssociation',
    readBy: 'account_associations.list',
    missing: { name: NAME },
    sortable: ['group', 'uid', 'name', ...TIMES],
    order: 'group',
    place: async ({ uid }) => uid,
    // A group has one at most.
    make: async (org, place, index) => org.association({ name: shuffled(index) }, (await org.group({}, place)).uid),
    within: (place) => `uidp.descendants_of=${place}`,
  },
  {
    plural: 'groupInvites',
    path: '/iam/v2/groupInvites',
    type: 'iam/GroupInvite',
    readBy: 'group_invites.list',
    missing: { roleUid: 'roleUid is required', ttl: 'ttl is required' },
    sortable: ['createTime', 'expirationTime', 'uid', 'email', 'keyId'],
    order: 'createTime desc',
    place: async ({ uid }) => uid,
    make: (org, place, index) =>
      org.invite(
        { ttl: `${3_600 - 60 * (index % 4)}s`, ...(index > 0 && { email: `${shuffled(index)}@a.test` }) },
        place,
      ),
    within: childrenOf,
  },
  {
    plural: 'externalGroupRoleMappings',
    path: '/iam/v2/externalGroupRoleMappings',
    type: 'iam/ExternalGroupRoleMapping',
    readBy: 'identity_providers.list',
    missing: {
      externalGroupId: 'externalGroupId is required',
      roleUid: 'roleUid is required',
      scope: 'scope is required',
    },
    sortable: ['uid', 'createTime', 'externalGroupId', 'roleUid'],
    order: 'uid',
    place: async (org) => (await org.provider()).uid,
    make: (org, place, index) => org.mapping(place, { externalGroupId: `${(index * 7) % 10}-${index}` }),
    within: childrenOf,
  },
  {
    plural: 'repos',
    path: '/registry/v2/repos',
    type: 'registry/Repo',
    readBy: 'repo.list',
    missing: { name: NAME },
    sortable: ['uid', 'name', ...TIMES, 'catalogTier'],
    order: 'uid',
    place: async ({ uid }) => uid,
    make: (org, place, index) =>
      org.repo(
        {
          name: `${(index * 7) % 10}-${index}`,
          ...(index % 3 > 0 && { catalogTier: index % 3 === 1 ? 'CATALOG_TIER_APPLICATION' : 'CATALOG_TIER_BASE' }),
        },
        place,
      ),
    within: childrenOf,
  },
  {
    plural: 'tags',
    path: '/registry/v2/tags',
    type: 'registry/Tag',
    readBy: 'tag.list',
    missing: { name: /^tag must match "/, digest: /^digest must match "\^sha256:/ },
    sortable: ['uid', 'name', 'digest', ...TIMES, 'deprecated'],
    order: 'uid',
    place: async (org) => (await org.repo()).uid,
    make: (org, place, index) => org.tag(place, { name: `${(index * 7) % 10}.${index}`, deprecated: index % 2 === 0 }),
    within: childrenOf,
  },
  {
    plural: 'subscriptions',
    path: '/events/v2/subscriptions',
    type: 'events/Subscription',
    readBy: 'subscriptions.list',
    missing: { sink: /./ },
    sortable: ['uid', 'sink', ...TIMES],
    order: 'uid',
    place: async ({ uid }) => uid,
    make: (org, place, index) => org.subscription({ sink: `https://${shuffled(index)}.test/hook` }, place),
    within: childrenOf,
  },
];

/** Makes as many rows of a kind in one place, one after the other. */
export const fill = async (
  kind: Kind,
  org: Org,
  count: number,
): Promise<{ readonly place: string; readonly rows: readonly Body[]; readonly list: string }> => {
  const place = await kind.place(org);
  const rows: Body[] = [];
  for (let index = 0; index < count; index += 1) rows.push(await kind.make(org, place, index));
  return { place, rows, list: `${kind.path}?${kind.within(place)}` };
};
