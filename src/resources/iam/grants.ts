import type { Grant, GrantSource } from '../../kernel/access.ts';
import type { Rows } from '../../kernel/rows.ts';
import { isWithin, parentOf, TOP } from '../../kernel/uid.ts';
import { everyCapability } from '../../schema/capability.ts';
import type { RoleBindingRow } from './role-binding-message.ts';
import { roleBindings } from './role-bindings.ts';
import { capabilitiesOf } from './role-message.ts';
import { roles } from './roles.ts';
import { superusers } from './superusers.ts';

/**
 * The group at and below which a binding applies, limited to the group of the identity (behaviour §10.7, §10.8);
 * undefined if nowhere. Identities above every root and the founder of a root are not limited.
 */
export const placeOf = (binding: Pick<RoleBindingRow, 'uid' | 'founder'>, home: string): string | undefined => {
  const group = parentOf(binding.uid);
  if (binding.founder || isWithin(group, home)) return group;
  return isWithin(home, group) ? home : undefined;
};

/** The place at which a binding of an identity on a group would apply; undefined if there is none. */
export const placeAt = (identity: string, group: string): string | undefined =>
  placeOf({ uid: `${group}/` }, parentOf(identity));

const grantsOf = (identity: string, rows: Rows): readonly Grant[] => {
  if (rows.get(superusers, identity))
    return [{ at: TOP, capabilities: everyCapability, by: { uid: identity, group: TOP, role: 'everything' } }];
  const home = parentOf(identity);
  return rows.by(roleBindings, 'identityUid', identity).flatMap((binding) => {
    const at = placeOf(binding, home);
    const role = rows.get(roles, binding.roleUid ?? '');
    if (at === undefined || !role) return [];
    const by = { uid: binding.uid, group: parentOf(binding.uid), role: role.name ?? '' };
    return [{ at, capabilities: capabilitiesOf(role), by }];
  });
};

/** The capabilities of identities, by the current role bindings. Deleting an identity deletes its bindings. */
export const grants: GrantSource = {
  grantsOf,
  madeFrom: [roleBindings, roles, superusers],
};
