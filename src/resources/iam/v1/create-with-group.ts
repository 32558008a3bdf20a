import { accessAt } from '../../../kernel/access.ts';
import type { Violations } from '../../../kernel/context.ts';
import { customOperation } from '../../../kernel/custom-operation.ts';
import { rowNotFound } from '../../../kernel/directory.ts';
import { denied, invalid } from '../../../kernel/errors.ts';
import type { WriteContext } from '../../../kernel/resource.ts';
import { type Method, writeMethod } from '../../../kernel/resource.ts';
import type { Row } from '../../../kernel/rows.ts';
import { TOP } from '../../../kernel/uid.ts';
import { createRow } from '../../../kernel/write-verbs.ts';
import type { Capability } from '../../../schema/capability.ts';
import type { Static } from '../../../schema/message.ts';
import { V1 } from '../../../v1/edition.ts';
import { uidOfBuiltInRole } from '../built-in-roles.ts';
import { groupRows } from '../group-message.ts';
import { capabilitiesOf } from '../role-message.ts';
import { checkRolePlace, roles } from '../roles.ts';
import { GroupInviteRequest, GroupInviteV1, requestConversion, viewOfNewInvite } from './group-invites.ts';

const capabilities: readonly Capability[] = ['group_invites.create', 'role_bindings.create'];
/** The request has no name for the group; the one who redeems the invite can rename it. */
const NAME = 'new group';

/** Creates the group of the invite: an organization without an owner, or a group below the given one. */
const createGroup = (parent: string, context: WriteContext): Row => {
  const { tx, access, caller, directory } = context;
  const groups = directory.getResource('group');
  if (parent !== TOP) {
    // NOT_FOUND only if the caller may create (behaviour §9.7).
    const nearest = tx.get(groupRows, parent) ? parent : directory.findNearest(tx, parent);
    if (nearest === undefined) throw rowNotFound(groups, parent);
    access.demand(['groups.create', ...capabilities], nearest, () => directory.groupOf(tx, nearest));
    if (nearest !== parent) throw rowNotFound(groups, parent);
    return createRow(groups, parent, { name: NAME }, context);
  }
  if (caller.limits) throw denied('the token is confined, and a root lies outside of that');
  // Without a caller there is no founder: the invite grants the first role.
  return createRow(groups, TOP, { name: NAME }, { ...context, caller: { identity: '' } });
};

/** The context with the access for granting roles at the group: at a new root a founder's, else the parent's. */
const mayGrantAt = (group: string, parent: string, { access, ...context }: WriteContext): WriteContext => {
  // A refusal names the parent: without the invite there is no group.
  if (parent !== TOP) return { ...context, access: { ...access, demand: (needed) => access.demand(needed, parent) } };
  const owner = context.tx.get(roles, uidOfBuiltInRole('owner'));
  return { ...context, access: owner ? accessAt(group, capabilitiesOf(owner)) : access };
};

const create = (request: Static<typeof GroupInviteRequest>, context: WriteContext): Static<typeof GroupInviteV1> => {
  const { tx, directory } = context;
  const parent = request.group || TOP;
  const group = createGroup(parent, context);
  const role = request.role || uidOfBuiltInRole('owner');
  const found: Violations = [];
  checkRolePlace('role', role, group.uid, tx, found);
  if (found.length > 0) throw invalid(found);
  const draft = requestConversion.newer({ ...request, role });
  const invite = createRow(
    directory.getResource('groupInvite'),
    group.uid,
    draft,
    mayGrantAt(group.uid, parent, context),
  );
  return viewOfNewInvite(invite, tx);
};

/** Creates a group together with an invite to it. Published as internal, over gRPC only. */
export const createWithGroup: Method = writeMethod(
  customOperation({
    domain: 'iam',
    service: 'chainguard.platform.iam.GroupInvites',
    id: 'v1.GroupInvites.CreateWithGroup',
    method: 'CreateWithGroup',
    edition: V1,
    summary: 'Create a group and an invite to it',
    description:
      'Creates a group and returns an invite to it: a new organization, which the caller does not own, or a group ' +
      'below `group` if that is set. The invite grants `role`, which is the role of an owner by default.',
    request: GroupInviteRequest,
    response: GroupInviteV1,
    capabilities,
    fails: ['NOT_FOUND'],
  }),
  create,
  // The group and the role are optional here.
  { ownValidation: true },
);
