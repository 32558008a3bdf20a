import { withMember } from '../../json.ts';
import { customOperation } from '../../kernel/custom-operation.ts';
import { invalid } from '../../kernel/errors.ts';
import { equals } from '../../kernel/filters.ts';
import { deleteRow } from '../../kernel/references.ts';
import {
  type Context,
  defineResource,
  type Resource,
  type RowOf,
  type WriteContext,
  writeMethod,
} from '../../kernel/resource.ts';
import { scopeOf } from '../../kernel/scope.ts';
import { parentOf, rootOf } from '../../kernel/uid.ts';
import { repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { message, of, output, plain, required, type Static } from '../../schema/message.ts';
import { checkRolePlace, demandRoleCapabilities } from './roles.ts';

/** The role that members of a group at an identity provider get. */
export const ExternalGroupRoleMapping = message(
  'chainguard.platform.iam.v2.ExternalGroupRoleMapping',
  'Grants a role to the members of a group that an identity provider knows.',
  {
    uid: output(1, uid(), 'The uid of the mapping.', { always: true }),
    identityProviderUid: output(2, uid(), 'The uid of the identity provider that knows the external group.'),
    externalGroupId: required(3, string(), 'The id of the group at the identity provider.', {
      immutable: true,
      example: 'platform-engineers',
    }),
    roleUid: required(4, uid(), 'The uid of the role to grant: built in, or of the organization.', { immutable: true }),
    scope: required(5, uid(), "The uid of the group to grant it on: the identity provider's organization.", {
      immutable: true,
    }),
    createTime: output(6, timestamp(), 'When the mapping was created.'),
    updateTime: output(100, timestamp(), 'When the mapping was last changed.'),
  },
);

/** A stored mapping. */
type ExternalGroupRoleMappingRow = RowOf<typeof ExternalGroupRoleMapping>;

const BatchDeleteRequest = message(
  'chainguard.platform.iam.v2.BatchDeleteExternalGroupRoleMappingsRequest',
  'Which mappings of an identity provider to delete.',
  {
    parent: required(1, uid(), 'The uid of the identity provider.'),
    names: required(
      2,
      repeated(uid()),
      'The uids of the mappings, all of that identity provider; those that do not exist are ignored.',
    ),
  },
);

const BatchDeleteResponse = message(
  'chainguard.platform.iam.v2.BatchDeleteExternalGroupRoleMappingsResponse',
  'The mappings that were deleted.',
  {
    parent: plain(1, uid(), 'The uid of the identity provider.', { always: true }),
    externalGroupRoleMappings: plain(2, repeated(of(ExternalGroupRoleMapping)), 'The mappings that were deleted.', {
      always: true,
    }),
  },
);

/** The content of the request. */
type BatchDelete = Static<typeof BatchDeleteRequest>;

/** Deleting several mappings of one provider at once. */
export const batchDeleteOperation = customOperation({
  domain: 'iam',
  plural: 'externalGroupRoleMappings',
  id: 'BatchDeleteExternalGroupRoleMappings',
  summary: 'Delete several external group role mappings',
  description: 'Deletes mappings of one identity provider, all or none. Returns the mappings that were deleted.',
  http: { method: 'POST', path: '/iam/v2/externalGroupRoleMappings:batchDelete', body: '*' },
  request: BatchDeleteRequest,
  response: BatchDeleteResponse,
  capabilities: ['identity_providers.delete'],
  scope: 'parent',
  event: {
    type: 'iam.external_group_role_mappings.deleted.batch.v1',
    audience: 'customer',
    subject: ({ answer }) => String(answer.parent),
    group: rootOf,
    identityProvider: (subject) => subject,
  },
  fails: ['NOT_FOUND'],
});

const tupleOf = ({ externalGroupId, roleUid, scope }: ExternalGroupRoleMappingRow): string =>
  JSON.stringify([externalGroupId, roleUid, scope]);

/** @throws ApiError INVALID_ARGUMENT that names every uid which is not a mapping of the parent (behaviour §5.8) */
const batchDelete = ({ parent = '', names = [] }: BatchDelete, context: WriteContext) => {
  const strays = names.flatMap((name, index) =>
    parentOf(name) === parent ? [] : [{ field: `names[${index}]`, description: `must be a mapping of ${parent}` }],
  );
  if (strays.length > 0) throw invalid(strays);
  const deleted = [...new Set(names)].flatMap((name) => context.tx.get(externalGroupRoleMappings, name) ?? []);
  for (const row of deleted) deleteRow(externalGroupRoleMappings, row, context);
  return { parent, externalGroupRoleMappings: deleted };
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
  singular: 'externalGroupRoleMapping',
  plural: 'externalGroupRoleMappings',
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
