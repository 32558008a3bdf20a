import { rowsOf } from './answer.ts';
import type { Api } from './api.ts';

/** Uids of the built-in roles by name. */
export type Roles = ReadonlyMap<string, string>;

/** Reads the built-in roles of the target. */
export const readRoles = async (api: Api): Promise<Roles> => {
  const body = await api.read('/iam/v2/roles?uidp.in_root=true&page_size=200');
  return new Map(rowsOf(body, 'roles').map(({ name, uid }) => [name, uid]));
};

/** The uid of a built-in role. */
export const roleUid = (roles: Roles, name: string): string => {
  const uid = roles.get(name);
  if (uid === undefined) throw new Error(`there is no built-in role ${name}`);
  return uid;
};
