import { rowsOf } from '../support/answer.ts';
import type { Org } from '../support/org.ts';
import { seen } from '../support/profile.ts';
import { OWNER_TOKEN, requestAccess } from './samples.ts';
import { type Fields, type Make, standard, subscriptions, type V1Sample, viewer } from './v1-collections.ts';

const fixed =
  (target: string): Make =>
  async () => ({ target });

const scim = (verb: string, fields: Fields, before: boolean): Make => {
  return async (org) => {
    const { uid } = await org.provider();
    const { etag } = before ? (await org.api.post(`/iam/v2/identityProviders/${uid}:generateScimToken`)).body : {};
    return {
      target: `/iam/v1/identityProviders/${uid}:${verb}`,
      body: { ...fields, ...(before && verb !== 'revokeScimToken' && { etag }) },
    };
  };
};

const firstOf = async (org: Org, target: string): Promise<string> =>
  String(rowsOf(await org.api.read(target), 'items')[0]?.id);

const image: Make = async (org) => {
  const repo = await firstOf(org, `/registry/v1/repos?uidp.children_of=${process.env.ORG_ID}&name=nginx`);
  const digest = 'sha256:b6c521eff48c6a33c652b8521669f2edd63460c344618e0028cd336cd609dfcf';
  return { target: `/registry/v1/repos/${repo}/digests/${digest}` };
};

const ofImage =
  (rest: string): Make =>
  async (org) => ({ target: `${(await image(org)).target}/${rest}` });

const REGISTRY = '/registry/v1';

const OLD_DIGEST = 'sha256:62329d232c727f151203d32822d4ba8e84e6628d02c0098fce8f8b3cf498f8df';

const charts = [{ repo: 'https://charts.test', chart: 'a' }];

/** A path at a new repo. */
const ofRepo =
  (rest: string): Make =>
  async (org) => ({ target: `${REGISTRY}/repos/${(await org.repo()).uid}${rest}` });

const deployment: Make = async (org) => ({ ...(await ofRepo('/deployment')(org)), body: { charts } });

const within =
  (path: string): Make =>
  async ({ uid }) => ({ target: `${REGISTRY}/${path}?uidp.descendants_of=${uid}` });

const advisory = {
  artifact_type: 'apk',
  artifact_name: 'openssl',
  artifact_architecture: 'x86_64',
  component_name: 'openssl',
  component_location: '/usr/lib/libssl.so',
  component_type: 'apk',
  author: 'security-team',
} as const;

const event = { detection: { manual: {} }, author: 'security-team', status: 'APPROVED' } as const;

const ADVISORIES = '/vulnerabilities/v1/advisories';

/** Makes an advisory, which only v1 can, and returns its id and the id of its event. */
const makeAdvisory = async ({ api, uid }: Org): Promise<{ readonly id: string; readonly eventId: string }> => {
  const made = await api.post(ADVISORIES, { parent_id: uid, advisory: { ...advisory, events: [event] } });
  return { id: String(made.body.id), eventId: String(rowsOf(made.body, 'events')[0]?.id) };
};

const ARTIFACTS = '/libraries/v1/artifacts?ecosystems=JAVA';

/** A request for each operation of openapi-v1.yaml that answers 200 on the default fixture, by operationId. */
export const v1Samples: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...standard,
  // Over HTTP in one profile only (behaviour C12).
  ...(seen.eventsV1 ? [...subscriptions, ['PingService_Ping', fixed('/ping/v1/ping')] as const] : []),
  [
    'GroupAccountAssociations_List',
    async (org) => ({
      target: `/iam/v1/account_associations?group=${(await org.association()).uid}`,
    }),
  ],
  [
    'GroupInvites_List',
    async (org) => {
      await org.invite();
      return { target: `/iam/v1/group_invites?group=${org.uid}` };
    },
  ],
  ['Groups_LookupGroup', async () => ({ target: '/iam/v1/groups:lookupGroup', token: OWNER_TOKEN })],
  ['Groups_RequestGroupAccess', requestAccess('/iam/v1/groups')],
  ['Groups_CheckEligibility', fixed('/iam/v1/groups:checkEligibility')],
  [
    'Identities_Lookup',
    async (org) => {
      const claimMatch = { issuer: 'https://sample.test', subject: org.uid };
      await org.identity({ claimMatch });
      return { target: `/iam/v1/identities/lookup?issuer=${claimMatch.issuer}&subject=${org.uid}` };
    },
  ],
  [
    'EventIdentities_Create',
    async ({ uid, name }) => ({
      target: '/iam/v1/identities',
      body: { issuer: 'https://issuer.test', subject: `${uid} ${name('subject')}` },
    }),
  ],
  [
    'EventIdentities_UpdateMetadata',
    async () => ({
      target: '/iam/v1/identities/metadata',
      body: { onboarding_questions: { company_name: 'Example Inc.', providers: ['google'] }, updatesOptIn: true },
    }),
  ],
  ['IdentityProviders_GenerateScimToken', scim('generateScimToken', {}, false)],
  ['IdentityProviders_RegenerateScimToken', scim('regenerateScimToken', {}, true)],
  ['IdentityProviders_RevokeScimToken', scim('revokeScimToken', {}, true)],
  ['IdentityProviders_SetScimEnabled', scim('setScimEnabled', { enabled: false }, true)],
  [
    'RoleBindings_CreateBatch',
    async (org) => ({
      target: `/iam/v1/rolebindings/batch/${org.uid}`,
      body: [{ identity: (await org.identity()).uid, role: viewer(org) }],
    }),
  ],
  [
    'GroupAccountAssociations_Check',
    async (org) => ({
      target: `/iam/v1/account_associations/${(await org.association()).uid}:check`,
      body: { account_type: 'GOOGLE' },
    }),
  ],
  [
    'ExternalGroupRoleMappings_Get',
    async (org) => ({
      target: `/iam/v1/externalGroupRoleMappings/${(await org.mapping((await org.provider()).uid)).uid}`,
    }),
  ],
  [
    'ExternalGroupRoleMappings_BatchDelete',
    async (org) => {
      const provider = (await org.provider()).uid;
      const ids = [(await org.mapping(provider)).uid];
      return { target: '/iam/v1/externalGroupRoleMappings:batchDelete', body: { parent_id: provider, ids } };
    },
  ],
  ['Terms_AcceptTerms', async ({ uid }) => ({ target: `/iam/v1/terms/${uid}`, body: { document_ids: ['sfdpa.v1'] } })],
  [
    'Terms_ListAccepted',
    async ({ api, uid }) => {
      await api.post(`/iam/v1/terms/${uid}`, { document_ids: ['sfdpa.v1'] });
      return { target: `/iam/v1/terms/${uid}` };
    },
  ],
  ['Registry_ListEolTags', fixed('/registry/v1/eoltags')],
  ['Registry_GetArchs', ofImage('architectures')],
  ['Registry_GetSize', ofImage('size')],
  ['Registry_GetVulnReport', ofImage('vulnreport')],
  ['Registry_GetImageConfig', ofImage('imageconfig')],
  [
    'Registry_ListTagHistory',
    async (org) => ({ target: `${REGISTRY}/tags/${(await org.tag((await org.repo()).uid)).uid}/history` }),
  ],
  ['Registry_GetDeployment', ofRepo('/deployment')],
  ['Registry_CreateDeployment', deployment],
  [
    'Registry_UpdateDeployment',
    async (org) => {
      const { target, body } = await deployment(org);
      await org.api.post(target, body);
      return { target, body: { charts } };
    },
  ],
  ['Registry_GetSyncStatus', ofRepo(':syncstatus')],
  ['Registry_ListSyncStatuses', async ({ uid }) => ({ target: `${REGISTRY}/syncstatuses?registry_id=${uid}` })],
  ['Registry_GetUpdateStatus', ofRepo(':updatestatus')],
  ['Registry_ListBuildReports', within('buildreports')],
  ['Registry_GetBuildStatus', within('buildstatus')],
  ['Registry_GetRegistrySettings', async ({ uid }) => ({ target: `${REGISTRY}/settings/${uid}` })],
  [
    'Registry_UpdateRegistrySettings',
    async ({ uid }) => ({ target: `${REGISTRY}/settings/${uid}`, body: { unique_tags: true } }),
  ],
  [
    'Registry_DiffImage',
    async (org) => {
      const [path = '', to = ''] = (await image(org)).target.split('/digests/');
      return { target: `${path}/diff?from_digest=${OLD_DIGEST}&to_digest=${to}` };
    },
  ],
  ['Registry_GetPackageVersionMetadata', fixed(`${REGISTRY}/versions/nginx`)],
  ['Vulnerabilities_ListVulnReports', fixed(`${REGISTRY}/vuln_reports?digest=${OLD_DIGEST}&scanner.name=GRYPE`)],
  ['Vulnerabilities_GetRawVulnReport', fixed(`${REGISTRY}/vuln_reports/raw?digest=${OLD_DIGEST}&scanner=GRYPE`)],
  ['Vulnerabilities_ListVulnCountReports', fixed('/registry/v1/vuln_reports/counts')],
  ['Advisories_List', fixed(`${ADVISORIES}?page_size=3`)],
  ['Advisories_Create', async ({ uid }) => ({ target: ADVISORIES, body: { parent_id: uid, advisory } })],
  ['Advisories_Update', async (org) => ({ target: `${ADVISORIES}/${(await makeAdvisory(org)).id}`, body: advisory })],
  ['Advisories_Delete', async (org) => ({ target: `${ADVISORIES}/${(await makeAdvisory(org)).id}` })],
  [
    'Advisories_ListAdvisoryEvents',
    async (org) => ({ target: `${ADVISORIES}/${(await makeAdvisory(org)).id}/events` }),
  ],
  [
    'Advisories_CreateAdvisoryEvent',
    async (org) => ({
      target: `${ADVISORIES}/${(await makeAdvisory(org)).id}/events`,
      body: { advisory_event: event },
    }),
  ],
  [
    'Advisories_UpdateAdvisoryEvent',
    async (org) => ({
      target: `/vulnerabilities/v1/advisory_events/${(await makeAdvisory(org)).eventId}`,
      body: event,
    }),
  ],
  ['Artifacts_List', fixed(ARTIFACTS)],
  [
    'Artifacts_ListVersions',
    async (org) => ({ target: `/libraries/v1/artifacts/${await firstOf(org, ARTIFACTS)}/versions` }),
  ],
  ['Malware_ListBlockList', fixed('/libraries/v1/malware/blocklist')],
  ['Artifacts_GetArtifactCount', fixed('/libraries/v1/artifacts/count?ecosystems=JAVA')],
  ['SecurityAdvisory_ListDocuments', fixed('/advisory/v1/documents')],
  ['SecurityAdvisory_ListVulnerabilityMetadata', fixed('/advisory/v1/metadata')],
  [
    'SecurityAdvisory_ListResolvedVulnsReports',
    fixed('/advisory/v1/images/resolved_vulns?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z'),
  ],
]);

/** The sample of an operation of v1. */
export const v1SampleOf = (operation: string, org: Org): Promise<V1Sample> => {
  const make = v1Samples.get(operation);
  if (!make) throw new Error(`${operation} has no sample: add one to v1-samples.ts`);
  return make(org);
};
