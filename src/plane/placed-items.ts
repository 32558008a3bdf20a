import { setImmediate as nextTurn } from 'node:timers/promises';

/** Numbers what happens in all worlds of a process, in the order in which it happens there. */
export class ProcessOrder {
  /** The last number; 0 before the first. Whoever takes the next adds 1. */
  last = 0;
}

/** Something that happened in a world, with its number among all that happened in the process. */
export interface PlacedItem<T> {
  readonly order: number;
  /** The view of the item. */
  readonly read: () => T;
}

/** An item that was read. */
export interface ReadItem<T> {
  readonly order: number;
  readonly value: T;
}

/** The items that are asked for. */
export interface PlacedQuery<T> {
  readonly matches: (value: T) => boolean;
  /** Lists only items behind this number. */
  readonly since?: number | undefined;
  /** Lists only items before this number. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The number of items that are read between two turns of the event loop. */
const SLICE = 100;

/** The items that match, the newest first. */
export const readNewest = async <T>(
  items: readonly PlacedItem<T>[],
  { matches, since = 0, before = Number.POSITIVE_INFINITY, limit }: PlacedQuery<T>,
): Promise<readonly ReadItem<T>[]> => {
  const later = items
    .filter(({ order }) => order > since && order < before)
    .sort((one, other) => other.order - one.order);
  const found: ReadItem<T>[] = [];
  for (const [nth, item] of later.entries()) {
    if (found.length >= limit) break;
    if (nth > 0 && nth % SLICE === 0) await nextTurn();
    const value = item.read();
    if (matches(value)) found.push({ order: item.order, value });
  }
  return found;
};
