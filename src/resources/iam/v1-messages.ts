import { bool, enumOf, enumType, int32, map, repeated, string, uid } from '../../schema/field-types.ts';
import { message, plain, type Static } from '../../schema/message.ts';
import { type GroupRow, OrgKind, OrgStatus } from './group-message.ts';
import { capabilitiesOf, type RoleRow } from './roles.ts';

const ALWAYS = { always: true } as const;

/** A group in its v1 form. */
export const GroupV1 = message('chainguard.platform.iam.Group', 'A group, as v1 shows it.', {
  id: plain(1, uid(), 'The identifier of the group.', ALWAYS),
  name: plain(2, string(), 'The name of the group.', ALWAYS),
  description: plain(3, string(), 'What the group is for.', ALWAYS),
  resourceLimits: plain(4, map('string', int32()), 'How many resources of each kind the group may hold.'),
  verified: plain(5, bool(), 'Whether the service has verified who owns the organization.', ALWAYS),
  kind: plain(
    6,
    enumOf(enumType('chainguard.platform.iam.OrgKind', OrgKind.description, OrgKind.values)),
    'What the organization is to the service.',
  ),
  status: plain(
    7,
    enumOf(enumType('chainguard.platform.iam.OrgStatus', OrgStatus.description, OrgStatus.values)),
    'Where the organization is in its life.',
  ),
});

/** A role in its v1 form. */
export const RoleV1 = message('chainguard.platform.iam.Role', 'A role, as v1 shows it.', {
  id: plain(1, uid(), 'The identifier of the role.', ALWAYS),
  name: plain(2, string(), 'The name of the role.', ALWAYS),
  description: plain(3, string(), 'What the role is for.', ALWAYS),
  capabilities: plain(4, repeated(string()), 'The capabilities of the role by name.', ALWAYS),
});

/** A stored group as v1 shows it. */
export const groupV1Of = ({ uid: id, createTime: _, updateTime: __, ...rest }: GroupRow): Static<typeof GroupV1> => ({
  id,
  ...rest,
});

/** A stored role as v1 shows it. */
export const roleV1Of = (role: RoleRow): Static<typeof RoleV1> => {
  const { uid: id, name = '', description = '' } = role;
  return { id, name, description, capabilities: [...capabilitiesOf(role)] };
};
