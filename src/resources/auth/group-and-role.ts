import { capabilityName, capabilityOf } from '../../schema/capability.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { bool, enumOf, enumType, int32, map, repeated, string, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { ALWAYS, message, optional, output, required, type Static } from '../../schema/message.ts';
import { type GroupRow, OrgKind, OrgStatus } from '../iam/group-message.ts';
import { CAPABILITY_NEEDED, type RoleRow } from '../iam/role-message.ts';

// Published in a package without a version: `auth` has no other, and v1 shows groups and roles by the same messages.

const PACKAGE = 'chainguard.platform.iam';

/** A group in its v1 form. */
export const GroupV1 = message(`${PACKAGE}.Group`, 'A group, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the group.', ALWAYS),
  name: required(2, name(), 'The name of the group.', { ...ALWAYS, example: 'platform' }),
  description: optional(3, string({ max: 4096 }), 'What the group is for.', {
    ...ALWAYS,
    example: 'The platform team.',
  }),
  resourceLimits: output(4, map('string', int32()), 'How many resources of each kind the group may hold.'),
  verified: optional(5, bool(), 'Whether the service has verified who owns the organization.', ALWAYS),
  kind: optional(
    6,
    enumOf(enumType(`${PACKAGE}.OrgKind`, OrgKind.description, OrgKind.values)),
    'The kind of the organization. Set on a root; every group below has the same.',
  ),
  status: output(
    7,
    enumOf(enumType(`${PACKAGE}.OrgStatus`, OrgStatus.description, OrgStatus.values)),
    'The lifecycle state of the organization.',
  ),
});

/** A role in its v1 form. */
export const RoleV1 = message(
  `${PACKAGE}.Role`,
  'A role, as v1 shows it.',
  {
    id: output(1, uid(), 'The identifier of the role.', ALWAYS),
    name: required(2, name(), 'The name of the role.', { ...ALWAYS, example: 'release manager' }),
    description: optional(3, string({ max: 4096 }), 'What the role is for.', {
      ...ALWAYS,
      example: 'Publishes releases.',
    }),
    capabilities: optional(
      4,
      repeated(capabilityName()),
      'The capabilities of the role by name. A new role needs at least one, and its creator must hold all of them.',
      { ...ALWAYS, example: ['repo.list'] },
    ),
  },
  [CAPABILITY_NEEDED],
);

/** A stored group as `auth` and v1 show it. */
export const groupV1Of = (group: GroupRow): Static<typeof GroupV1> => {
  const { uid: id, name: called, description, resourceLimits, verified, kind, status } = group;
  return omitUndefined({ id, name: called, description, resourceLimits, verified, kind, status });
};

/** A stored role as `auth` and v1 show it, with capabilities by the names that callers know. */
export const roleV1Of = ({ uid: id, name: called, description, capabilities = [] }: RoleRow): Static<typeof RoleV1> =>
  omitUndefined({
    id,
    name: called,
    description,
    capabilities: capabilities.flatMap((given) => capabilityOf(given) ?? []),
  });
