import type { RowOf } from '../../kernel/resource.ts';
import { string, timestamp, uid } from '../../schema/field-types.ts';
import { message, output, required } from '../../schema/message.ts';

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
export type ExternalGroupRoleMappingRow = RowOf<typeof ExternalGroupRoleMapping>;
