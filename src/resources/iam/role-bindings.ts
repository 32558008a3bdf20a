import type { Violations } from '../../kernel/context.ts';
import { equals, where } from '../../kernel/filters.ts';
import { defineResource, type RowContext } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { parentOf } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { bool, uid } from '../../schema/field-types.ts';
import { withMember } from '../../schema/json-object.ts';
import { plain, type Static } from '../../schema/message.ts';
import { demandRoleCapabilities } from './anti-escalation.ts';
import { batchCreateRoleBindings } from './batch-create-role-bindings.ts';
import { groups } from './groups.ts';
import { identities } from './identities.ts';
import { issuerAndSubject } from './identity-relationship-rules.ts';
import { CreateRoleBindingRequest, identify, RoleBinding, type RoleBindingRow } from './role-binding-message.ts';
import { misplacements } from './role-binding-placement.ts';
import { roles } from './roles.ts';

const validate = (
  draft: RoleBindingRow,
  { parent, rows }: RowContext,
  found: Violations,
  previous: RoleBindingRow | undefined,
): void => void found.push(...misplacements(draft, parent, rows, previous));

/** The binding of the same identity and role on the same group (behaviour §7.10); its only name is its uid. */
const clash = (
  { uid: own, identityUid = '', roleUid }: RoleBindingRow,
  { parent, rows }: RowContext,
): { readonly row: RoleBindingRow; readonly label: string } | undefined => {
  const row = rows
    .by(roleBindings, 'identityUid', identityUid)
    .find((other) => other.uid !== own && other.roleUid === roleUid && parentOf(other.uid) === parent);
  return row && { row, label: row.uid };
};

/** A binding that is moved to another identity does not make that one the founder. */
const beforeUpdate = (next: RoleBindingRow, previous: RoleBindingRow): RoleBindingRow => {
  const { founder: _, ...binding } = next;
  return previous.founder && next.identityUid === previous.identityUid ? withMember(binding, 'founder', true) : binding;
};

const hydrateBinding = (
  { uid: at, identityUid = '', roleUid = '' }: RoleBindingRow,
  rows: Rows,
): Pick<Static<typeof RoleBinding>, 'identity' | 'group' | 'role'> => {
  const identity = rows.get(identities, identityUid);
  const group = rows.get(groups, parentOf(at));
  const role = rows.get(roles, roleUid);
  return omitUndefined({
    identity: identity && Object.assign(toNamed(identity), issuerAndSubject(identity), { email: identity.email ?? '' }),
    group: group && toNamed(group),
    role: role && toNamed(role),
  });
};

interface Named {
  readonly uid: string;
  readonly name?: string;
  readonly description?: string;
}

const toNamed = ({ uid: at, name = '', description = '' }: Named): Required<Named> => ({ uid: at, name, description });

/** Role bindings: the roles of identities on groups (behaviour §5.5). */
export const roleBindings = defineResource({
  domain: 'iam',
  type: 'RoleBinding',
  singular: 'roleBinding',
  plural: 'roleBindings',
  words: { singular: 'role binding', plural: 'role bindings' },
  description: 'Who may do what, and where: each gives a role to an identity on a group.',
  message: RoleBinding,
  rowFields: {
    founder: plain(
      1,
      bool(),
      'True for the binding of the creator of a root group: it holds wherever the identity lives.',
    ),
  },
  parent: { singular: 'group', onDelete: 'cascade' },
  indexes: ['identityUid', 'roleUid'],
  references: {
    identityUid: { to: 'identity', onDelete: 'cascade' },
    roleUid: { to: 'role', onDelete: 'block' },
  },
  verbs: {
    list: {
      capabilities: ['role_bindings.list'],
      description: 'Lists the role bindings of the groups that the caller can see.',
      uidp: 1,
      filters: {
        identity: equals(2, uid(), 'identityUid', 'Role bindings of this identity.'),
        group: where(
          3,
          uid(),
          'Role bindings on this group itself.',
          (group: string) => (binding: RoleBindingRow) => parentOf(binding.uid) === group,
        ),
        role: equals(4, uid(), 'roleUid', 'Role bindings of this role.'),
      },
      paging: [5, 6, 7, 8],
      order: 'uid',
      sortable: ['uid', 'createTime', 'updateTime', 'identityUid', 'roleUid'],
    },
    get: { capabilities: ['role_bindings.list'], description: 'Gets a role binding by its uid.' },
    create: {
      capabilities: ['role_bindings.create'],
      description: 'Gives a role to an identity on a group. The caller must hold every capability of the role there.',
      event: { type: 'iam.rolebindings.created.v1', audience: 'customer' },
    },
    update: {
      capabilities: ['role_bindings.update'],
      description: 'Changes the identity or the role of a role binding. The caller must hold what the role allows.',
      event: { type: 'iam.rolebindings.updated.v1', audience: 'customer' },
    },
    delete: {
      repeatable: true,
      capabilities: ['role_bindings.delete'],
      description: 'Takes a role from an identity.',
      event: { type: 'iam.rolebindings.deleted.v1', audience: 'customer' },
    },
  },
  requests: { create: CreateRoleBindingRequest },
  rules: {
    identify,
    validate,
    authorize: ({ roleUid = '' }, context) => demandRoleCapabilities(roleUid, context.parent, context),
    clash,
    beforeUpdate,
  },
  hydrate: { from: [identities, groups, roles], answer: hydrateBinding },
  methods: { batchCreateRoleBindings },
});
