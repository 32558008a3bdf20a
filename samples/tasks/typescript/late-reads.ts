import { setTimeout } from 'node:timers/promises';
import { call, type Platform, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

const READS = 30;

/** Creates a repo, and returns it as a list has it. */
export const createListed = async (
  platform: Platform,
  repo: Pick<Repo, 'name' | 'description'>,
  pause = (seconds: number): Promise<void> => setTimeout(seconds * 1_000),
): Promise<Repo> => {
  const { uid } = await call<Repo>(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, repo);
  const query = new URLSearchParams({ 'uidp.children_of': platform.orgId, name: repo.name });
  for (let reads = 1; ; reads += 1) {
    const { repos } = await call<{ repos: readonly Repo[] }>(platform, 'GET', `/registry/v2/repos?${query}`);
    const listed = repos.find((one) => one.uid === uid);
    if (listed !== undefined) return listed;
    // The mistake believes the first list.
    if (mistaken('late-reads') || reads === READS) throw new Error(`${repo.name} was not created`);
    await pause(1);
  }
};
