import type { RowOf } from '../../kernel/resource.ts';
import { type Collection, collection } from '../../kernel/rows.ts';
import { bool, enumOf, enumType, int32, map, string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, optional, output, required } from '../../schema/message.ts';

/** The kind of an organization. */
export const OrgKind = enumType('chainguard.platform.iam.v2.OrgKind', 'The kind of an organization.', {
  ORG_KIND_UNSPECIFIED: 0,
  ORG_KIND_STARTER: 1,
  ORG_KIND_CUSTOMER: 2,
  ORG_KIND_DEV: 3,
  ORG_KIND_INFRA: 4,
  ORG_KIND_AWS_MARKETPLACE: 5,
});

/** The lifecycle state of an organization. */
export const OrgStatus = enumType('chainguard.platform.iam.v2.OrgStatus', 'The lifecycle state of an organization.', {
  ORG_STATUS_UNSPECIFIED: 0,
  ORG_STATUS_INITIALIZING: 1,
  ORG_STATUS_READY: 2,
  ORG_STATUS_SUSPENDED: 3,
});

/** A group: an organization when it is a root, a part of one otherwise. */
export const Group = message(
  'chainguard.platform.iam.v2.Group',
  'A node of the resource hierarchy. A root group is an organization; everything else lives under a group.',
  {
    uid: output(1, uid(), 'The identifier of the group.', { always: true }),
    name: required(2, name(), 'The name of the group. Siblings may share one.', { always: true, example: 'platform' }),
    description: optional(3, string({ max: 4096 }), 'What the group is for.', {
      always: true,
      example: 'The platform team.',
    }),
    resourceLimits: output(4, map('string', int32()), 'How many resources of each kind the group may hold.'),
    verified: optional(
      5,
      bool(),
      'Whether the service has verified who owns the organization. Only its staff can set this, and only on a root.',
    ),
    createTime: output(6, timestamp(), 'When the group was created.'),
    updateTime: output(7, timestamp(), 'When the group was last changed.'),
    kind: optional(8, enumOf(OrgKind), 'The kind of the organization. Set on a root; every group below has the same.'),
    status: output(9, enumOf(OrgStatus), 'The lifecycle state of the organization; the same for every group below.'),
  },
);

/** A stored group. */
export type GroupRow = RowOf<typeof Group>;

/** The rows of groups, for modules that the resource imports. */
export const groupRows: Collection<GroupRow> = collection<GroupRow>('groups', 'name');
