import { equals, where } from '../../../kernel/filters.ts';
import { parentOf, TOP } from '../../../kernel/uid.ts';
import { capabilityEnumOf, capabilityOf } from '../../../schema/capability.ts';
import { string, uid } from '../../../schema/field-types.ts';
import { conversion } from '../../../v1/conversion.ts';
import type { V1Form } from '../../../v1/form.ts';
import { RoleV1 } from '../../auth/group-and-role.ts';
import { Role } from '../role-message.ts';

const PACKAGE = 'chainguard.platform.iam';

/** Capabilities are names in v1 and enum values in v2. */
const capabilities = {
  older: (names: unknown) => (names as readonly string[]).flatMap((name) => capabilityOf(name) ?? []),
  // The role's rule reports values that are not capabilities.
  newer: (names: unknown) => (names as readonly string[]).map((name) => capabilityEnumOf(name) ?? 'UNKNOWN'),
};

/** Converts roles between v1 and v2. */
const roleConversion = conversion(RoleV1, Role, { id: 'uid', capabilities });

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
