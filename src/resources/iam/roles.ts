import type { RowContext, Violations } from '../../kernel/context.ts';
import { equals } from '../../kernel/filters.ts';
import { defineResource, type RowOf } from '../../kernel/resource.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { type Capability, CapabilityEnum, capabilityOf, isInternal } from '../../schema/capability.ts';
import { enumOf, repeated, string, timestamp, uid } from '../../schema/field-types.ts';
import { name } from '../../schema/formats.ts';
import { message, optional, output, required } from '../../schema/message.ts';
import { builtInRoles } from './built-in-roles.ts';

/** A named set of capabilities. */
export const Role = message(
  'chainguard.platform.iam.v2.Role',
  'A named set of capabilities. A role binding gives it to an identity on a group.',
  {
    uid: output(1, uid(), 'The identifier of the role.', { always: true }),
    name: required(2, name(), 'The name of the role.', { always: true, example: 'release manager' }),
    description: optional(3, string({ max: 4096 }), 'What the role is for.', { always: true }),
    capabilities: optional(
      4,
      repeated(enumOf(CapabilityEnum)),
      'What the role allows. A new role needs at least one, and none that its creator does not hold.',
    ),
    createTime: output(5, timestamp(), 'When the role was created.'),
    updateTime: output(6, timestamp(), 'When the role was last changed.'),
  },
);

/** A stored role. */
export type RoleRow = RowOf<typeof Role>;

const NO_CAPABILITIES: readonly string[] = [];
const sets = new WeakMap<readonly string[], ReadonlySet<Capability>>();

/** The capabilities of a role by the names that operations ask for. */
export const capabilitiesOf = ({
  capabilities = NO_CAPABILITIES,
}: Pick<RoleRow, 'capabilities'>): ReadonlySet<Capability> => {
  let set = sets.get(capabilities);
  if (!set) {
    set = new Set(capabilities.map(capabilityOf).filter((capability) => capability !== undefined));
    sets.set(capabilities, set);
  }
  return set;
};

const validate = (
  { capabilities = [] }: RoleRow,
  _: RowContext,
  found: Violations,
  previous: RoleRow | undefined,
): void => {
  if (previous === undefined && capabilities.length === 0) {
    found.push({ field: 'capabilities', description: 'capabilities is required' });
  }
  capabilities.forEach((capability, index) => {
    if (capability === 'UNKNOWN') found.push({ field: `capabilities[${index}]`, description: 'must be a capability' });
  });
};

/** Nobody makes a role that can do more than they can themselves (behaviour §5.4, §10.6). */
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
    get: { capabilities: ['roles.list'], unscoped: true, description: 'Answers one role.' },
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
