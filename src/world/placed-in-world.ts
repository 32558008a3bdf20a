import type { JournalEntry, WorldEvent } from '../../generated/nouns.ts';
import type { PackedEntry } from '../features/journal/packed-entry.ts';
import type { PlacedItem } from '../plane/placed-items.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { World } from './world.ts';

/** An item that may go on, and be another when it is read again. */
export interface OpenItem<T> extends PlacedItem<T> {
  readonly isOpen: () => boolean;
}

/** The entries of a world's journal that `admits` accepts, each with the world. */
export const entriesIn = (
  { id, world: { journal } }: RegisteredWorld<World>,
  admits: (entry: PackedEntry) => boolean = () => true,
): readonly OpenItem<JournalEntry>[] =>
  (journal?.entries ?? []).filter(admits).map((entry) => ({
    order: entry.order,
    read: () => ({ world: id, ...(journal?.view(entry) as JournalEntry) }),
    isOpen: () => entry.isOpen,
  }));

/** The events that a world shows, each with the world. */
export const eventsIn = ({ id, world: { events } }: RegisteredWorld<World>): readonly OpenItem<WorldEvent>[] =>
  [...events.log.listOldestFirst()].map((event) => ({
    order: event.order,
    read: () => ({ world: id, ...event.render() }),
    isOpen: () => false,
  }));

/** The numbers of dropped entries and events of a world. */
export interface Dropped {
  readonly entries: number;
  readonly events: number;
}

export const droppedIn = ({ journal, events }: World): Dropped => ({
  entries: journal?.droppedOfShown ?? 0,
  events: events.log.dropped,
});
