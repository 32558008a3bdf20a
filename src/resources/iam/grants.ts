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
 * Where a binding holds: on its group and below, as far as that is within the group of the identity (behaviour §10.7,
 * §10.8). Identities above every root and the founder of a root are not limited.
 */
export const placeOf = (binding: RoleBindingRow, home: string): string | undefined => {
  const group = parentOf(binding.uid);
  if (binding.founder || isWithin(group, home)) return group;
  return isWithin(home, group) ? home : undefined;
};

const grantsOf = (identity: string, rows: Rows): readonly Grant[] => {
  if (rows.get(superusers, identity)) return [{ at: TOP, capabilities: everyCapability }];
  const home = parentOf(identity);
  return rows.by(roleBindings, 'identityUid', identity).flatMap((binding) => {
    const at = placeOf(binding, home);
    const role = rows.get(roles, binding.roleUid ?? '');
    return at === undefined || !role ? [] : [{ at, capabilities: capabilitiesOf(role) }];
  });
};

/** The capabilities of identities, by the current role bindings. Deleting an identity deletes its bindings. */
export const grants: GrantSource = { grantsOf, madeFrom: [roleBindings, roles, superusers] };
