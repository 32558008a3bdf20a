import { equals } from '../../kernel/filters.ts';
import { defineResource, type RowWriteContext } from '../../kernel/resource.ts';
import { TOP } from '../../kernel/uid.ts';
import { string } from '../../schema/field-types.ts';
import { bindRole } from './bind-role.ts';
import { uidOfBuiltInRole } from './built-in-roles.ts';
import { checkEligibility, lookupGroup, requestGroupAccess } from './group-access.ts';
import { Group, type GroupRow, groupRows } from './group-message.ts';
import { beforeCreate, beforeUpdate, clash, resolveParent, validate } from './group-rules.ts';

/**
 * Makes the creator of a root group its owner (behaviour §5.1). The binding holds wherever the creator's identity
 * lives, since otherwise that root could not be used.
 */
const bindFounder = (root: GroupRow, context: RowWriteContext): void => {
  const { parent, caller, tx, directory } = context;
  if (parent !== TOP || !tx.get(directory.getResource('identity'), caller.identity)) return;
  bindRole(root.uid, { identityUid: caller.identity, roleUid: uidOfBuiltInRole('owner'), founder: true }, context);
};

/** Groups: the tree that every other resource hangs in (behaviour §5.1). */
export const groups = defineResource({
  domain: 'iam',
  type: 'Group',
  singular: 'group',
  plural: 'groups',
  words: { singular: 'group', plural: 'groups' },
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
    keptByWildcard: ['verified', 'kind', 'status'],
  },
  methods: { lookupGroup, requestGroupAccess, checkEligibility },
});
