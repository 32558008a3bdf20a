import { createHash } from 'node:crypto';
import { type Answer, type Body, ok, rowsOf } from './answer.ts';
import type { Api } from './api.ts';
import { mintToken, steer } from './mock.ts';
import { type Roles, roleUid } from './roles.ts';
import { everyRow } from './walk.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The group of a test's caller, and the roles that it holds. */
export interface CallerPlan {
  /** The group that the role is bound on; the organization unless given. */
  readonly at?: string;
  /** The group that the identity belongs to; the organization unless given. */
  readonly home?: string;
}

/** An organization that one test owns, and the ways to fill it. Every method accepts fields that replace its own. */
export interface Org {
  readonly uid: string;
  readonly api: Api;
  readonly roles: Roles;
  /** A name that nothing else in the organization has. */
  readonly name: (word: string) => string;
  readonly group: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly identity: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly role: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly binding: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly provider: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly mapping: (provider: string, fields?: Fields) => Promise<Body>;
  readonly invite: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly association: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly repo: (fields?: Fields, parent?: string) => Promise<Body>;
  readonly tag: (repo: string, fields?: Fields) => Promise<Body>;
  readonly subscription: (fields?: Fields, parent?: string) => Promise<Body>;
  /** A caller with a built-in role's name, or a custom role's uid, bound to it. Needs `/_mock`. */
  readonly caller: (role: string, plan?: CallerPlan) => Promise<Api>;
  /** Somebody who has registered with a verified address and belongs to no organization. Needs `/_mock`. */
  readonly newcomer: (email: string) => Promise<Api>;
  /** The identities of newcomers: they live above every root, and are not deleted with the organization. */
  readonly newcomers: readonly string[];
}

/** A digest that is unique to its word. */
export const digestOf = (word: string): string => `sha256:${createHash('sha256').update(word).digest('hex')}`;

/** The claimMatch of an identity, unique to its word. */
export const claimMatchOf = (word: string): object => ({ issuer: 'https://issuer.test', subject: `subject:${word}` });

/** The oidc part of an identity provider. */
export const oidc = { issuer: 'https://login.test', clientId: 'client', clientSecret: 'secret' } as const;

/** Makes a root group as an organization for one test. */
export const createOrg = async (api: Api, roles: Roles): Promise<Org> => {
  const viewer = roleUid(roles, 'viewer');
  let made = 0;
  const newcomers: string[] = [];
  const name = (word: string): string => {
    made += 1;
    return `${word}-${made}`;
  };
  const { uid } = ok(await api.post('/iam/v2/groups', { name: 'contract test' }));
  const create = async (path: string, parent: string, fields: Fields): Promise<Body> =>
    ok(await api.post(`${path}/${parent}`, fields));
  const identity: Org['identity'] = (fields = {}, parent = uid) => {
    const word = name('identity');
    return create('/iam/v2/identities', parent, { name: word, claimMatch: claimMatchOf(word), ...fields });
  };
  return {
    uid,
    api,
    roles,
    name,
    identity,
    group: (fields = {}, parent = uid) => create('/iam/v2/groups', parent, { name: name('group'), ...fields }),
    role: (fields = {}, parent = uid) =>
      create('/iam/v2/roles', parent, { name: name('role'), capabilities: ['CAP_IAM_GROUPS_LIST'], ...fields }),
    binding: async (fields = {}, parent = uid) =>
      create('/iam/v2/roleBindings', parent, {
        ...(fields.identityUid === undefined && { identityUid: (await identity()).uid }),
        roleUid: viewer,
        ...fields,
      }),
    provider: (fields = {}, parent = uid) =>
      create('/iam/v2/identityProviders', parent, { name: name('provider'), defaultRole: viewer, oidc, ...fields }),
    mapping: (provider, fields = {}) =>
      create('/iam/v2/externalGroupRoleMappings', provider, {
        externalGroupId: name('external'),
        roleUid: viewer,
        scope: uid,
        ...fields,
      }),
    invite: (fields = {}, parent = uid) =>
      create('/iam/v2/groupInvites', parent, { roleUid: viewer, ttl: '3600s', ...fields }),
    association: (fields = {}, parent = uid) =>
      create('/iam/v2/accountAssociations', parent, { name: name('association'), ...fields }),
    repo: (fields = {}, parent = uid) => create('/registry/v2/repos', parent, { name: name('repo'), ...fields }),
    tag: (repo, fields = {}) => {
      const word = name('tag');
      return create('/registry/v2/tags', repo, { name: word, digest: digestOf(word), ...fields });
    },
    subscription: (fields = {}, parent = uid) =>
      create('/events/v2/subscriptions', parent, { sink: `https://${name('hook')}.test/events`, ...fields }),
    caller: async (role, { at = uid, home = uid } = {}) => {
      const { uid: identityUid } = await identity({}, home);
      const bound = roles.get(role) ?? role;
      await create('/iam/v2/roleBindings', at, { identityUid, roleUid: bound });
      return api.as(await mintToken(api, identityUid));
    },
    newcomers,
    newcomer: async (email) => {
      const claims = { email, email_verified: true };
      const plan = { issuer: `https://newcomers.test/${uid}`, subject: name('newcomer'), claims };
      const caller = api.as(ok(await steer(api, 'POST', 'upstream-tokens', plan)).token);
      newcomers.push(String(ok(await caller.post('/auth/v1/register')).identity));
      return caller;
    },
  };
};

/** The rows that block the delete of a group, in an order in which all can be deleted: with identities go their bindings. */
const BLOCKING = [
  ['/registry/v2/repos', 'repos'],
  ['/iam/v2/identityProviders', 'identityProviders'],
  ['/iam/v2/groupInvites', 'groupInvites'],
  ['/iam/v2/identities', 'identities'],
  ['/iam/v2/roleBindings', 'roleBindings'],
  ['/iam/v2/roles', 'roles'],
  ['/iam/v2/groups', 'groups'],
] as const;

const wordsOf = (plural: string): string => plural.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The blocking kinds that a refusal names: all of them if there are groups, since any may be in these. */
const blockingIn = ({ body }: Answer): readonly (typeof BLOCKING)[number][] => {
  const says = (plural: string): boolean => String(body.message).includes(`child ${wordsOf(plural)}`);
  return says('groups') ? BLOCKING : BLOCKING.filter(([, plural]) => says(plural));
};

/** Deletes a group and everything below it; what is gone already is skipped. */
export const removeTree = async (api: Api, root: string): Promise<void> => {
  const remove = () => api.delete(`/iam/v2/groups/${root}`);
  let answer = await remove();
  if (answer.status === 404) return;
  // Most tests leave little that keeps the group, and each List costs time.
  for (const kindsOf of [blockingIn, () => BLOCKING]) {
    if (answer.status !== 400) break;
    for (const [path, plural] of kindsOf(answer)) {
      const rows = await everyRow(api, `${path}?uidp.descendants_of=${root}`, plural);
      const deepestFirst = [...rows].sort((a, b) => b.uid.length - a.uid.length);
      for (const { uid } of deepestFirst) await api.delete(`${path}/${uid}`);
    }
    answer = await remove();
  }
  ok(answer);
};

/** The role bindings under a group, as its List returns them. */
export const bindingsOf = async (api: Api, group: string): Promise<readonly Body[]> =>
  rowsOf(await api.read(`/iam/v2/roleBindings?uidp.children_of=${group}&page_size=200`), 'roleBindings');
