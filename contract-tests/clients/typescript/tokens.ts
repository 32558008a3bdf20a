import { type Connection, clientFor, dataOf, present } from './client.ts';
import type { Scene } from './scene.ts';

/**
 * Calls every operation that makes a token, says whose it is, or needs an address; the newcomer's identity is gone after
 * it.
 */
export const callTokens = async (connection: Connection, scene: Scene): Promise<void> => {
  const { client, org, group, viewer } = scene;
  dataOf(await client.GET('/auth/v1/ok'));

  const body = { roleUid: viewer, ttl: '60s' };
  const invite = await client.POST('/iam/v2/groupInvites/{uid}', { params: { path: { uid: group } }, body });
  const claims = { email: 'newcomer@example.com', email_verified: true };
  const upstream = clientFor(connection, await scene.upstreamToken('https://newcomers.test', group, claims));
  const code = present(dataOf(invite).code);
  const { identity } = dataOf(await upstream.POST('/auth/v1/register', { body: { code } }));

  const found = dataOf(await upstream.GET('/iam/v2/groups:lookupGroup'));
  if (found.group?.uid !== org) throw new Error('the newcomer has found another organization');
  const asked = { params: { path: { uid: org } }, body: {} };
  dataOf(await upstream.POST('/iam/v2/groups/{uid}:requestGroupAccess', asked));

  const audience = { params: { query: { aud: [scene.baseUrl] } } };
  dataOf(await upstream.GET('/sts/exchange', audience));
  const { token, refreshToken } = dataOf(await upstream.POST('/sts/exchange', { body: { aud: [scene.baseUrl] } }));
  const newcomer = await clientFor(connection, present(token)).GET('/auth/v1/ok');
  if (dataOf(newcomer).subject !== identity) throw new Error('the token is of somebody else');
  const refreshing = clientFor(connection, present(refreshToken));
  dataOf(await refreshing.POST('/sts/exchange_refresh_token', { body: { aud: [scene.baseUrl] } }));
  await client.DELETE('/iam/v2/identities/{uid}', { params: { path: { uid: identity } } });
};
