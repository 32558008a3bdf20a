import type { FieldViolation } from '../../kernel/errors.ts';
import type { Rows } from '../../kernel/rows.ts';
import { parentOf, rootOf, TOP } from '../../kernel/uid.ts';
import { identities } from './identities.ts';
import type { RoleBindingRow } from './role-binding-message.ts';
import { checkRolePlace } from './role-place.ts';

type Bound = Pick<RoleBindingRow, 'identityUid' | 'roleUid'>;

/** Whether a role on a group can reach an identity: one of the same organization, or one above every root. */
export const isReachedFrom = (group: string, identity: string): boolean =>
  parentOf(identity) === TOP || rootOf(identity) === rootOf(group);

/**
 * What is wrong with binding this identity and this role on this group (behaviour §5.5). Says nothing of a uid that
 * names nothing, nor of what an update leaves as it was.
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
    found.push({ field: 'identityUid', description: 'identityUid must be an identity of the same organization' });
  }
  if (roleUid !== previous?.roleUid) checkRolePlace('roleUid', roleUid, group, rows, found);
  return found;
};
