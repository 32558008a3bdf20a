import type { Violations } from '../../kernel/context.ts';
import { equals } from '../../kernel/filters.ts';
import type { RowContext } from '../../kernel/resource.ts';
import { defineResource } from '../../kernel/resource.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { isInternal } from '../../schema/capability.ts';
import { string } from '../../schema/field-types.ts';
import { profileIn } from '../../schema/profile.ts';
import { builtInRoles } from './built-in-roles.ts';
import { CAPABILITY_NEEDED, capabilitiesOf, Role, type RoleRow } from './role-message.ts';

const validate = (
  draft: RoleRow,
  { touched, settings }: RowContext,
  found: Violations,
  previous: RoleRow | undefined,
): void => {
  if (previous === undefined) found.push(...CAPABILITY_NEEDED.check(Role, draft, (field) => field));
  // Stored capabilities that the profile does not show are not the mistake of a caller who changes something else.
  if (!touched.has('capabilities')) return;
  const { hiddenCapabilities } = profileIn(settings);
  draft.capabilities?.forEach((capability, index) => {
    if (hiddenCapabilities.has(capability)) {
      found.push({ field: `capabilities[${index}]`, description: 'must be a capability' });
    }
  });
};

/** Refuses a role with capabilities that the caller lacks (behaviour §5.4, §10.6). */
const authorize = (draft: RoleRow, { parent, access, rows, directory }: RowContext): void => {
  const capabilities = [...capabilitiesOf(draft)];
  const group = (): string => directory.groupOf(rows, parent);
  if (capabilities.some(isInternal)) access.demand(['internal'], parent, group);
  access.demand(capabilities, parent, group);
};

/** Roles: the built-in ones and those that organizations make (behaviour §5.4). */
export const roles = defineResource({
  domain: 'iam',
  type: 'Role',
  singular: 'role',
  plural: 'roles',
  words: { singular: 'role', plural: 'roles' },
  description: 'Sets of capabilities: built-in ones that everybody can bind, and those that organizations make.',
  message: Role,
  parent: { singular: 'group', onDelete: 'block' },
  indexes: ['name'],
  verbs: {
    list: {
      capabilities: ['roles.list'],
      description: 'Lists the built-in roles and the roles of the groups that the caller can see.',
      uidp: 1,
      filters: { name: equals(2, string(), 'name', 'Roles of exactly this name.') },
      paging: [3, 4, 5, 6],
      order: 'uid',
      sortable: ['uid', 'name', 'createTime', 'updateTime'],
      rootsVisible: true,
    },
    get: { capabilities: ['roles.list'], unscoped: true, description: 'Gets a role by its uid.' },
    create: {
      capabilities: ['roles.create'],
      description: 'Creates a role in a group. The caller must hold every capability of it there.',
      event: { type: 'iam.roles.created.v1', audience: 'customer' },
    },
    update: {
      capabilities: ['roles.update'],
      description: 'Changes a role. The caller must hold every capability of it. Built-in roles cannot change.',
      event: { type: 'iam.roles.updated.v1', audience: 'customer' },
    },
    delete: {
      capabilities: ['roles.delete'],
      description: 'Deletes a role that nothing refers to. Built-in roles cannot be deleted.',
      event: { type: 'iam.roles.deleted.v1', audience: 'customer' },
    },
  },
  rules: {
    sealed: (role) => (parentOf(role.uid) === TOP ? 'built-in roles cannot be modified' : undefined),
    validate,
    authorize,
  },
  builtIn: builtInRoles,
});
