import type { Rows } from '../../kernel/rows.ts';
import { parentOf, rootOf, TOP } from '../../kernel/uid.ts';
import { type FieldViolation, violationByName } from '../../schema/field-violation.ts';
import { identities } from './identities.ts';
import type { RoleBindingRow } from './role-binding-message.ts';
import { checkRolePlace } from './role-place.ts';

type Bound = Pick<RoleBindingRow, 'identityUid' | 'roleUid'>;

/** True if an identity can have a role on a group: in the same organization, or above every root. */
export const isReachedFrom = (group: string, identity: string): boolean =>
  parentOf(identity) === TOP || rootOf(identity) === rootOf(group);

/**
 * The violations of binding this identity and this role on this group (behaviour §5.5). Unknown uids and values that
 * an update does not change are not reported here.
 */
export const misplacements = (
  { identityUid = '', roleUid }: Bound,
  group: string,
  rows: Rows,
  previous?: Bound,
): readonly FieldViolation[] => {
  const found: FieldViolation[] = [];
  const isNew = identityUid !== previous?.identityUid;
  if (isNew && !isReachedFrom(group, identityUid) && rows.get(identities, identityUid)) {
    found.push(violationByName('identityUid', 'must be an identity of the same organization'));
  }
  if (roleUid !== previous?.roleUid) checkRolePlace('roleUid', roleUid, group, rows, found);
  return found;
};
