import { type Body, ok } from './answer.ts';
import type { Api } from './api.ts';
import { steer } from './mock.ts';

/** A world as the control plane hands it out. */
export interface MadeWorld extends Body {
  readonly id: string;
  readonly hostUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Its first organization. */
  readonly orgId: string;
}

/** Makes a world on a mock. */
export const makeWorld = async (api: Api, wanted: Readonly<Record<string, unknown>> = {}): Promise<MadeWorld> => {
  const made = ok(await steer(api, 'POST', 'worlds', wanted)) as unknown as MadeWorld;
  return { ...made, orgId: made.env.PLATFORM_ORG_ID ?? '' };
};

/** The caller that may do everything in a world; its token names the world. */
export const inWorld = (api: Api, { token }: MadeWorld): Api => api.as(token);

/** The path of the repos that a caller sees, by name. */
export const REPOS = '/registry/v2/repos?page_size=200&order_by=name';

/** Makes a repo in the first organization of a world. */
export const addRepo = async (api: Api, { orgId }: MadeWorld, name: string): Promise<void> => {
  ok(await api.post(`/registry/v2/repos/${orgId}`, { name }));
};
