import { customOperation } from '../../kernel/custom-operation.ts';
import { invalid } from '../../kernel/errors.ts';
import { parentOf, rootOf } from '../../kernel/uid.ts';
import { repeated, uid } from '../../schema/field-types.ts';
import { message, of, plain, required, type Static } from '../../schema/message.ts';
import { ExternalGroupRoleMapping } from './external-group-role-mapping.ts';

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
export type BatchDelete = Static<typeof BatchDeleteRequest>;

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

/**
 * The uids to delete, each once.
 * @throws ApiError INVALID_ARGUMENT that names every uid which is not a mapping of the parent (behaviour §5.8)
 */
export const uidsToDelete = ({ parent = '', names = [] }: BatchDelete): readonly string[] => {
  const strays = names.flatMap((name, index) =>
    parentOf(name) === parent ? [] : [{ field: `names[${index}]`, description: `must be a mapping of ${parent}` }],
  );
  if (strays.length > 0) throw invalid(strays);
  return [...new Set(names)];
};
