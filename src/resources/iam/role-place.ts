import type { Violations } from '../../kernel/context.ts';
import type { Rows } from '../../kernel/rows.ts';
import { isWithin, parentOf } from '../../kernel/uid.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { roles } from './roles.ts';

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
