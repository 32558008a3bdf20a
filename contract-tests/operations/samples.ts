import type { Api } from '../support/api.ts';
import { type Kind, kinds } from '../support/kinds.ts';
import { claimMatchOf, digestOf, type Org, oidc } from '../support/org.ts';
import { roleUid } from '../support/roles.ts';

/** A request that an operation answers with 200. */
export interface Sample {
  readonly target: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The token that the request is answered to; by default the token of the caller that may do everything. */
  readonly token?: string | undefined;
}

type Make = (org: Org) => Promise<Sample>;

const viewer = ({ roles }: Org): string => roleUid(roles, 'viewer');

/** The body of a create, by the collection's name. */
const bodies: Readonly<Record<string, (org: Org) => Promise<Readonly<Record<string, unknown>>>>> = {
  groups: async () => ({ name: 'a' }),
  identities: async () => ({ name: 'a', claimMatch: claimMatchOf('a') }),
  roles: async () => ({ name: 'a', capabilities: ['CAP_IAM_GROUPS_LIST'] }),
  roleBindings: async (org) => ({ identityUid: (await org.identity()).uid, roleUid: viewer(org) }),
  identityProviders: async (org) => ({ name: 'a', defaultRole: viewer(org), oidc }),
  accountAssociations: async () => ({ name: 'a' }),
  groupInvites: async (org) => ({ roleUid: viewer(org), ttl: '60s' }),
  externalGroupRoleMappings: async (org) => ({ externalGroupId: 'a', roleUid: viewer(org), scope: org.uid }),
  repos: async () => ({ name: 'a' }),
  tags: async () => ({ name: 'a', digest: digestOf('a') }),
  subscriptions: async () => ({ sink: 'https://a.test/' }),
};

const typeOf = ({ type }: Kind): string => type.split('/')[1] ?? '';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const standard = (kind: Kind): readonly (readonly [string, Make])[] => {
  const { path, plural } = kind;
  const row = async (org: Org): Promise<string> => (await kind.make(org, await kind.place(org), 1)).uid;
  return [
    [
      `List${capital(plural)}`,
      async (org) => {
        const place = await kind.place(org);
        await kind.make(org, place, 1);
        return { target: `${path}?${kind.within(place)}` };
      },
    ],
    [`Get${typeOf(kind)}`, async (org) => ({ target: `${path}/${await row(org)}` })],
    [
      `Create${typeOf(kind)}`,
      async (org) => ({ target: `${path}/${await kind.place(org)}`, body: (await bodies[plural]?.(org)) ?? {} }),
    ],
    [`Update${typeOf(kind)}`, async (org) => ({ target: `${path}/${await row(org)}`, body: {} })],
    [`Delete${typeOf(kind)}`, async (org) => ({ target: `${path}/${await row(org)}` })],
  ];
};

const scim = (verb: string, body: Sample['body'], before: boolean): Make => {
  return async (org) => {
    const target = `/iam/v2/identityProviders/${(await org.provider()).uid}`;
    const etag = before ? (await org.api.post(`${target}:generateScimToken`)).body.etag : '';
    return { target: `${target}:${verb}`, body: { ...body, ...(before && verb !== 'revokeScimToken' && { etag }) } };
  };
};

const fixed =
  (target: string): Make =>
  async () => ({ target });

/** The token of the one who owns the organization of the default fixture, with a verified address in its domain. */
export const OWNER_TOKEN = 'owner-token';

/** Somebody with an address in the domain of that organization asks for access to it, for the first time. */
export const requestAccess =
  (path: string): Make =>
  async (org) => ({
    target: `${path}/${process.env.ORG_ID}:requestGroupAccess`,
    body: {},
    token: (await org.newcomer(`${org.name('newcomer')}@example.com`)).token,
  });

const defaultImage: Make = async ({ api }) => {
  const org = process.env.ORG_ID ?? '';
  const page = await api.read(`/registry/v2/repos?uidp.children_of=${org}&name=nginx`);
  const [repo] = page.repos as readonly { readonly uid: string }[];
  const digest = 'sha256:b6c521eff48c6a33c652b8521669f2edd63460c344618e0028cd336cd609dfcf';
  return { target: `/registry/v2/repos/${repo?.uid}/digests/${digest}` };
};

const first = async (org: Org, target: string, key: string): Promise<string> => {
  const page = await org.api.read(target);
  return (page[key] as readonly { readonly uid: string }[])[0]?.uid ?? '';
};

const REPORTS = '/advisory/v2/images/resolvedVulns?startTime=2026-01-01T00:00:00Z&endTime=2026-12-31T00:00:00Z';

/** A request for each operation of the document that answers 200 on the default fixture. */
export const samples: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...kinds.flatMap(standard),
  [
    'CheckAccountAssociation',
    async (org) => ({
      target: `/iam/v2/accountAssociations/${(await org.association()).uid}:checkAccountAssociation`,
      body: { providerType: 'ACCOUNT_PROVIDER_TYPE_GOOGLE' },
    }),
  ],
  [
    'BatchDeleteExternalGroupRoleMappings',
    async (org) => {
      const parent = (await org.provider()).uid;
      const names = [(await org.mapping(parent)).uid];
      return { target: '/iam/v2/externalGroupRoleMappings:batchDelete', body: { parent, names } };
    },
  ],
  ['LookupGroup', async () => ({ target: '/iam/v2/groups:lookupGroup', token: OWNER_TOKEN })],
  ['RequestGroupAccess', requestAccess('/iam/v2/groups')],
  ['CheckEligibility', fixed('/iam/v2/groups:checkEligibility')],
  [
    'LookupIdentity',
    async (org) => {
      const claimMatch = { issuer: 'https://sample.test', subject: org.uid };
      await org.identity({ claimMatch });
      return { target: `/iam/v2/identities:lookupIdentity?issuer=${claimMatch.issuer}&subject=${org.uid}` };
    },
  ],
  [
    'UpdateIdentityMetadata',
    async () => ({ target: '/iam/v2/identities:updateIdentityMetadata', body: { identityMetadata: { company: 'a' } } }),
  ],
  ['GenerateScimToken', scim('generateScimToken', {}, false)],
  ['RegenerateScimToken', scim('regenerateScimToken', {}, true)],
  ['RevokeScimToken', scim('revokeScimToken', {}, true)],
  ['SetScimEnabled', scim('setScimEnabled', { enabled: false }, true)],
  [
    'BatchCreateRoleBindings',
    async (org) => ({
      target: '/iam/v2/roleBindings:batchCreate',
      body: {
        parent: org.uid,
        requests: [{ roleBinding: { identityUid: (await org.identity()).uid, roleUid: viewer(org) } }],
      },
    }),
  ],
  ['AcceptTerms', async ({ uid }) => ({ target: `/iam/v2/terms/${uid}`, body: { documentIds: ['sfdpa.v1'] } })],
  [
    'ListTermsAcceptances',
    async ({ api, uid }) => {
      await api.post(`/iam/v2/terms/${uid}`, { documentIds: ['sfdpa.v1'] });
      return { target: `/iam/v2/terms/${uid}` };
    },
  ],
  ['GetArchitectures', async (org) => ({ target: `${(await defaultImage(org)).target}/architectures` })],
  ['GetSize', async (org) => ({ target: `${(await defaultImage(org)).target}/size` })],
  ['GetRepoReadme', async (org) => ({ target: `/registry/v2/repos/${(await org.repo()).uid}/readme` })],
  [
    'UpdateRepoReadme',
    async (org) => ({ target: `/registry/v2/repos/${(await org.repo()).uid}/readme`, body: { content: 'a' } }),
  ],
  ['ListAdvisories', fixed('/vulnerabilities/v2/advisories?page_size=3')],
  [
    'GetAdvisory',
    async (org) => {
      const path = '/vulnerabilities/v2/advisories';
      return { target: `${path}/${await first(org, path, 'advisories')}` };
    },
  ],
  ['ListArtifacts', fixed('/libraries/v2/artifacts?ecosystems=ECOSYSTEM_JAVA')],
  [
    'ListArtifactVersions',
    async (org) => {
      const path = '/libraries/v2/artifacts';
      return { target: `${path}/${await first(org, `${path}?ecosystems=ECOSYSTEM_JAVA`, 'artifacts')}/versions` };
    },
  ],
  ['GetArtifactCount', fixed('/libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA')],
  ['ListDocuments', fixed('/advisory/v2/documents')],
  ['ListVulnerabilityMetadata', fixed('/advisory/v2/metadata')],
  ['ListResolvedVulnsReports', fixed(REPORTS)],
  ['Ping', fixed('/ping/v2/ping')],
]);

/** The sample of an operation. */
export const sampleOf = (operation: string, org: Org): Promise<Sample> => {
  const make = samples.get(operation);
  if (!make)
    throw new Error(`${operation} has no sample: add its resource to support/kinds.ts, or a sample to samples.ts`);
  return make(org);
};

/** The caller of a sample. */
export const callerOf = (api: Api, { token = api.token }: Pick<Sample, 'token'>): Api => api.as(token);

/** A documented path with its uid replaced. */
export const pathWith = (path: string, uid: string): string =>
  path.replace('{digest}', digestOf('unknown')).replaceAll(/\{[^}]+\}/g, uid);
