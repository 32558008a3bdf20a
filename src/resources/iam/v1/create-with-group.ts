import { accessAt } from '../../../kernel/access.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import { missing } from '../../../kernel/directory.ts';
import { denied, invalid } from '../../../kernel/errors.ts';
import { type Method, writeMethod } from '../../../kernel/resource.ts';
import type { Row } from '../../../kernel/rows.ts';
import { customOperation } from '../../../kernel/standard-operations.ts';
import { TOP } from '../../../kernel/uid.ts';
import { createRow } from '../../../kernel/write-verbs.ts';
import type { Capability } from '../../../schema/capability.ts';
import type { Static } from '../../../schema/message.ts';
import { builtInRoleUid } from '../built-in-roles.ts';
import { groupRows } from '../group-message.ts';
import { capabilitiesOf } from '../role-message.ts';
import { checkRolePlace } from '../role-place.ts';
import { roles } from '../roles.ts';
import { GroupInviteRequest, GroupInviteV1, requestConversion, shownOnce } from './group-invite-request.ts';

const capabilities: readonly Capability[] = ['group_invites.create', 'role_bindings.create'];
/** No request names the group; whoever redeems the invite can rename it. */
const NAME = 'new group';

/** Creates the group that the invite is to: an organization that nobody owns yet, or a group below the one given. */
const createGroup = (parent: string, context: WriteContext): Row => {
  const { tx, access, caller, directory } = context;
  const groups = directory.named('group');
  if (parent !== TOP) {
    // A caller learns what is missing only where they may create (behaviour §9.7).
    const nearest = tx.get(groupRows, parent) ? parent : directory.nearest(tx, parent);
    if (nearest === undefined) throw missing(groups, parent);
    access.demand(['groups.create', ...capabilities], nearest, () => directory.groupOf(tx, nearest));
    if (nearest !== parent) throw missing(groups, parent);
    return createRow(groups, parent, { name: NAME }, context);
  }
  if (caller.limits) throw denied('the token is confined, and a root lies outside of that');
  // Without a caller there is no founder to own it: the invite is the way in.
  return createRow(groups, TOP, { name: NAME }, { ...context, caller: { identity: '' } });
};

/** What the caller may hand out at the group: at a root that is new, what a founder could. */
const mayGrantAt = (group: string, parent: string, context: WriteContext): WriteContext => {
  const owner = context.tx.get(roles, builtInRoleUid('owner'));
  if (parent !== TOP || !owner) return context;
  return { ...context, access: accessAt(group, capabilitiesOf(owner)) };
};

const create = (request: Static<typeof GroupInviteRequest>, context: WriteContext): Static<typeof GroupInviteV1> => {
  const { tx, directory } = context;
  const parent = request.group || TOP;
  const group = createGroup(parent, context);
  const role = request.role || builtInRoleUid('owner');
  const found: { field: string; description: string }[] = [];
  checkRolePlace('role', role, group.uid, tx, found);
  if (found.length > 0) throw invalid(...found);
  const draft = requestConversion.newer({ ...request, role });
  const invite = createRow(directory.named('groupInvite'), group.uid, draft, mayGrantAt(group.uid, parent, context));
  return shownOnce(invite, tx);
};

/** Creates a group together with an invite to it. Published as internal, over gRPC alone. */
export const createWithGroup: Method = writeMethod(
  {
    ...customOperation(
      { domain: 'iam', plural: 'groupInvites' },
      {
        id: 'v1.GroupInvites.CreateWithGroup',
        method: 'CreateWithGroup',
        version: 'v1',
        summary: 'Create a group and an invite to it',
        description:
          'Creates a group and answers an invite to it: a new organization, which the caller does not own, or where ' +
          '`group` is given a group below that. Whoever redeems the invite gets the role, which is that of an owner ' +
          'unless `role` says otherwise.',
        request: GroupInviteRequest,
        response: GroupInviteV1,
        capabilities,
        fails: ['NOT_FOUND'],
      },
    ),
    service: 'chainguard.platform.iam.GroupInvites',
  },
  create,
  // The group and the role may be left out here.
  { ownValidation: true },
);
