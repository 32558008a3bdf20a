import { setTimeout } from 'node:timers/promises';
import { call, type Platform, Refused, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

const TRIES = 4;

/** Adds a bundle to those that a repo has. */
export const addBundle = async (
  platform: Platform,
  uid: string,
  bundle: string,
  pause = (): Promise<void> => setTimeout(Math.random() * 1_000),
): Promise<Repo> => {
  const path = `/registry/v2/repos/${uid}`;
  const wanted = async () => [...((await call<Repo>(platform, 'GET', path)).bundles ?? []), bundle];
  let bundles = await wanted();
  for (let tries = 1; ; tries += 1) {
    try {
      return await call<Repo>(platform, 'PATCH', `${path}?updateMask=bundles`, { bundles });
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409 || tries === TRIES) throw error;
      await pause();
      // What is there now counts. The mistake sends again what it computed from the first read.
      if (!mistaken('conflicts')) bundles = await wanted();
    }
  }
};
