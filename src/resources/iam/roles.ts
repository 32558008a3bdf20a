import type { Violations } from '../../kernel/context.ts';
import { rowNotFound } from '../../kernel/directory.ts';
import { equals } from '../../kernel/filters.ts';
import { type Context, defineResource, type RowContext } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { isWithin, parentOf, TOP } from '../../kernel/uid.ts';
import { isInternal } from '../../schema/capability.ts';
import { string } from '../../schema/field-types.ts';
import { violationByName } from '../../schema/field-violation.ts';
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
  // Stored capabilities that the profile does not have are not the mistake of a caller who changes other fields.
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
  singular: 'role',
  plural: 'roles',
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

/**
 * Adds a violation when a role cannot be granted on a group because of its place in the tree: it must be built in, or
 * belong to the group or to one above it (behaviour §5.5). A role that does not exist passes; it is reported as
 * NOT_FOUND.
 */
export const checkRolePlace = (
  field: string,
  roleUid: string | undefined,
  group: string,
  rows: Rows,
  found: Violations,
): void => {
  if (roleUid === undefined || !rows.get(roles, roleUid) || isWithin(group, parentOf(roleUid))) return;
  found.push(violationByName(field, 'must be a built-in role, or one of the group or above it'));
};

/**
 * Refuses a caller who grants a role with capabilities that the caller lacks (behaviour §10.6).
 * @param at the uid of the group to grant the role on
 * @throws ApiError PERMISSION_DENIED that names the first capability the caller lacks, NOT_FOUND for an unknown role
 */
export const demandRoleCapabilities = (roleUid: string, at: string, { rows, access, directory }: Context): void => {
  const role = rows.get(roles, roleUid);
  if (!role) throw rowNotFound(roles, roleUid);
  access.demand([...capabilitiesOf(role)], at, () => directory.groupOf(rows, at));
};
