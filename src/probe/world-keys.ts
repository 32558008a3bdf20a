import { DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { WorldRecord } from '../world/registered-world.ts';
import { templateOf } from './neutral-text.ts';

/** The key of a world in a run, by which it is found again in every other. */
export interface WorldKey {
  /** Its name for people, which no other world of the run has. */
  readonly name: string;
  /** How often its test was tried before, as the runner has labelled it. */
  readonly retry: number;
}

/** How a world is called: by its project, its file and its title, or else by what does not differ between runs. */
const wordsOf = ({ id, labels }: WorldRecord): string => {
  const { title, file, project } = labels;
  if (title !== undefined) return [project, file, title].filter((word) => word !== undefined).join(' › ');
  const name = templateOf(id);
  return name !== id && name.startsWith('w-') ? 'world' : name;
};

/** Gives the worlds of one run their names: those that are called alike have numbers, in the order of their making. */
export class WorldKeys {
  readonly #counts = new Map<string, number>();

  keyOf(record: WorldRecord): WorldKey {
    const retry = Number(record.labels.retry ?? 0) || 0;
    if (record.id === DEFAULT_WORLD) return { name: DEFAULT_WORLD, retry };
    const words = wordsOf(record);
    const counted = `${words}\n${retry}`;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    const isPlain = words !== 'world' && !words.includes('#');
    return { name: count === 1 && isPlain ? words : `${words} ${count}`, retry };
  }
}
