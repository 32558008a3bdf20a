import { equals, where } from '../../../kernel/filters.ts';
import { parentOf, TOP } from '../../../kernel/uid.ts';
import type { V1Form } from '../../../kernel/v1-form.ts';
import { capabilityEnumOf, capabilityOf } from '../../../schema/capability.ts';
import { conversion } from '../../../schema/conversion.ts';
import { repeated, string, uid } from '../../../schema/field-types.ts';
import { name } from '../../../schema/formats.ts';
import { message, optional, output, required, type Static } from '../../../schema/message.ts';
import { Role, type RoleRow } from '../role-message.ts';

const PACKAGE = 'chainguard.platform.iam';
const ALWAYS = { always: true } as const;

/** A role in its v1 form. */
export const RoleV1 = message(`${PACKAGE}.Role`, 'A role, as v1 shows it.', {
  id: output(1, uid(), 'The identifier of the role.', ALWAYS),
  name: required(2, name(), 'The name of the role.', { ...ALWAYS, example: 'release manager' }),
  description: optional(3, string({ max: 4096 }), 'What the role is for.', ALWAYS),
  capabilities: optional(4, repeated(string()), 'The capabilities of the role by name.', {
    ...ALWAYS,
    example: ['repo.list'],
  }),
});

/** v1 names capabilities as roles do, v2 by its enum. */
const capabilities = {
  older: (names: unknown) => (names as readonly string[]).flatMap((name) => capabilityOf(name) ?? []),
  // What is no capability is told by the role's own rule.
  newer: (names: unknown) => (names as readonly string[]).map((name) => capabilityEnumOf(name) ?? 'UNKNOWN'),
};

/** How a role is told in v1, and back. */
const roleConversion = conversion(RoleV1, Role, { id: 'uid', capabilities });

/** A stored role as v1 shows it. */
export const roleV1Of = (role: RoleRow): Static<typeof RoleV1> => roleConversion.older(role);

/** Roles in v1. */
export const rolesV1: V1Form = {
  service: `${PACKAGE}.Roles`,
  path: '/iam/v1/roles',
  message: RoleV1,
  conversion: roleConversion,
  list: {
    request: `${PACKAGE}.RoleFilter`,
    response: `${PACKAGE}.RoleList`,
    uidp: 4,
    filters: {
      id: equals(1, uid(), 'uid', 'The role of this id.'),
      name: equals(2, string(), 'name', 'Roles of exactly this name.'),
      parent: where(
        3,
        string(),
        'Roles of exactly this group; `/` for the built-in ones.',
        (parent) => (row) => parentOf(row.uid) === (parent === '/' ? TOP : parent),
      ),
    },
  },
  create: { request: `${PACKAGE}.CreateRoleRequest`, parent: 'parentId', body: 'role' },
  update: {},
  delete: { request: `${PACKAGE}.DeleteRoleRequest` },
};
