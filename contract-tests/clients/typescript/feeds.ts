import { dataOf, present } from './client.ts';
import type { Scene } from './scene.ts';

/** Calls every operation that only reads what the service collects: advisories, libraries, the feed, and ping. */
export const callFeeds = async ({ client }: Scene): Promise<void> => {
  dataOf(await client.GET('/ping/v2/ping'));
  const { advisories } = dataOf(
    await client.GET('/vulnerabilities/v2/advisories', { params: { query: { page_size: 3 } } }),
  );
  const uid = present(advisories[0]?.uid);
  dataOf(await client.GET('/vulnerabilities/v2/advisories/{uid}', { params: { path: { uid } } }));

  const query = { ecosystems: ['ECOSYSTEM_JAVA' as const] };
  const { artifacts } = dataOf(await client.GET('/libraries/v2/artifacts', { params: { query } }));
  dataOf(await client.GET('/libraries/v2/artifacts/count', { params: { query } }));
  const path = { artifactId: present(artifacts[0]?.uid) };
  dataOf(await client.GET('/libraries/v2/artifacts/{artifactId}/versions', { params: { path } }));

  dataOf(await client.GET('/advisory/v2/documents'));
  dataOf(await client.GET('/advisory/v2/metadata'));
  const times = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-12-31T00:00:00Z' };
  dataOf(await client.GET('/advisory/v2/images/resolvedVulns', { params: { query: times } }));
};
