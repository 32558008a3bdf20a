import { equals } from '../../kernel/filters.ts';
import { type Context, defineResource, type Resource, type WriteContext, writeMethod } from '../../kernel/resource.ts';
import { scopeOf } from '../../kernel/scope.ts';
import { parentOf, rootOf } from '../../kernel/uid.ts';
import { deleteRow } from '../../kernel/write-verbs.ts';
import { uid } from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { withMember } from '../../schema/json-object.ts';
import { demandRoleCapabilities } from './anti-escalation.ts';
import { type BatchDelete, batchDeleteOperation, uidsToDelete } from './batch-delete-external-group-role-mappings.ts';
import { ExternalGroupRoleMapping, type ExternalGroupRoleMappingRow } from './external-group-role-mapping.ts';
import { checkRolePlace } from './role-place.ts';

const tupleOf = ({ externalGroupId, roleUid, scope }: ExternalGroupRoleMappingRow): string =>
  JSON.stringify([externalGroupId, roleUid, scope]);

const batchDelete = (request: BatchDelete, context: WriteContext) => {
  const deleted = uidsToDelete(request).flatMap((name) => context.tx.get(externalGroupRoleMappings, name) ?? []);
  for (const row of deleted) deleteRow(externalGroupRoleMappings, row, context);
  return { parent: request.parent, externalGroupRoleMappings: deleted };
};

/** The filter by provider is a form of `uidp.children_of`, and fails like it (behaviour §4.3, U2, U4). */
export const demandListable = (provider: unknown, context: Context): void => {
  if (typeof provider !== 'string') return;
  const { capabilities } = context.operation;
  const reach = context.access.reach(capabilities);
  scopeOf(externalGroupRoleMappings, { childrenOf: provider }, reach, capabilities, context);
};

/** External group role mappings (behaviour §5.8). */
export const externalGroupRoleMappings: Resource<ExternalGroupRoleMappingRow> = defineResource({
  domain: 'iam',
  type: 'ExternalGroupRoleMapping',
  singular: 'externalGroupRoleMapping',
  plural: 'externalGroupRoleMappings',
  words: { singular: 'external group role mapping', plural: 'external group role mappings' },
  description: 'Roles for the groups that an identity provider knows.',
  message: ExternalGroupRoleMapping,
  parent: { singular: 'identityProvider', onDelete: 'cascade' },
  indexes: ['identityProviderUid', 'roleUid'],
  references: { roleUid: { to: 'role', onDelete: 'block' } },
  verbs: {
    list: {
      capabilities: ['identity_providers.list'],
      description: 'Lists the external group role mappings that the caller can see.',
      uidp: 1,
      filters: {
        identityProviderUid: equals(2, uid(), 'identityProviderUid', 'Only mappings of this identity provider.'),
      },
      locate: ({ identityProviderUid }, context) => {
        demandListable(identityProviderUid, context);
        return {};
      },
      paging: [3, 4, 5, 6],
      order: 'uid',
      sortable: ['uid', 'createTime', 'externalGroupId', 'roleUid'],
    },
    get: {
      capabilities: ['identity_providers.list'],
      description: 'Gets an external group role mapping by its uid.',
    },
    create: {
      capabilities: ['identity_providers.create', 'role_bindings.create'],
      description:
        'Creates a mapping at an identity provider. The caller must hold every capability that the role grants.',
      event: {
        type: 'iam.external_group_role_mappings.created.v1',
        audience: 'customer',
        group: rootOf,
        identityProvider: parentOf,
      },
    },
    // No update is published; the capabilities are those for changing its provider (behaviour C22).
    update: {
      capabilities: ['identity_providers.update', 'role_bindings.create'],
      description:
        'Accepts the current values of a mapping. None of its fields can change: delete it and create another.',
      origin: 'spec',
    },
    delete: {
      capabilities: ['identity_providers.delete'],
      description: 'Deletes an external group role mapping.',
      event: {
        type: 'iam.external_group_role_mappings.deleted.v1',
        audience: 'customer',
        group: rootOf,
        identityProvider: parentOf,
      },
    },
  },
  rules: {
    identify: tupleOf,
    validate: ({ roleUid, scope }, { parent, rows }, found) => {
      const organization = rootOf(parent);
      checkRolePlace('roleUid', roleUid, organization, rows, found);
      if (scope !== undefined && scope !== '' && scope !== organization) {
        found.push(violationByName('scope', "must be the uid of the identity provider's organization"));
      }
    },
    authorize: ({ roleUid = '', scope = '' }, context) => demandRoleCapabilities(roleUid, scope, context),
    clash: (draft, { parent, rows }) => {
      const tuple = tupleOf(draft);
      const row = rows.childrenOf(externalGroupRoleMappings, parent).find((other) => tupleOf(other) === tuple);
      return row && { row, label: draft.externalGroupId ?? '' };
    },
    beforeCreate: (row, { parent }) => withMember(row, 'identityProviderUid', parent),
  },
  methods: {
    batchDelete: writeMethod(batchDeleteOperation, batchDelete, { scopeType: 'identityProvider' }),
  },
});
