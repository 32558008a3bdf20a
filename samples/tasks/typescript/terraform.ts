import { call, type Platform, Refused, type Repo } from './api.ts';
import { mistaken } from './mistakes.ts';

/** The attributes of a repo in a configuration. */
export type Inputs = Pick<Repo, 'name' | 'description' | 'bundles'>;

const unlessGone = async <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });

/** The four functions of a resource, as a dynamic provider of Pulumi has them. */
export const repoResource = (platform: Platform) => ({
  create: (inputs: Inputs): Promise<Repo> => call(platform, 'POST', `/registry/v2/repos/${platform.orgId}`, inputs),

  /** Undefined for a repo that is gone: it is to be created again. */
  read: (uid: string): Promise<Repo | undefined> => unlessGone(call(platform, 'GET', `/registry/v2/repos/${uid}`)),

  update: (uid: string, olds: Inputs, news: Inputs): Promise<Repo> => {
    // The mistake sends the whole row, with what another caller has changed meanwhile as it was.
    const changed = Object.entries(news).filter(
      ([name, value]) => mistaken('terraform') || JSON.stringify(value) !== JSON.stringify(olds[name as keyof Inputs]),
    );
    return call(platform, 'PATCH', `/registry/v2/repos/${uid}`, Object.fromEntries(changed));
  },

  /** Does nothing to a repo that is gone. */
  delete: async (uid: string): Promise<void> => {
    await unlessGone(call(platform, 'DELETE', `/registry/v2/repos/${uid}`));
  },
});
