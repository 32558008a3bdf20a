import { call, type Platform, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

/** The repo of a team. */
export const repoOf = async (platform: Platform, team: string, name: string): Promise<Repo | undefined> => {
  const { groups } = await call<{ groups: { uid: string }[] }>(platform, 'GET', `/iam/v2/groups?name=${team}`);
  const query = new URLSearchParams({ name });
  // The mistake takes the first repo of that name, whichever team it is of.
  if (!mistaken('scenario')) query.set('uidp.children_of', groups[0]?.uid ?? '');
  return (await call<{ repos: Repo[] }>(platform, 'GET', `/registry/v2/repos?${query}`)).repos[0];
};
