import { callAccess } from './access.ts';
import { type Connection, clientFor, dataOf, present } from './client.ts';
import { callFeeds } from './feeds.ts';
import { callGroups } from './groups.ts';
import { callProviders } from './providers.ts';
import { callRegistry } from './registry.ts';
import type { Scene } from './scene.ts';
import { callTokens } from './tokens.ts';

const { BASE_URL: baseUrl = '', TOKEN = '', ORG_ID: org = '', CONTROL_TOKEN } = process.env;

/** The mock plays the third party; its control plane is no part of the document. */
const upstreamToken: Scene['upstreamToken'] = async (issuer, subject, claims) => {
  const answer = await fetch(`${baseUrl}/_mock/v1/upstream-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(CONTROL_TOKEN && { authorization: `Bearer ${CONTROL_TOKEN}` }) },
    body: JSON.stringify({ issuer, subject, claims }),
  });
  const { token } = (await answer.json()) as { readonly token?: string };
  return present(token);
};

const connection: Connection = { baseUrl, calls: [] };
const client = clientFor(connection, TOKEN);
const inRoot = { params: { query: { 'uidp.in_root': true, page_size: 200 } } };
const { roles } = dataOf(await client.GET('/iam/v2/roles', inRoot));
const viewer = present(roles.find(({ name }) => name === 'viewer')?.uid);
const parent = { params: { path: { uid: org } } };
const { uid: group } = dataOf(
  await client.POST('/iam/v2/groups/{uid}', { ...parent, body: { name: 'generated client' } }),
);
const scene: Scene = { client, baseUrl, org, group, viewer, upstreamToken };

await callGroups(scene);
await callAccess(scene);
await callProviders(scene);
await callRegistry(scene);
await callFeeds(scene);
await callTokens(connection, scene);

// The types have no field beyond the document.
// @ts-expect-error a group has no title
dataOf(await client.GET('/iam/v2/groups/{uid}', { params: { path: { uid: group } } })).title;
// @ts-expect-error a group has a name, and it is text
const refused = await client.PATCH('/iam/v2/groups/{uid}', { params: { path: { uid: group } }, body: { name: 7 } });

await client.DELETE('/iam/v2/groups/{uid}', { params: { path: { uid: group } } });
process.stdout.write(JSON.stringify({ calls: connection.calls, refused: refused.error }));
