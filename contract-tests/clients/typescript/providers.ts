import { dataOf, present } from './client.ts';
import type { Scene } from './scene.ts';

/** Calls every operation of identity providers, their SCIM tokens and their mappings. */
export const callProviders = async ({ client, org, group, viewer }: Scene): Promise<void> => {
  const oidc = { issuer: 'https://login.test', clientId: 'client', clientSecret: 'secret' };
  const body = { name: 'sign-in', defaultRole: viewer, oidc };
  const made = await client.POST('/iam/v2/identityProviders/{uid}', { params: { path: { uid: group } }, body });
  const { uid: parent } = dataOf(made);
  const at = { params: { path: { uid: parent } } };
  dataOf(await client.PATCH('/iam/v2/identityProviders/{uid}', { ...at, body: { description: 'The sign-in.' } }));
  dataOf(await client.GET('/iam/v2/identityProviders/{uid}', at));
  dataOf(await client.GET('/iam/v2/identityProviders', { params: { query: { 'uidp.children_of': group } } }));

  const scim = '/iam/v2/identityProviders/{uid}';
  const first = dataOf(await client.POST(`${scim}:generateScimToken`, { ...at, body: {} }));
  const again = { ...at, body: { etag: present(first.etag) } };
  const { etag } = dataOf(await client.POST(`${scim}:regenerateScimToken`, again));
  dataOf(await client.POST(`${scim}:setScimEnabled`, { ...at, body: { enabled: false, etag: present(etag) } }));
  dataOf(await client.POST(`${scim}:revokeScimToken`, { ...at, body: {} }));

  const mapping = { externalGroupId: 'one', roleUid: viewer, scope: org };
  const { uid } = dataOf(await client.POST('/iam/v2/externalGroupRoleMappings/{uid}', { ...at, body: mapping }));
  const mapped = { params: { path: { uid } } };
  dataOf(await client.GET('/iam/v2/externalGroupRoleMappings/{uid}', mapped));
  dataOf(await client.PATCH('/iam/v2/externalGroupRoleMappings/{uid}', { ...mapped, body: { roleUid: viewer } }));
  dataOf(await client.GET('/iam/v2/externalGroupRoleMappings', { params: { query: { 'uidp.children_of': parent } } }));
  await client.DELETE('/iam/v2/externalGroupRoleMappings/{uid}', mapped);
  const other = await client.POST('/iam/v2/externalGroupRoleMappings/{uid}', { ...at, body: mapping });
  const names = [dataOf(other).uid];
  dataOf(await client.POST('/iam/v2/externalGroupRoleMappings:batchDelete', { body: { parent, names } }));
  await client.DELETE('/iam/v2/identityProviders/{uid}', at);
};
