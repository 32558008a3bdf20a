import { setTimeout } from 'node:timers/promises';
import { call, type Platform, Refused, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

const TRIES = 4;
/** No answer, too many calls, unavailable. */
const TRIED_AGAIN = [0, 429, 503];

const pauseFor = (seconds: number): Promise<void> => setTimeout(seconds * 1_000);

const findRepo = async (platform: Platform, name: string): Promise<Repo | undefined> => {
  const query = new URLSearchParams({ 'uidp.children_of': platform.orgId, name });
  return (await call<{ repos: readonly Repo[] }>(platform, 'GET', `/registry/v2/repos?${query}`)).repos[0];
};

/** Creates a repo once, whatever happens to the answers. */
export const createRepo = async (
  platform: Platform,
  repo: Pick<Repo, 'name' | 'description'>,
  pause = pauseFor,
): Promise<Repo> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call<Repo>(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, repo);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // The guard: a try whose answer was lost has made the repo that is there, if it is as it was asked for.
      const guarded = error.status === 409 && tries > 1 && !mistaken('retries');
      const made = guarded ? await findRepo(platform, repo.name) : undefined;
      if (made?.description === repo.description) return made;
      if (!TRIED_AGAIN.includes(error.status) || tries === TRIES) throw error;
      // As long as the service asks for, or else longer each time, with chance.
      await pause(error.retryAfter ?? Math.random() * 2 ** tries);
    }
  }
};
