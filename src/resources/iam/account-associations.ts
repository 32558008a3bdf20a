import type { Violations } from '../../kernel/context.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { equals } from '../../kernel/filters.ts';
import { defineResource, type Resource, type RowContext, type RowOf, readMethod } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { enumOf, enumType, int64, map, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { awsAccount, name } from '../../schema/formats.ts';
import { message, of, optional, output, plain, required, type Static } from '../../schema/message.ts';
import { identities } from './identities.ts';

const PREFIX = 'chainguard.platform.iam.v2.AccountAssociation';

/** An AWS account. */
const Amazon = message(`${PREFIX}.Amazon`, 'An AWS account that belongs to the group.', {
  account: required(1, awsAccount(), 'The twelve digits of the AWS account id.'),
});

/** A Google Cloud project. */
export const Google = message(`${PREFIX}.Google`, 'A Google Cloud project that belongs to the group.', {
  projectId: required(1, string(), 'The id of the project.', { example: 'my-project' }),
  projectNumber: required(2, string(), 'The number of the project.', { example: '123456789012' }),
});

/** An Azure tenant. */
export const Azure = message(`${PREFIX}.Azure`, 'An Azure tenant that belongs to the group.', {
  tenantId: required(1, string(), 'The id of the tenant.'),
  clientIds: required(2, map('string', string()), 'The client id of the app registration, by component.'),
});

/** Identities that parts of the service act as in the group. */
const ServiceBindings = message(`${PREFIX}.Chainguard`, 'Which identities parts of the service act as.', {
  serviceBindings: required(
    1,
    map('string', uid()),
    'The uid of an identity directly under the group, by the service principal that it is for.',
  ),
});

/** One installation of a GitHub App. */
export const GitHubInstallation = message(`${PREFIX}.GitHubInstallation`, 'One installation of a GitHub App.', {
  installationId: required(1, int64(), 'The id of the installation.'),
  name: optional(2, string(), 'The GitHub organization or user that has the installation.'),
});

const GitHubAppInstallations = message(`${PREFIX}.GitHubAppInstallations`, 'The installations of one GitHub App.', {
  installations: optional(1, repeated(of(GitHubInstallation)), 'The installations.'),
});

/** Installations of GitHub Apps. */
const GitHub = message(`${PREFIX}.GitHub`, 'GitHub Apps that are installed for the group.', {
  appInstallations: optional(2, map('int64', of(GitHubAppInstallations)), 'The installations, by the id of the app.'),
});

const AccountProviderType = enumType(
  'chainguard.platform.iam.v2.AccountProviderType',
  'The cloud whose association is checked.',
  {
    ACCOUNT_PROVIDER_TYPE_UNSPECIFIED: 0,
    ACCOUNT_PROVIDER_TYPE_GOOGLE: 1,
    ACCOUNT_PROVIDER_TYPE_AMAZON: 2,
    ACCOUNT_PROVIDER_TYPE_AZURE: 3,
  },
);

const CheckStatus = enumType('chainguard.platform.iam.v2.CheckStatus', 'The result of a check.', {
  CHECK_STATUS_UNSPECIFIED: 0,
  CHECK_STATUS_READY: 1,
  CHECK_STATUS_NOT_READY: 2,
});

const CheckAccountAssociationRequest = message(
  'chainguard.platform.iam.v2.CheckAccountAssociationRequest',
  'The association to check, and for which cloud.',
  {
    uid: required(1, uid(), 'The uid of the account association.'),
    providerType: required(2, enumOf(AccountProviderType), 'The cloud to check.'),
  },
);

const CheckAccountAssociationResponse = message(
  'chainguard.platform.iam.v2.CheckAccountAssociationResponse',
  'Whether an association is ready for use.',
  {
    status: plain(1, enumOf(CheckStatus), 'Whether the association is ready.', { always: true }),
    reason: plain(2, string(), 'Why it is not ready, in two words; empty when it is.', {
      always: true,
      example: 'not configured',
    }),
    message: plain(3, string(), 'The same as a sentence.', { always: true, example: 'AWS is not configured' }),
  },
);

/** The content of the request. */
type Check = Static<typeof CheckAccountAssociationRequest>;

/** Checking whether an association is ready for use with a cloud. */
export const checkOperation = customOperation({
  domain: 'iam',
  plural: 'accountAssociations',
  id: 'CheckAccountAssociation',
  summary: 'Check an account association',
  description: 'Reports whether an account association is ready for use with a cloud.',
  http: { method: 'POST', path: '/iam/v2/accountAssociations/{uid=**}:checkAccountAssociation', body: '*' },
  request: CheckAccountAssociationRequest,
  response: CheckAccountAssociationResponse,
  capabilities: ['account_associations.list'],
  scope: 'uid',
  fails: ['NOT_FOUND'],
});

/** The clouds of an association that can be checked. */
type CheckedClouds = Readonly<Partial<Record<'google' | 'amazon' | 'azure', object>>>;

const CLOUDS: ReadonlyMap<string, { readonly key: keyof CheckedClouds; readonly label: string }> = new Map([
  ['ACCOUNT_PROVIDER_TYPE_GOOGLE', { key: 'google', label: 'Google Cloud' }],
  ['ACCOUNT_PROVIDER_TYPE_AMAZON', { key: 'amazon', label: 'AWS' }],
  ['ACCOUNT_PROVIDER_TYPE_AZURE', { key: 'azure', label: 'Azure' }],
]);

/** Ready if the cloud is configured: the mock has no cloud to check (behaviour §5.7). */
const checkClouds = (
  association: CheckedClouds | undefined,
  providerType: string,
): Static<typeof CheckAccountAssociationResponse> => {
  const cloud = CLOUDS.get(providerType);
  if (cloud && association?.[cloud.key] !== undefined) {
    return { status: 'CHECK_STATUS_READY', reason: '', message: `${cloud.label} is configured` };
  }
  const message = `${cloud?.label ?? 'The provider'} is not configured`;
  return { status: 'CHECK_STATUS_NOT_READY', reason: 'not configured', message };
};

/** The accounts at other providers that belong to a group. */
export const AccountAssociation = message(
  'chainguard.platform.iam.v2.AccountAssociation',
  'The accounts at other providers that belong to a group. A group has at most one association.',
  {
    uid: output(1, uid(), 'The uid of the association, which is the uid of its group.', { always: true }),
    name: required(2, name(), 'The name of the association.', { always: true }),
    description: optional(3, string({ max: 4096 }), 'What the association is for.', {
      always: true,
      example: 'The cloud accounts of the team.',
    }),
    amazon: optional(4, of(Amazon), 'The AWS account.'),
    google: optional(5, of(Google), 'The Google Cloud project.'),
    chainguard: optional(7, of(ServiceBindings), 'The identities that parts of the service act as.'),
    azure: optional(8, of(Azure), 'The Azure tenant.'),
    createTime: output(9, timestamp(), 'When the association was created.'),
    updateTime: output(10, timestamp(), 'When the association was last changed.'),
    github: optional(11, of(GitHub), 'The installations of GitHub Apps.'),
  },
);

/** A stored account association. */
export type AccountAssociationRow = RowOf<typeof AccountAssociation>;

const PRINCIPAL = 'SERVICE_PRINCIPAL_';

/** A service may only act as an identity of the group itself that was made for it (behaviour §5.7). */
const checkServiceBindings = (
  { chainguard }: AccountAssociationRow,
  { parent, rows }: RowContext,
  found: Violations,
): void => {
  for (const [service, identityUid] of Object.entries(chainguard?.serviceBindings ?? {})) {
    // `INGESTER`, `ingester` and the full name are the same.
    const upper = service.toUpperCase().replaceAll('-', '_');
    const principal = upper.startsWith(PRINCIPAL) ? upper : `${PRINCIPAL}${upper}`;
    const isFit = parentOf(identityUid) === parent && rows.get(identities, identityUid)?.servicePrincipal === principal;
    if (isFit) continue;
    found.push({
      field: `chainguard.serviceBindings.${service}`,
      description: `must be an identity directly under the group with the service principal ${principal}`,
    });
  }
};

/** Account associations (behaviour §5.7). */
export const accountAssociations: Resource<AccountAssociationRow> = defineResource({
  domain: 'iam',
  singular: 'accountAssociation',
  plural: 'accountAssociations',
  description: 'The accounts at cloud providers and GitHub that belong to a group.',
  message: AccountAssociation,
  parent: { singular: 'group', onDelete: 'cascade' },
  sharesParentUid: true,
  indexes: ['name'],
  verbs: {
    list: {
      capabilities: ['account_associations.list'],
      description: 'Lists the account associations that the caller can see.',
      uidp: 1,
      filters: { name: equals(2, string(), 'name', 'Only associations of exactly this name.') },
      paging: [3, 4, 5, 6],
      order: 'group',
      sortable: ['group', 'uid', 'name', 'createTime', 'updateTime'],
      sortValue: { group: ({ uid: group }) => group },
    },
    get: {
      capabilities: ['account_associations.list'],
      description: 'Gets the account association of a group.',
    },
    create: {
      capabilities: ['account_associations.create'],
      description: 'Creates the account association of a group; a group has at most one.',
      event: { type: 'iam.account_associations.created.v1', audience: 'customer', group: (subject) => subject },
    },
    update: {
      capabilities: ['account_associations.update'],
      description: 'Changes the account association of a group.',
      event: { type: 'iam.account_associations.updated.v1', audience: 'customer', group: (subject) => subject },
    },
    delete: {
      repeatable: true,
      capabilities: ['account_associations.delete'],
      description: 'Deletes the account association of a group, but not the group.',
      event: {
        type: 'iam.account_associations.deleted.v1',
        audience: 'customer',
        group: (subject) => subject,
        body: 'none',
      },
    },
  },
  rules: {
    validate: checkServiceBindings,
    clash: (_, { parent, rows }) => {
      const row = rows.get(accountAssociations, parent);
      return row && { row, label: parent };
    },
  },
  methods: {
    checkAccountAssociation: readMethod(
      checkOperation,
      ({ uid: group = '', providerType = 'ACCOUNT_PROVIDER_TYPE_UNSPECIFIED' }: Check, { rows }) =>
        checkClouds(rows.get(accountAssociations, group), providerType),
    ),
  },
});
