import type { EndedWorld, World, Worlds } from '../../../../generated/nouns.ts';
import type { Connection } from '../connection.ts';
import { hasWords } from './text.ts';

/** A world as the page lists it, with what is known of its test. */
export interface KnownWorld {
  readonly id: string;
  /** The title of its test, or its id. */
  readonly title: string;
  readonly file: string;
  readonly project: string;
  readonly isTest: boolean;
  /** The result of its test; undefined while it is not known. */
  readonly result: 'failed' | 'passed' | undefined;
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
  { title: label, file = '', project = '', result: ended }: Readonly<Record<string, string>>,
): Pick<KnownWorld, 'id' | 'title' | 'file' | 'project' | 'isTest' | 'result'> => {
  // A label has dashes in the place of blanks.
  const title = label?.replaceAll('-', ' ') ?? id;
  return {
    id,
    title,
    file,
    project,
    isTest: label !== undefined,
    result: ended === 'failed' || ended === 'passed' ? ended : undefined,
  };
};

const knownOf = (world: World | EndedWorld): KnownWorld => {
  const { id, labels, from, createTime, journal } = world;
  return {
    ...testOf(id, labels),
    isEnded: 'endTime' in world,
    from,
    createTime,
    journal,
    ...('endTime' in world && { endTime: world.endTime }),
    ...('expireTime' in world && world.expireTime !== undefined && { expireTime: world.expireTime }),
  };
};

/** The worlds that have each word of a text in their title, their file or their id. */
export const findWorlds = (worlds: readonly KnownWorld[], text: string): readonly KnownWorld[] =>
  worlds.filter(({ title, file, id }) => hasWords(`${title} ${file} ${id}`, text));

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
