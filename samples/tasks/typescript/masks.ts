import { call, type Platform, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

/** Sets the bundles of a repo that was read before, and nothing else of it. */
export const setBundles = (platform: Platform, repo: Repo, bundles: readonly string[]): Promise<Repo> => {
  const path = `/registry/v2/repos/${repo.uid}`;
  // The mistake sends back all that was read, and without a mask all of it counts.
  if (mistaken('masks')) return call(platform, 'PATCH', path, { ...repo, bundles });
  return call(platform, 'PATCH', `${path}?updateMask=bundles`, { bundles });
};
