import { call, type Platform, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

/** Puts a repo into a bundle. */
export const addToBundle = async (platform: Platform, name: string, bundle: string): Promise<void> => {
  const { repos } = await call<{ repos: Repo[] }>(platform, 'GET', `/registry/v2/repos?name=${name}`);
  const [repo] = repos;
  if (!repo) throw new Error(`there is no repo ${name}`);
  const bundles = [...(repo.bundles ?? []), bundle];
  // The mistake sends back what it has read.
  const changes = mistaken('probe') ? { description: repo.description, bundles } : { bundles };
  await call(platform, 'PATCH', `/registry/v2/repos/${repo.uid}`, changes);
};
