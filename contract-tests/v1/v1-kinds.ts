import { type Body, ok, rowsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { type Kind, kinds } from '../support/kinds.ts';
import { claimMatchOf, digestOf, type Org } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A replacement of a row: the body, and the row after it. */
interface Replacement {
  /** Every required field, and nothing else. */
  readonly body: (org: Org) => Promise<Fields>;
  /** An optional field that the draft sets, and its value after a replacement that omits it. */
  readonly falls?: readonly [field: string, zero: unknown];
  /** A required field, without which a replacement is refused, and what of the error names it. */
  readonly required: readonly [field: string, violation: RegExp];
}

/** A kind of row that both versions have, as tables of tests need it: v2's facts and v1's. */
export interface V1Kind extends Kind {
  /** The path of the collection in v1. */
  readonly v1: string;
  /** The field of v1 that holds the uid. */
  readonly id: string;
  /** The query that finds one row by its uid. */
  readonly find: (uid: string) => string;
  /** The path of a create: below the place unless given. */
  readonly parent: (org: Org, place: string) => Promise<string>;
  /** The body of a create in v1, in snake case. */
  readonly draft: (org: Org) => Promise<Fields>;
  /** The body of a create in v2. */
  readonly draftV2: (org: Org) => Promise<Fields>;
  /** The JSON names of v2 by those of v1, for the fields that both have. */
  readonly names: Readonly<Record<string, string>>;
  readonly put?: Replacement;
}

const kindOf = (plural: string): Kind => {
  const kind = kinds.find((other) => other.plural === plural);
  if (!kind) throw new Error(`there is no kind ${plural}`);
  return kind;
};

const common = {
  id: 'id',
  find: (uid: string): string => `id=${uid}`,
  parent: async (_: Org, place: string): Promise<string> => place,
};

const DESCRIBED = { id: 'uid', name: 'name', description: 'description' } as const;
const NAMELESS = ['name', /\bname\b/] as const;
const before = { description: 'before' } as const;

/** Every kind that both versions have, except subscriptions, which v1 has over gRPC only. */
export const v1Kinds: readonly V1Kind[] = [
  {
    ...kindOf('groups'),
    ...common,
    v1: '/iam/v1/groups',
    draft: async (org) => ({ name: org.name('group'), ...before }),
    draftV2: async (org) => ({ name: org.name('group'), ...before }),
    names: DESCRIBED,
    put: { body: async () => ({ name: 'after' }), falls: ['description', ''], required: NAMELESS },
  },
  {
    ...kindOf('identities'),
    ...common,
    v1: '/iam/v1/identities',
    draft: async (org) => {
      const name = org.name('identity');
      return { name, ...before, claim_match: claimMatchOf(name) };
    },
    draftV2: async (org) => {
      const name = org.name('identity');
      return { name, ...before, claimMatch: claimMatchOf(name) };
    },
    names: {
      ...DESCRIBED,
      created_at: 'createTime',
      updated_at: 'updateTime',
      last_seen: 'lastSeenTime',
      claim_match: 'claimMatch',
    },
    put: {
      body: async (org) => ({ name: 'after', claim_match: claimMatchOf(org.name('after')) }),
      falls: ['description', ''],
      required: ['claim_match', /./],
    },
  },
  {
    ...kindOf('roles'),
    ...common,
    v1: '/iam/v1/roles',
    draft: async (org) => ({ name: org.name('role'), ...before, capabilities: ['groups.list'] }),
    draftV2: async (org) => ({ name: org.name('role'), ...before, capabilities: ['CAP_IAM_GROUPS_LIST'] }),
    names: DESCRIBED,
    put: {
      body: async () => ({ name: 'after', capabilities: ['repo.list'] }),
      falls: ['description', ''],
      required: NAMELESS,
    },
  },
  {
    ...kindOf('roleBindings'),
    ...common,
    v1: '/iam/v1/rolebindings',
    draft: async (org) => ({ identity: (await org.identity()).uid, role: roleUid(org.roles, 'viewer') }),
    draftV2: async (org) => ({ identityUid: (await org.identity()).uid, roleUid: roleUid(org.roles, 'viewer') }),
    names: { id: 'uid', created_at: 'createTime' },
    put: {
      body: async (org) => ({ identity: (await org.identity()).uid, role: roleUid(org.roles, 'editor') }),
      required: ['role', /\brole\b/],
    },
  },
  {
    ...kindOf('identityProviders'),
    ...common,
    v1: '/iam/v1/identityProviders',
    draft: async (org) => ({
      name: org.name('provider'),
      ...before,
      default_role: roleUid(org.roles, 'viewer'),
      oidc: { issuer: 'https://login.test', client_id: 'client', client_secret: 'secret' },
    }),
    draftV2: async (org) => ({
      name: org.name('provider'),
      ...before,
      defaultRole: roleUid(org.roles, 'viewer'),
      oidc: { issuer: 'https://login.test', clientId: 'client', clientSecret: 'secret' },
    }),
    names: { ...DESCRIBED, default_role: 'defaultRole' },
    put: {
      body: async (org) => ({
        name: 'after',
        default_role: roleUid(org.roles, 'viewer'),
        oidc: { issuer: 'https://login.test', client_id: 'other' },
      }),
      falls: ['description', ''],
      required: ['oidc', /\boidc\b/],
    },
  },
  {
    ...kindOf('accountAssociations'),
    ...common,
    v1: '/iam/v1/account_associations',
    id: 'group',
    find: (uid) => `group=${uid}`,
    // A group has one at most.
    parent: async (org, place) => (await org.group({}, place)).uid,
    draft: async (org) => ({ name: org.name('association'), ...before }),
    draftV2: async (org) => ({ name: org.name('association'), ...before }),
    names: { group: 'uid', name: 'name', description: 'description' },
    put: { body: async () => ({ name: 'after' }), falls: ['description', ''], required: NAMELESS },
  },
  {
    ...kindOf('groupInvites'),
    ...common,
    v1: '/iam/v1/group_invites',
    draft: async (org) => ({ ttl: '3600s', role: roleUid(org.roles, 'viewer') }),
    draftV2: async (org) => ({ ttl: '3600s', roleUid: roleUid(org.roles, 'viewer') }),
    names: {
      id: 'uid',
      email: 'email',
      key_id: 'keyId',
      single_use: 'singleUse',
      created_at: 'createTime',
      expiration: 'expirationTime',
    },
  },
  {
    ...kindOf('externalGroupRoleMappings'),
    ...common,
    v1: '/iam/v1/externalGroupRoleMappings',
    find: (uid) => `uidp.ids=${uid}`,
    draft: async (org) => ({
      external_group_id: org.name('external'),
      role_uidp: roleUid(org.roles, 'viewer'),
      scope: org.uid,
    }),
    draftV2: async (org) => ({
      externalGroupId: org.name('external'),
      roleUid: roleUid(org.roles, 'viewer'),
      scope: org.uid,
    }),
    names: {
      id: 'uid',
      identity_provider_uidp: 'identityProviderUid',
      external_group_id: 'externalGroupId',
      role_uidp: 'roleUid',
      scope: 'scope',
      created_at: 'createTime',
    },
  },
  {
    ...kindOf('repos'),
    ...common,
    v1: '/registry/v1/repos',
    // The syncConfig of a repo has names of more than one word, at both levels.
    draft: async (org) => ({
      name: org.name('repo'),
      ...before,
      sync_config: { source: (await org.repo({}, (await org.group()).uid)).uid, unique_tags: true },
    }),
    draftV2: async (org) => ({
      name: org.name('repo'),
      ...before,
      syncConfig: { source: (await org.repo({}, (await org.group()).uid)).uid, uniqueTags: true },
    }),
    names: { ...DESCRIBED, create_time: 'createTime' },
    put: { body: async () => ({ name: 'after' }), falls: ['description', ''], required: NAMELESS },
  },
  {
    ...kindOf('tags'),
    ...common,
    v1: '/registry/v1/tags',
    draft: async (org) => {
      const name = org.name('tag');
      return { name, digest: digestOf(name), deprecated: true };
    },
    draftV2: async (org) => {
      const name = org.name('tag');
      return { name, digest: digestOf(name), deprecated: true };
    },
    names: { id: 'uid', name: 'name', digest: 'digest', deprecated: 'deprecated', last_updated: 'updateTime' },
    put: {
      body: async (org) => {
        const name = org.name('after');
        return { name, digest: digestOf(name) };
      },
      falls: ['deprecated', false],
      required: ['name', /\bname: tag must match/],
    },
  },
];

/** One row, made through a version, in a separate place. */
export interface Made {
  readonly place: string;
  readonly uid: string;
  /** The answer of the create. */
  readonly answer: Body;
}

/** Makes a row through v1. */
export const makeInV1 = async (kind: V1Kind, org: Org): Promise<Made> => {
  const place = await kind.place(org);
  const answer = ok(await org.api.post(`${kind.v1}/${await kind.parent(org, place)}`, await kind.draft(org)));
  return { place, uid: String(answer[kind.id]), answer };
};

/** Makes a row through v2. */
export const makeInV2 = async (kind: V1Kind, org: Org): Promise<Made> => {
  const place = await kind.place(org);
  const answer = ok(await org.api.post(`${kind.path}/${await kind.parent(org, place)}`, await kind.draftV2(org)));
  return { place, uid: answer.uid, answer };
};

/** The items of a List of v1. */
export const itemsOf = async (api: Api, target: string): Promise<readonly Body[]> =>
  rowsOf(await api.read(target), 'items');

/** The one row of a uid as v1 shows it: v1 has no other way to read it. */
export const itemOf = async (api: Api, kind: V1Kind, uid: string): Promise<Body> => {
  const [item, ...others] = await itemsOf(api, `${kind.v1}?${kind.find(uid)}`);
  if (!item || others.length > 0) throw new Error(`${kind.v1} has not one item of ${uid}`);
  return item;
};

/** The uids of items, in their order. */
export const idsOf = ({ id }: V1Kind, items: readonly Body[]): readonly string[] =>
  items.map((item) => String(item[id]));
