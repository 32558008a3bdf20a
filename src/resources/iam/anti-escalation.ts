import { rowNotFound } from '../../kernel/directory.ts';
import type { Context } from '../../kernel/resource.ts';
import { capabilitiesOf } from './role-message.ts';
import { roles } from './roles.ts';

/**
 * Refuses a caller who grants a role with capabilities that the caller lacks (behaviour §10.6).
 * @param at the uid of the group to grant the role on
 * @throws ApiError PERMISSION_DENIED that names the first capability the caller lacks, NOT_FOUND for an unknown role
 */
export const demandRoleCapabilities = (roleUid: string, at: string, { rows, access, directory }: Context): void => {
  const role = rows.get(roles, roleUid);
  if (!role) throw rowNotFound(roles, roleUid);
  access.demand([...capabilitiesOf(role)], at, () => directory.groupOf(rows, at));
};
