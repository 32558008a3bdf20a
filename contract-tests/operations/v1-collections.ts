import { claimMatchOf, digestOf, type Org, oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';

/** The members of a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request that an operation of v1 answers with 200. */
export interface V1Sample {
  readonly target: string;
  readonly body?: Fields | readonly Fields[];
  /** The token that the request is answered to; by default the token of the caller that may do everything. */
  readonly token?: string | undefined;
}

/** Makes the rows that a sample needs, and the sample. */
export type Make = (org: Org) => Promise<V1Sample>;

/** The role that samples bind. */
export const viewer = ({ roles }: Org): string => roleUid(roles, 'viewer');

/** A resource in the tables of v1: its path, and how its rows and bodies are made. */
interface Collection {
  readonly service: string;
  /** The part of its methods' names before or after the verb, as in `ListRepos`. */
  readonly singular?: string;
  readonly path: string;
  readonly row: (org: Org) => Promise<string>;
  readonly parent?: (org: Org) => Promise<string>;
  readonly body: (org: Org) => Promise<Fields>;
  readonly isReplaced?: boolean;
}

const uidOf = async (made: Promise<{ readonly uid: string }>): Promise<string> => (await made).uid;

const collections: readonly Collection[] = [
  { service: 'Groups', path: '/iam/v1/groups', row: (org) => uidOf(org.group()), body: async () => ({ name: 'a' }) },
  {
    service: 'Identities',
    path: '/iam/v1/identities',
    row: (org) => uidOf(org.identity()),
    body: async () => ({ name: 'a', claim_match: claimMatchOf('a') }),
  },
  {
    service: 'Roles',
    path: '/iam/v1/roles',
    row: (org) => uidOf(org.role()),
    body: async () => ({ name: 'a', capabilities: ['groups.list'] }),
  },
  {
    service: 'RoleBindings',
    path: '/iam/v1/rolebindings',
    row: (org) => uidOf(org.binding()),
    body: async (org) => ({ identity: (await org.identity()).uid, role: viewer(org) }),
  },
  {
    service: 'IdentityProviders',
    path: '/iam/v1/identityProviders',
    row: (org) => uidOf(org.provider()),
    body: async (org) => {
      const { issuer, clientId, clientSecret } = oidc;
      return {
        name: 'a',
        default_role: viewer(org),
        oidc: { issuer, client_id: clientId, client_secret: clientSecret },
      };
    },
  },
  {
    service: 'GroupAccountAssociations',
    path: '/iam/v1/account_associations',
    row: (org) => uidOf(org.association()),
    parent: (org) => uidOf(org.group()),
    body: async () => ({ name: 'a' }),
  },
  {
    service: 'GroupInvites',
    path: '/iam/v1/group_invites',
    row: (org) => uidOf(org.invite()),
    body: async (org) => ({ role: viewer(org), ttl: '60s' }),
    isReplaced: false,
  },
  {
    service: 'ExternalGroupRoleMappings',
    path: '/iam/v1/externalGroupRoleMappings',
    row: async (org) => uidOf(org.mapping((await org.provider()).uid)),
    parent: (org) => uidOf(org.provider()),
    body: async (org) => ({ external_group_id: 'a', role_uidp: viewer(org), scope: org.uid }),
    isReplaced: false,
  },
  {
    service: 'Registry',
    singular: 'Repo',
    path: '/registry/v1/repos',
    row: (org) => uidOf(org.repo()),
    body: async () => ({ name: 'a' }),
  },
  {
    service: 'Registry',
    singular: 'Tag',
    path: '/registry/v1/tags',
    row: async (org) => uidOf(org.tag((await org.repo()).uid)),
    parent: (org) => uidOf(org.repo()),
    body: async () => ({ name: 'a', digest: digestOf('a') }),
  },
];

const standardOf = ({
  service,
  singular = '',
  path,
  row,
  parent = async ({ uid }) => uid,
  body,
  isReplaced = true,
}: Collection): readonly (readonly [string, Make])[] => [
  [
    `${service}_List${singular === '' ? '' : `${singular}s`}`,
    async (org) => {
      await row(org);
      return { target: `${path}?uidp.descendants_of=${org.uid}` };
    },
  ],
  [`${service}_Create${singular}`, async (org) => ({ target: `${path}/${await parent(org)}`, body: await body(org) })],
  ...(isReplaced
    ? [
        [
          `${service}_Update${singular}`,
          async (org: Org) => ({ target: `${path}/${await row(org)}`, body: await body(org) }),
        ] as const,
      ]
    : []),
  [`${service}_Delete${singular}`, async (org) => ({ target: `${path}/${await row(org)}` })],
];

/** The samples of the operations that every resource has, by operationId. */
export const standard: readonly (readonly [string, Make])[] = collections.flatMap(standardOf);

/** The operations of subscriptions, which v1 has over gRPC only in the default profile. */
export const subscriptions: readonly (readonly [string, Make])[] = standardOf({
  service: 'Subscriptions',
  path: '/events/v1/subscriptions',
  row: (org) => uidOf(org.subscription()),
  body: async () => ({ sink: 'https://a.test/' }),
  isReplaced: false,
});
