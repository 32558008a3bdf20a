import { withMember } from '../../json.ts';
import type { Violations } from '../../kernel/context.ts';
import { failedPrecondition, invalidField } from '../../kernel/errors.ts';
import { equals } from '../../kernel/filters.ts';
import { type Context, defineResource, type RowContext, type RowWriteContext } from '../../kernel/resource.ts';
import { isBelow, parentOf, TOP } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { string } from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { uidOfBuiltInRole } from './built-in-roles.ts';
import { checkEligibility, lookupGroup, requestGroupAccess } from './group-access.ts';
import { Group, type GroupRow, groupRows } from './group-message.ts';
import { bindRole } from './role-binding-message.ts';

const TAIL = /^[0-9a-f]{16}(?:\/[0-9a-f]{16})*$/;

/**
 * The group that a caller means by a parent: its uid, or the end of one, or a name, as long as exactly one group in
 * which the caller may create groups fits (behaviour §5.1). A parent that fits none is returned as it is.
 * @throws ApiError INVALID_ARGUMENT when several fit
 */
export const resolveParent = (parent: string, { rows, access, operation }: Context): string => {
  if (rows.get(groupRows, parent)) return parent;
  const isInScope = ({ uid }: GroupRow): boolean => access.holds(operation.capabilities, uid);
  const byTail = TAIL.test(parent)
    ? rows.listWithin(groupRows, TOP).filter((group) => group.uid.endsWith(`/${parent}`) && isInScope(group))
    : [];
  const fitting = byTail.length > 0 ? byTail : rows.by(groupRows, 'name', parent).filter(isInScope);
  if (fitting.length > 1) throw invalidField('parent', `several groups fit ${JSON.stringify(parent)}`);
  return fitting[0]?.uid ?? parent;
};

/** A group whose `verified` is the given value if the caller may set it, and the previous one otherwise. */
const settleVerified = (group: GroupRow, previous: GroupRow | undefined, context: RowContext): GroupRow => {
  // Staff alone may verify, and only organizations.
  if (context.parent === TOP && context.access.holds(['internal'], TOP)) return group;
  const { verified: _, ...rest } = group;
  return previous?.verified ? withMember(rest, 'verified', true) : rest;
};

const hasKind = ({ kind = 'ORG_KIND_UNSPECIFIED' }: Pick<GroupRow, 'kind'>): boolean => kind !== 'ORG_KIND_UNSPECIFIED';

/** Refuses a verified root without a kind, and a different kind on a group that inherits one (behaviour §5.1). */
export const validate = (
  draft: GroupRow,
  context: RowContext,
  found: Violations,
  previous: GroupRow | undefined,
): void => {
  if (context.parent !== TOP) {
    if (hasKind(draft) && draft.kind !== previous?.kind)
      found.push(violationByName('kind', 'is inherited from the root group'));
    return;
  }
  // One that was stored without a kind can still be changed.
  const hadNone = previous?.verified === true && !hasKind(previous);
  const { verified = false } = settleVerified(draft, previous, context);
  if (verified && !hasKind(draft) && !hadNone)
    found.push(violationByName('kind', 'is required on a verified root group'));
};

/** The root that has the name already, if the draft or that root is verified (behaviour §5.1, §7.12). */
export const clash = (
  draft: GroupRow,
  context: RowContext,
): { readonly row: GroupRow; readonly label: string } | undefined => {
  const { name } = draft;
  if (context.parent !== TOP || name === undefined) return undefined;
  // A draft has no uid before it is stored.
  const previous = context.rows.get(groupRows, draft.uid ?? '');
  const { verified = false } = settleVerified(draft, previous, context);
  // A name that clashes only because another root was verified since is allowed.
  if (previous?.name === name && (previous.verified ?? false) === verified) return undefined;
  const row = context.rows
    .by(groupRows, 'name', name)
    .find((other) => parentOf(other.uid) === TOP && other.uid !== previous?.uid && (verified || other.verified));
  return row && { row, label: name };
};

/**
 * A group with the kind and status of the one above it. They are copied, not looked up when answering, so that lists
 * sort by the answered values.
 */
const inheritFields = (group: GroupRow, above: GroupRow | undefined): GroupRow => {
  if (!above) return group;
  const { kind: _kind, status: _status, ...own } = group;
  const { kind, status } = above;
  return Object.assign(own, omitUndefined({ kind, status }));
};

/** Sets the status of a new root, and the inherited fields of any other group. */
export const beforeCreate = (group: GroupRow, context: RowWriteContext): GroupRow => {
  const settled = settleVerified(group, undefined, context);
  return context.parent === TOP
    ? withMember(settled, 'status', settled.status ?? 'ORG_STATUS_READY')
    : inheritFields(settled, context.tx.get(groupRows, context.parent));
};

/**
 * Copies a changed kind to the groups below.
 * @throws ApiError FAILED_PRECONDITION for another name on a verified root (behaviour §5.1)
 */
export const beforeUpdate = (next: GroupRow, previous: GroupRow, context: RowWriteContext): GroupRow => {
  const { parent, tx } = context;
  const settled = settleVerified(next, previous, context);
  if (parent !== TOP) return inheritFields(settled, tx.get(groupRows, parent));
  if (previous.verified && settled.verified && settled.name !== previous.name) {
    throw failedPrecondition({ type: 'GROUP_VERIFIED', description: 'cannot rename a verified root group' });
  }
  if (settled.kind !== previous.kind) {
    for (const group of tx.listWithin(groupRows, settled.uid)) {
      if (isBelow(group.uid, settled.uid)) tx.put(groupRows, inheritFields(group, settled));
    }
  }
  return settled;
};

/**
 * Makes the creator of a root group its owner (behaviour §5.1). The binding applies whichever group has the creator's
 * identity, since otherwise nobody could use that root.
 */
const bindFounder = (root: GroupRow, context: RowWriteContext): void => {
  const { parent, caller, tx, directory } = context;
  if (parent !== TOP || !tx.get(directory.getResource('identity'), caller.identity)) return;
  bindRole(root.uid, { identityUid: caller.identity, roleUid: uidOfBuiltInRole('owner'), founder: true }, context);
};

/** Groups: the tree that every other resource hangs in (behaviour §5.1). */
export const groups = defineResource({
  domain: 'iam',
  singular: 'group',
  plural: 'groups',
  description: 'Organizations and the groups below them. All other resources live in a group.',
  message: Group,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: groupRows.indexes,
  verbs: {
    list: {
      capabilities: ['groups.list'],
      description: 'Lists the groups that the caller can see.',
      uidp: 1,
      filters: { name: equals(2, string(), 'name', 'Groups of exactly this name.') },
      paging: [3, 4, 5, 6],
      order: 'uid',
      sortable: ['uid', 'name', 'createTime', 'updateTime', 'kind', 'status'],
    },
    get: { capabilities: ['groups.list'], description: 'Gets a group by its uid.' },
    create: {
      capabilities: ['groups.create'],
      unscoped: true,
      description:
        'Creates a group below a parent, or without a parent an organization that the caller owns. The parent may ' +
        'also be given as the end of its uid or as its name, if exactly one group in which the caller may create groups matches.',
      event: { type: 'iam.group.created.v1', audience: 'customer', group: (subject) => subject },
    },
    update: {
      capabilities: ['groups.update'],
      description: 'Changes a group. The name of a verified organization cannot change.',
      event: { type: 'iam.group.updated.v1', audience: 'customer', group: (subject) => subject },
      fails: ['FAILED_PRECONDITION'],
    },
    delete: {
      capabilities: ['groups.delete'],
      description:
        'Deletes a group without repos, groups, identities, identity providers or roles; everything else in it is ' +
        'deleted with it.',
      event: { type: 'iam.group.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    resolveParent,
    validate,
    clash,
    beforeCreate,
    beforeUpdate,
    afterCreate: bindFounder,
    notMaskedByWildcard: ['verified', 'kind', 'status'],
  },
  methods: { lookupGroup, requestGroupAccess, checkEligibility },
});
