import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { steer } from '../support/mock.ts';
import type { Json } from '../support/proto-json.ts';
import { faceIn, faulty, orgOf } from '../support/steered.ts';

/** A fault, as it is written. */
export type Rule = Readonly<Record<string, unknown>>;

/** The hits of a rule, from the report. */
export interface Acted {
  readonly hits: number;
  readonly calls: readonly string[];
  readonly changes: readonly Readonly<{ change: string; type: string; uid: string; name: string; fields?: Json }>[];
}

/** A world of its own with a caller over one face, and what the tests of surprises do in it. */
export interface Scene {
  readonly world: Api;
  readonly caller: Face;
  readonly org: string;
  readonly set: (...faults: readonly Rule[]) => Promise<void>;
  /** The hits of the first rule. */
  readonly acted: () => Promise<Acted>;
  /** Makes a repo without a fault, and returns its uid. */
  readonly make: (name: string, description?: string) => Promise<string>;
  readonly create: (name: string, description?: string) => ReturnType<Face['call']>;
  readonly get: (uid: string) => ReturnType<Face['call']>;
}

/** The service of v1 that repos are called by. */
export const V1_REGISTRY = 'chainguard.platform.registry.Registry';

/** Makes the scene of a world for a caller over one face. */
export const sceneIn = async (
  own: Api,
  faces: Readonly<Record<Face['name'], Face>>,
  name: Face['name'],
): Promise<Scene> => {
  const world = faulty(own);
  const caller = faceIn(faces, name, world);
  const org = await orgOf(world);
  const create: Scene['create'] = (repo, description = '') =>
    caller.call('CreateRepo', { parent: org, repo: { name: repo, description } });
  return {
    world,
    caller,
    org,
    create,
    set: async (...faults) => void ok(await steer(world, 'PUT', 'faults', faults)),
    acted: async () => (ok(await steer(world, 'GET', 'faults:report')).faults as readonly Acted[])[0] as Acted,
    make: async (repo, description) => String(ok(await create(repo, description)).uid),
    get: (uid) => caller.call('GetRepo', { uid }),
  };
};

/** The statuses of a call that is made several times. */
export const statusesOf = async (times: number, call: () => ReturnType<Face['call']>): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let nth = 0; nth < times; nth += 1) statuses.push((await call()).status);
  return statuses;
};

/** The names on each page of a walk through the repos of an organization. */
export const walk = async ({ caller, org }: Scene, request: Json = {}): Promise<readonly (readonly string[])[]> => {
  const pages: string[][] = [];
  let pageToken = '';
  do {
    const asked = { uidp: { childrenOf: org }, orderBy: 'name', ...request, ...(pageToken && { pageToken }) };
    const { repos = [], nextPageToken = '' } = (await caller.read('ListRepos', asked)) as {
      readonly repos?: readonly { readonly name: string }[];
      readonly nextPageToken?: string;
    };
    pages.push(repos.map(({ name }) => name));
    pageToken = nextPageToken;
  } while (pageToken !== '' && pages.length < 50);
  return pages;
};

/** The kinds of change that a rule has made itself, with the names of the rows. */
export const madeBy = async ({ acted }: Scene): Promise<readonly string[]> =>
  (await acted()).changes.map(({ change, type, name }) => `${change} ${type} ${name}`);
