import { dataOf } from './client.ts';
import type { Scene } from './scene.ts';

/** Calls every operation of identities, roles and role bindings. */
export const callAccess = async ({ client, group, viewer }: Scene): Promise<void> => {
  const at = { params: { path: { uid: group } } };
  const inGroup = { params: { query: { 'uidp.children_of': group, order_by: 'createTime desc' } } };
  const claimMatch = { issuer: 'https://generated-client.test', subject: group };
  const { uid: identityUid } = dataOf(
    await client.POST('/iam/v2/identities/{uid}', { ...at, body: { name: 'robot', claimMatch } }),
  );
  const robot = { params: { path: { uid: identityUid } } };
  dataOf(await client.GET('/iam/v2/identities/{uid}', robot));
  dataOf(await client.PATCH('/iam/v2/identities/{uid}', { ...robot, body: { description: 'A robot.' } }));
  const found = dataOf(await client.GET('/iam/v2/identities:lookupIdentity', { params: { query: claimMatch } }));
  const { identities } = dataOf(await client.GET('/iam/v2/identities', inGroup));
  if (identities[0]?.uid !== identityUid)
    throw new Error(`the List has another identity than ${JSON.stringify(found)}`);
  const identityMetadata = { company: 'Example' };
  dataOf(await client.PATCH('/iam/v2/identities:updateIdentityMetadata', { body: { identityMetadata } }));

  const capabilities = ['CAP_IAM_GROUPS_LIST'] as const;
  const role = await client.POST('/iam/v2/roles/{uid}', {
    ...at,
    body: { name: 'reader', capabilities: [...capabilities] },
  });
  const reader = { params: { path: { uid: dataOf(role).uid } } };
  dataOf(await client.GET('/iam/v2/roles/{uid}', reader));
  dataOf(await client.PATCH('/iam/v2/roles/{uid}', { ...reader, body: { description: 'Reads groups.' } }));
  dataOf(await client.GET('/iam/v2/roles', inGroup));

  const roleBinding = { identityUid, roleUid: viewer };
  const { uid } = dataOf(await client.POST('/iam/v2/roleBindings/{uid}', { ...at, body: roleBinding }));
  const binding = { params: { path: { uid } } };
  dataOf(await client.GET('/iam/v2/roleBindings/{uid}', binding));
  const roleUid = reader.params.path.uid;
  dataOf(await client.PATCH('/iam/v2/roleBindings/{uid}', { ...binding, body: { roleUid } }));
  const body = { parent: group, requests: [{ roleBinding }] };
  dataOf(await client.POST('/iam/v2/roleBindings:batchCreate', { body }));
  const { roleBindings } = dataOf(await client.GET('/iam/v2/roleBindings', inGroup));
  for (const made of roleBindings) {
    await client.DELETE('/iam/v2/roleBindings/{uid}', { params: { path: { uid: made.uid } } });
  }
  await client.DELETE('/iam/v2/roles/{uid}', reader);
  await client.DELETE('/iam/v2/identities/{uid}', robot);
};
