import type { AuthzGrant } from '../../../../generated/nouns.ts';
import type { Connection } from '../connection.ts';

/** The rows of a grant, which undoing it deletes: the uid of the binding, and of its role if that is new. */
export interface Granted {
  readonly binding: string;
  readonly role?: string;
}

const makeRole = async (connection: Connection, capabilities: readonly string[], group: string): Promise<string> => {
  // v1 names capabilities as the explanation does.
  const path = `/iam/v1/roles/${group}`;
  const name = `console-${capabilities.join('-')}`;
  const { items = [] } = await connection.call<{ items?: readonly { id: string }[] }>(
    '',
    'GET',
    `/iam/v1/roles?name=${encodeURIComponent(name)}`,
  );
  const known = items.find(({ id }) => id.startsWith(`${group}/`));
  return known?.id ?? (await connection.call<{ id: string }>('', 'POST', path, { name, capabilities })).id;
};

const builtInRole = async (connection: Connection, name: string): Promise<string> => {
  type Found = { readonly roles: readonly { readonly uid: string }[] };
  const { roles } = await connection.call<Found>('', 'GET', `/iam/v2/roles?name=${encodeURIComponent(name)}`);
  const builtIn = roles.find(({ uid }) => !uid.includes('/'));
  if (!builtIn) throw new Error(`there is no role ${name}`);
  return builtIn.uid;
};

/** Binds what is granted to an identity, through the API. */
export const give = async (connection: Connection, identityUid: string, grant: AuthzGrant): Promise<Granted> => {
  const isCustom = !('role' in grant);
  const roleUid = isCustom
    ? await makeRole(connection, grant.customRole, grant.group)
    : await builtInRole(connection, grant.role);
  const path = `/iam/v2/roleBindings/${grant.group}`;
  const { uid } = await connection.call<{ uid: string }>('', 'POST', path, { identityUid, roleUid });
  return isCustom ? { binding: uid, role: roleUid } : { binding: uid };
};

export const takeBack = async (connection: Connection, { binding, role }: Granted): Promise<void> => {
  await connection.call('', 'DELETE', `/iam/v2/roleBindings/${binding}`);
  if (role !== undefined) await connection.call('', 'DELETE', `/iam/v2/roles/${role}`);
};

/** A grant as a fixture, for the groups that are there: what a run should have begun with. */
export const grantFixture = (grant: AuthzGrant, caller: string, groupPath: string): string => {
  const role = 'role' in grant ? grant.role : `${caller}-${grant.customRole.join('-')}`;
  const own = 'role' in grant ? {} : { roles: [{ name: role, capabilities: grant.customRole }] };
  const inner = { ...own, roleBindings: [{ identity: caller, role }] };
  const below = ([name, ...others]: readonly string[]): object =>
    name === undefined ? inner : { groups: [{ name, ...below(others) }] };
  const nested = below(groupPath.split('/'));
  return `${JSON.stringify(nested, null, 2)}\n`;
};
