import { call, type Platform } from './api.ts';
import { mistaken } from './mistakes.ts';
import { listRepos } from './pages.ts';

const create = (platform: Platform, name: string) =>
  call(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, { name });

/** Makes a repo, with another one to try things in, which is deleted at the end. */
export const ship = async (platform: Platform, name: string): Promise<void> => {
  const scratch = `${name}-scratch`;
  await create(platform, name);
  await create(platform, scratch);
  for (const repo of await listRepos(platform)) {
    // The mistake looks for names that begin alike.
    const isScratch = mistaken('red-run') ? repo.name.startsWith(name) : repo.name === scratch;
    if (isScratch) await call(platform, 'DELETE', `/registry/v2/repos/${repo.uid}`);
  }
};
