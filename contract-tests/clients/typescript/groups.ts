import { dataOf, present } from './client.ts';
import type { Scene } from './scene.ts';

/** Calls every operation of groups, invites, associations and terms, but for those that need an address. */
export const callGroups = async ({ client, group, viewer }: Scene): Promise<void> => {
  const parent = { params: { path: { uid: group } } };
  const { uid } = dataOf(await client.POST('/iam/v2/groups/{uid}', { ...parent, body: { name: 'team' } }));
  const team = { params: { path: { uid } } };
  dataOf(await client.PATCH('/iam/v2/groups/{uid}', { ...team, body: { description: 'A team.' } }));
  const { description } = dataOf(await client.GET('/iam/v2/groups/{uid}', team));
  const page = await client.GET('/iam/v2/groups', { params: { query: { 'uidp.children_of': group, page_size: 1 } } });
  if (dataOf(page).groups[0]?.description !== present(description)) throw new Error('the List has another group');
  dataOf(await client.GET('/iam/v2/groups:checkEligibility'));

  const terms = { params: { path: { group: uid } } };
  dataOf(await client.POST('/iam/v2/terms/{group}', { ...terms, body: { documentIds: ['sfdpa.v1'] } }));
  dataOf(await client.GET('/iam/v2/terms/{group}', terms));

  const invite = dataOf(
    await client.POST('/iam/v2/groupInvites/{uid}', { ...team, body: { roleUid: viewer, ttl: '60s' } }),
  );
  const invited = { params: { path: { uid: invite.uid } } };
  dataOf(await client.GET('/iam/v2/groupInvites/{uid}', invited));
  dataOf(await client.PATCH('/iam/v2/groupInvites/{uid}', { ...invited, body: { roleUid: viewer } }));
  dataOf(await client.GET('/iam/v2/groupInvites', { params: { query: { 'uidp.children_of': uid } } }));
  await client.DELETE('/iam/v2/groupInvites/{uid}', invited);

  await callAssociations(client, uid);
  await client.DELETE('/iam/v2/groups/{uid}', team);
};

const callAssociations = async (client: Scene['client'], uid: string): Promise<void> => {
  const at = { params: { path: { uid } } };
  const github = { appInstallations: { 7: { installations: [] } } };
  dataOf(await client.POST('/iam/v2/accountAssociations/{uid}', { ...at, body: { name: 'accounts', github } }));
  const made = dataOf(await client.GET('/iam/v2/accountAssociations/{uid}', at));
  if (made.github?.appInstallations?.['7'] === undefined) throw new Error('the association lost its installations');
  const google = { projectId: 'project', projectNumber: '42' };
  dataOf(await client.PATCH('/iam/v2/accountAssociations/{uid}', { ...at, body: { google } }));
  dataOf(await client.GET('/iam/v2/accountAssociations', { params: { query: { 'uidp.children_of': uid } } }));
  const body = { providerType: 'ACCOUNT_PROVIDER_TYPE_GOOGLE' } as const;
  dataOf(await client.POST('/iam/v2/accountAssociations/{uid}:checkAccountAssociation', { ...at, body }));
  await client.DELETE('/iam/v2/accountAssociations/{uid}', at);
};
