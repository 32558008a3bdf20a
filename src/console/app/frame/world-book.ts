import type { EndedWorld, World, Worlds } from '../../../../generated/nouns.ts';
import type { Connection } from '../connection.ts';

/** The standings of worlds in the order of lists: the words behind their number, and the mark of each. */
export const STANDINGS = {
  failed: ['failed', { name: 'bad', look: 'bad', title: 'Failed' }],
  faltered: ['with failed calls', { name: 'bad', look: 't3', title: 'Has failed calls' }],
  running: ['running', { name: 'run', look: 't2', title: 'Running' }],
  open: ['open, of no test', { name: 'run', look: 't2', title: 'Open' }],
  ended: ['ended', { name: 'ok', look: 't3', title: 'Ended' }],
  passed: ['passed', { name: 'ok', look: 't3', title: 'Passed' }],
  smooth: ['without failed calls', { name: 'ok', look: 't3', title: 'No call failed' }],
} as const;

/** The result of a world: of its test if that is known; in a trace, else of its calls. */
export type Standing = keyof typeof STANDINGS;

/** The standings in their order. */
export const STANDING_NAMES = Object.keys(STANDINGS) as readonly Standing[];

/** A world as the page lists it, with what is known of its test. */
export interface KnownWorld {
  readonly id: string;
  /** The title of its test, or its id. */
  readonly title: string;
  readonly file: string;
  readonly project: string;
  readonly isTest: boolean;
  readonly standing: Standing;
  readonly isEnded: boolean;
  readonly from: string;
  readonly createTime: string;
  readonly endTime?: string;
  readonly expireTime?: string;
  readonly journal: number;
}

/** The worlds of the mock, ended ones included. */
export interface WorldBook {
  readonly all: readonly KnownWorld[];
  readonly get: (id: string) => KnownWorld | undefined;
  /** True for a call of the world with that id, and not of an earlier one that had the same. */
  readonly holds: (id: string, call: { readonly world: string; readonly number: number }) => boolean;
  /** True for the world of the address if a list that was read since then does not have it. */
  readonly isMissing: (id: string) => boolean;
}

/** The test of a world, by its labels. */
export const testOf = (
  id: string,
  { title, file = '', project = '' }: Readonly<Record<string, string>>,
): Pick<KnownWorld, 'id' | 'title' | 'file' | 'project' | 'isTest'> =>
  // A label has dashes in the place of blanks.
  ({ id, title: title?.replaceAll('-', ' ') ?? id, file, project, isTest: title !== undefined });

const knownOf = (world: World | EndedWorld): KnownWorld => {
  const { id, labels, from, createTime, journal } = world;
  const test = testOf(id, labels);
  const isEnded = 'endTime' in world;
  const isOver = isEnded || labels.result === 'passed';
  return {
    ...test,
    standing: labels.result === 'failed' ? 'failed' : isOver ? 'ended' : test.isTest ? 'running' : 'open',
    isEnded,
    from,
    createTime,
    journal,
    ...(isEnded && { endTime: world.endTime }),
    ...('expireTime' in world && world.expireTime !== undefined && { expireTime: world.expireTime }),
  };
};

/** Reads the worlds of the mock, while the address names one. */
export const readWorlds = async (connection: Connection, named: string | undefined): Promise<WorldBook> => {
  const { worlds, ended = [] } = await connection.steer<Worlds>('GET', 'worlds?ended=true');
  const live = worlds.map(knownOf);
  const ids = new Set(live.map(({ id }) => id));
  // Of worlds of one name, the last is meant.
  const gone = ended
    .map(knownOf)
    // One without a call has nothing to show, such as the copy in which a fixture was checked.
    .filter(({ isTest, journal }) => isTest || journal > 0)
    .filter(({ id }, nth, all) => !ids.has(id) && all.findLastIndex((one) => one.id === id) === nth);
  const byId = new Map([...gone, ...live].map((world) => [world.id, world]));
  // The numbers of a world begin behind the last of an earlier world of that name.
  const behind = new Map<string, number>();
  for (const [nth, { id, number }] of ended.entries()) {
    const isMeant = !ids.has(id) && ended.findLastIndex((one) => one.id === id) === nth;
    if (!isMeant) behind.set(id, Math.max(behind.get(id) ?? 0, Number(number)));
  }
  return {
    all: [...byId.values()],
    get: (id) => byId.get(id),
    holds: (id, call) => call.world === id && call.number > (behind.get(id) ?? 0),
    isMissing: (id) => id === named && !byId.has(id),
  };
};

/** The book before the control plane has answered. */
export const NO_WORLDS: WorldBook = {
  all: [],
  get: () => undefined,
  holds: (id, { world }) => world === id,
  isMissing: () => false,
};
