import type { Violations } from '../../kernel/context.ts';
import { equals } from '../../kernel/filters.ts';
import { defineResource, type Resource, type RowContext, type RowOf, readMethod } from '../../kernel/resource.ts';
import { parentOf } from '../../kernel/uid.ts';
import { string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, of, optional, output, required } from '../../schema/message.ts';
import { Amazon, Azure, GitHub, Google, ServiceBindings } from './account-providers.ts';
import { type Check, checkClouds, checkOperation } from './check-account-association.ts';
import { identities } from './identities.ts';

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

/** The enum value of a service: `INGESTER`, `ingester` and the full name are the same. */
const principalOf = (service: string): string => {
  const upper = service.toUpperCase().replaceAll('-', '_');
  return upper.startsWith(PRINCIPAL) ? upper : `${PRINCIPAL}${upper}`;
};

/** A service may only act as an identity of the group itself that was made for it (behaviour §5.7). */
const checkServiceBindings = (
  { chainguard }: AccountAssociationRow,
  { parent, rows }: RowContext,
  found: Violations,
): void => {
  for (const [service, identityUid] of Object.entries(chainguard?.serviceBindings ?? {})) {
    const principal = principalOf(service);
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
  type: 'AccountAssociation',
  singular: 'accountAssociation',
  plural: 'accountAssociations',
  words: { singular: 'account association', plural: 'account associations' },
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
