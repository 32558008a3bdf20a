import { setTimeout } from 'node:timers/promises';
import { call, type Platform, Refused, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

const TRIES = 4;

/** Reads repos one by one, as fast as the service allows. */
export const readRepos = async (
  platform: Platform,
  uids: readonly string[],
  pause = (seconds: number): Promise<void> => setTimeout(seconds * 1_000),
): Promise<readonly Repo[]> => {
  const read = async (uid: string): Promise<Repo> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call<Repo>(platform, 'GET', `/registry/v2/repos/${uid}`);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 429 || tries === TRIES) throw error;
        // The service says when the next call is allowed. The mistake knows better.
        await pause(mistaken('limits') ? 1 : (error.retryAfter ?? 1));
      }
    }
  };
  const repos: Repo[] = [];
  for (const uid of uids) repos.push(await read(uid));
  return repos;
};
