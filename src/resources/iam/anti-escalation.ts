import type { Context } from '../../kernel/context.ts';
import { missing } from '../../kernel/directory.ts';
import { capabilitiesOf } from './role-message.ts';
import { roles } from './roles.ts';

/**
 * Refuses a caller who hands out a role that can do more than they can themselves (behaviour §10.6).
 * @param at the uid of the group that the role is to hold at
 * @throws ApiError PERMISSION_DENIED that names the first capability the caller lacks, NOT_FOUND for an unknown role
 */
export const demandRoleCapabilities = (roleUid: string, at: string, { rows, access, directory }: Context): void => {
  const role = rows.get(roles, roleUid);
  if (!role) throw missing(roles, roleUid);
  access.demand([...capabilitiesOf(role)], at, () => directory.groupOf(rows, at));
};
