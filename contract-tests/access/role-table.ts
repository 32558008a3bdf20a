/** The built-in roles of behaviour §11's table, by the short names it uses. */
export const ROLES = {
  CV: 'console_viewer',
  V: 'viewer',
  E: 'editor',
  O: 'owner',
  LO: 'limited_owner',
  RPull: 'registry.pull',
  RPush: 'registry.push',
  RPTC: 'registry.pull_token_creator',
  APK: 'apk.pull',
} as const;

export type RoleName = keyof typeof ROLES;

const readers = ['CV', 'V', 'E', 'O', 'LO'] as const;
const groupReaders = [...readers, 'RPull', 'RPush', 'RPTC', 'APK'] as const;
const registryReaders = [...readers, 'RPull', 'RPush', 'RPTC'] as const;
const owner = ['O'] as const;
const repoWriters = ['E', 'O', 'RPush'] as const;
const tagWriters = ['O', 'RPush'] as const;
const everybody = Object.keys(ROLES) as readonly RoleName[];

/** A call that changes nothing whoever makes it, and results in 403 exactly when the caller may not make it. */
export interface Probe {
  readonly operation: string;
  readonly method: string;
  /** With `ORG` and `LEAF` for an organization and an unknown uid below it. */
  readonly target: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly roles: readonly RoleName[];
}

const probe = (
  operation: string,
  method: string,
  target: string,
  roles: readonly RoleName[],
  body?: Probe['body'],
): Probe => ({ operation, method, target, roles, ...(body !== undefined && { body }) });

interface Standard {
  readonly path: string;
  readonly type: string;
  readonly plural: string;
  readonly read: readonly RoleName[];
  readonly create?: readonly RoleName[];
  readonly update?: readonly RoleName[];
  readonly remove?: readonly RoleName[];
}

const standard = ({ path, type, plural, read, create, update, remove }: Standard): readonly Probe[] => [
  probe(`List${plural}`, 'GET', path, read),
  probe(`Get${type}`, 'GET', `${path}/LEAF`, read),
  ...(create ? [probe(`Create${type}`, 'POST', `${path}/ORG`, create, {})] : []),
  ...(update ? [probe(`Update${type}`, 'PATCH', `${path}/LEAF`, update, {})] : []),
  ...(remove ? [probe(`Delete${type}`, 'DELETE', `${path}/LEAF`, remove)] : []),
];

const IMAGE = `/registry/v2/repos/LEAF/digests/sha256:${'0'.repeat(64)}`;
const RESOLVED = '/advisory/v2/images/resolvedVulns?startTime=2026-01-01T00:00:00Z&endTime=2026-01-02T00:00:00Z';

/** Every operation with the built-in roles that may call it (behaviour §11). */
export const probes: readonly Probe[] = [
  ...standard({
    path: '/iam/v2/accountAssociations',
    type: 'AccountAssociation',
    plural: 'AccountAssociations',
    read: readers,
    update: owner,
    remove: owner,
  }),
  probe('CreateAccountAssociation', 'POST', '/iam/v2/accountAssociations/ORG', owner, {}),
  probe('CheckAccountAssociation', 'POST', '/iam/v2/accountAssociations/LEAF:checkAccountAssociation', readers, {
    providerType: 'ACCOUNT_PROVIDER_TYPE_GOOGLE',
  }),
  ...standard({
    path: '/iam/v2/externalGroupRoleMappings',
    type: 'ExternalGroupRoleMapping',
    plural: 'ExternalGroupRoleMappings',
    read: readers,
    remove: owner,
  }),
  probe('CreateExternalGroupRoleMapping', 'POST', '/iam/v2/externalGroupRoleMappings/LEAF', owner, {}),
  probe('BatchDeleteExternalGroupRoleMappings', 'POST', '/iam/v2/externalGroupRoleMappings:batchDelete', owner, {
    parent: 'LEAF',
    names: ['LEAF'],
  }),
  ...standard({
    path: '/iam/v2/groupInvites',
    type: 'GroupInvite',
    plural: 'GroupInvites',
    read: readers,
    create: owner,
    remove: owner,
  }),
  ...standard({
    path: '/iam/v2/groups',
    type: 'Group',
    plural: 'Groups',
    read: groupReaders,
    create: ['O', 'RPush'],
    update: owner,
    remove: owner,
  }),
  probe('LookupGroup', 'GET', '/iam/v2/groups:lookupGroup', everybody),
  probe('RequestGroupAccess', 'POST', '/iam/v2/groups/LEAF:requestGroupAccess', everybody),
  probe('CheckEligibility', 'GET', '/iam/v2/groups:checkEligibility', everybody),
  ...standard({
    path: '/iam/v2/identities',
    type: 'Identity',
    plural: 'Identities',
    read: readers,
    create: ['O', 'LO', 'RPTC'],
    update: owner,
    remove: owner,
  }),
  probe('LookupIdentity', 'GET', '/iam/v2/identities:lookupIdentity?issuer=https://none.test&subject=x', everybody),
  probe('UpdateIdentityMetadata', 'PATCH', '/iam/v2/identities:updateIdentityMetadata', everybody, {
    identityMetadata: {},
  }),
  ...standard({
    path: '/iam/v2/identityProviders',
    type: 'IdentityProvider',
    plural: 'IdentityProviders',
    read: readers,
    create: owner,
    update: owner,
    remove: owner,
  }),
  ...['generate', 'regenerate', 'revoke'].map((verb) =>
    probe(
      `${verb[0]?.toUpperCase()}${verb.slice(1)}ScimToken`,
      'POST',
      `/iam/v2/identityProviders/LEAF:${verb}ScimToken`,
      owner,
      verb === 'regenerate' ? { etag: 'x' } : {},
    ),
  ),
  probe('SetScimEnabled', 'POST', '/iam/v2/identityProviders/LEAF:setScimEnabled', owner, { enabled: true, etag: 'x' }),
  ...standard({
    path: '/iam/v2/roleBindings',
    type: 'RoleBinding',
    plural: 'RoleBindings',
    read: readers,
    create: ['O', 'LO', 'RPTC'],
    update: owner,
    remove: owner,
  }),
  probe('BatchCreateRoleBindings', 'POST', '/iam/v2/roleBindings:batchCreate', ['O', 'LO', 'RPTC'], { parent: 'ORG' }),
  ...standard({
    path: '/iam/v2/roles',
    type: 'Role',
    plural: 'Roles',
    read: [...readers, 'RPTC'],
    create: owner,
    update: owner,
    remove: owner,
  }),
  probe('AcceptTerms', 'POST', '/iam/v2/terms/ORG', owner, {}),
  probe('ListTermsAcceptances', 'GET', '/iam/v2/terms/ORG', ['V', 'E', 'O', 'LO']),
  probe('GetArchitectures', 'GET', `${IMAGE}/architectures`, registryReaders),
  probe('GetSize', 'GET', `${IMAGE}/size`, registryReaders),
  ...standard({
    path: '/registry/v2/repos',
    type: 'Repo',
    plural: 'Repos',
    read: registryReaders,
    create: repoWriters,
    update: repoWriters,
    remove: repoWriters,
  }),
  probe('GetRepoReadme', 'GET', '/registry/v2/repos/LEAF/readme', registryReaders),
  probe('UpdateRepoReadme', 'PATCH', '/registry/v2/repos/LEAF/readme', [], { content: 'x' }),
  ...standard({
    path: '/registry/v2/tags',
    type: 'Tag',
    plural: 'Tags',
    read: registryReaders,
    remove: tagWriters,
  }),
  probe('CreateTag', 'POST', '/registry/v2/tags/LEAF', tagWriters, {}),
  ...standard({ path: '/vulnerabilities/v2/advisories', type: 'Advisory', plural: 'Advisories', read: readers }),
  probe('ListArtifacts', 'GET', '/libraries/v2/artifacts?ecosystems=ECOSYSTEM_JAVA', readers),
  probe('ListArtifactVersions', 'GET', '/libraries/v2/artifacts/none/versions', readers),
  probe('GetArtifactCount', 'GET', '/libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA', readers),
  probe('ListDocuments', 'GET', '/advisory/v2/documents', everybody),
  probe('ListVulnerabilityMetadata', 'GET', '/advisory/v2/metadata', everybody),
  probe('ListResolvedVulnsReports', 'GET', RESOLVED, [...readers, 'RPTC']),
  ...standard({
    path: '/events/v2/subscriptions',
    type: 'Subscription',
    plural: 'Subscriptions',
    read: readers,
    create: ['E', 'O'],
    remove: ['E', 'O'],
  }),
  probe('Ping', 'GET', '/ping/v2/ping', everybody),
];
