import type { SentNote } from './note-rows.ts';

/** The world of some notes: its name, and its number among all that were made. */
interface NotedWorld {
  readonly world?: string | undefined;
  readonly born: string;
}

/** Notes by their worlds. */
export type NotesOfWorlds<W extends NotedWorld> = ReadonlyMap<W, readonly SentNote[]>;

/** A state that a world must have, so that notes of it are stored. */
export interface Demand {
  readonly world: string;
  readonly born: string;
  readonly state: string;
}

/** The states that notes demand, each once. */
export const demandsOf = (worlds: NotesOfWorlds<NotedWorld>): readonly Demand[] => {
  const demands: Demand[] = [];
  for (const [{ world = '', born }, notes] of worlds) {
    const states = new Set<string>();
    for (const { at } of notes) if (at !== undefined) states.add(at);
    for (const state of states) demands.push({ world, born, state });
  }
  return demands;
};

/** The notes that demand a state, or those that do not. */
export const pickNotes = <W extends NotedWorld>(worlds: NotesOfWorlds<W>, isDemanding: boolean): NotesOfWorlds<W> => {
  const picked = new Map<W, readonly SentNote[]>();
  for (const [world, notes] of worlds) {
    const its = notes.filter(({ at }) => (at !== undefined) === isDemanding);
    if (its.length > 0) picked.set(world, its);
  }
  return picked;
};
