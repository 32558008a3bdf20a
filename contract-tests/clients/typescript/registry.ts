import { dataOf, present } from './client.ts';
import type { Scene } from './scene.ts';

const DIGEST = `sha256:${'1'.repeat(64)}`;

/** Calls every operation of repos, readmes, tags, images and subscriptions. */
export const callRegistry = async ({ client, org, group }: Scene): Promise<void> => {
  const at = { params: { path: { uid: group } } };
  const { uid } = dataOf(await client.POST('/registry/v2/repos/{uid}', { ...at, body: { name: 'app' } }));
  const repo = { params: { path: { uid } } };
  const { catalogTier } = dataOf(await client.GET('/registry/v2/repos/{uid}', repo));
  const tier = catalogTier === 'CATALOG_TIER_BASE' ? 'CATALOG_TIER_APPLICATION' : 'CATALOG_TIER_BASE';
  dataOf(await client.PATCH('/registry/v2/repos/{uid}', { ...repo, body: { catalogTier: tier } }));
  dataOf(await client.PATCH('/registry/v2/repos/{uid}/readme', { ...repo, body: { content: '# App' } }));
  dataOf(await client.GET('/registry/v2/repos/{uid}/readme', repo));

  const tag = dataOf(await client.POST('/registry/v2/tags/{uid}', { ...repo, body: { name: '1', digest: DIGEST } }));
  const tagged = { params: { path: { uid: tag.uid } } };
  dataOf(await client.GET('/registry/v2/tags/{uid}', tagged));
  dataOf(await client.GET('/registry/v2/tags', { params: { query: { 'uidp.children_of': uid } } }));
  await client.DELETE('/registry/v2/tags/{uid}', tagged);
  await client.DELETE('/registry/v2/repos/{uid}', repo);

  const body = { sink: 'https://hook.test/events' };
  const hook = {
    params: { path: { uid: dataOf(await client.POST('/events/v2/subscriptions/{uid}', { ...at, body })).uid } },
  };
  dataOf(await client.GET('/events/v2/subscriptions/{uid}', hook));
  dataOf(await client.GET('/events/v2/subscriptions', { params: { query: { 'uidp.children_of': group } } }));
  await client.DELETE('/events/v2/subscriptions/{uid}', hook);

  await callImages({ client, org });
};

/** The pages of a List are walked by their cursor, here to the repo that has images. */
const callImages = async ({ client, org }: Pick<Scene, 'client' | 'org'>): Promise<void> => {
  let repoUid: string | undefined;
  let token: string | undefined;
  do {
    const query = { 'uidp.children_of': org, order_by: 'name', page_size: 5, ...(token && { page_token: token }) };
    const page = dataOf(await client.GET('/registry/v2/repos', { params: { query } }));
    repoUid ??= page.repos.find(({ name }) => name === 'nginx')?.uid;
    token = page.nextPageToken;
  } while (token);
  const { tags } = dataOf(
    await client.GET('/registry/v2/tags', { params: { query: { 'uidp.children_of': present(repoUid) } } }),
  );
  const digest = tags.find(({ name }) => name === 'latest')?.digest;
  const image = { params: { path: { repoUid: present(repoUid), digest: present(digest) } } };
  dataOf(await client.GET('/registry/v2/repos/{repoUid}/digests/{digest}/architectures', image));
  dataOf(await client.GET('/registry/v2/repos/{repoUid}/digests/{digest}/size', image));
};
