import { call, type Platform } from './api.ts';
import { mistaken } from './mistakes.ts';

/** Releases a new repo: makes it, and looks how many there are. */
export const release = async (platform: Platform, name: string): Promise<string> => {
  await call(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, { name });
  // The mistake looks up who may change it, for a line of the log.
  if (mistaken('roles')) await call(platform, 'GET', '/iam/v2/identities');
  const { totalCount } = await call<{ totalCount: string }>(platform, 'GET', '/registry/v2/repos?page_size=1');
  return `${name} is one of ${totalCount} repos`;
};
