import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { EndedWorld, JournalEntry, WorldEvent } from '../../generated/nouns.ts';
import type { PackedEntry } from '../features/journal/packed-entry.ts';
import { type Clock, instant } from '../kernel/clock.ts';
import type { ByteShare } from '../plane/bounded-log.ts';
import type { PlacedItem, ProcessOrder } from '../plane/placed-items.ts';
import type { World, WorldDeps } from './world.ts';
import type { RegisteredWorld, Worlds } from './worlds.ts';

/**
 * Ends all worlds: waiting and following requests would keep their connections open. With `leaveMillis` they go on
 * elsewhere: attempts at deliveries get so long to end, and readers that follow something ask there again.
 */
export const endAll = async (
  worlds: Worlds<World>,
  ended: EndedWorlds,
  { journal, delivery }: WorldDeps,
  leaveMillis?: number,
): Promise<void> => {
  for (const { world } of worlds.list()) {
    world.journal?.readers.endWaits('stopped');
    world.events.readers.endWaits('stopped');
  }
  if (leaveMillis !== undefined) {
    const leaving = Promise.all(worlds.list().map(({ world }) => world.outbox.leave()));
    await Promise.race([leaving, pause(leaveMillis, undefined, { ref: false })]);
    for (const { world } of worlds.list()) {
      world.journal?.readers.followers.end(false);
      world.events.readers.followers.end(false);
    }
  }
  for (const { world } of worlds.list()) world.end();
  journal?.all.end(leaveMillis === undefined);
  ended.close();
  delivery.sender.close();
};

/** An item that may be open: it can differ when it is read again. */
export interface OpenItem<T> extends PlacedItem<T> {
  readonly isOpen: () => boolean;
}

/** The entries of a world's journal that `admits` accepts, each with the world. */
export const entriesIn = (
  { id, world: { journal } }: RegisteredWorld<World>,
  admits: (entry: PackedEntry) => boolean = () => true,
): readonly OpenItem<JournalEntry>[] =>
  [...(journal?.ring.listOldestFirst() ?? [])].filter(admits).map((entry) => ({
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
  entries: journal?.ring.dropped ?? 0,
  events: events.log.dropped,
});

/** The maximum number of ended worlds. */
const MAX_WORLDS = 100;
/** The number of items rendered between two turns of the event loop. */
const SLICE = 50;
/** The size of an item beside its text, in bytes. */
const ITEM_BYTES = 128;

/** An item that becomes text, so that its world can be released. */
class EndedItem<T> implements PlacedItem<T> {
  readonly order: number;
  #source: OpenItem<T> | undefined;
  #text = '';

  constructor(source: OpenItem<T>) {
    this.order = source.order;
    this.#source = source;
  }

  readonly read = (): T => (this.#source ? this.#source.read() : (JSON.parse(this.#text) as T));

  /** Becomes text, and returns its size in bytes; 0 if it is text already, or still open. */
  render(): number {
    const source = this.#source;
    if (!source || source.isOpen()) return 0;
    this.#text = JSON.stringify(source.read());
    this.#source = undefined;
    return Buffer.byteLength(this.#text) + ITEM_BYTES;
  }
}

/** The journal and the events of an ended world. */
interface ReadableEndedWorld {
  readonly record: EndedWorld;
  readonly entries: readonly EndedItem<JournalEntry>[];
  readonly events: readonly EndedItem<WorldEvent>[];
  readonly dropped: Dropped;
  bytes: number;
}

/** The journals and events of the worlds that have ended, the last of them, as text without the worlds themselves. */
export class EndedWorlds {
  readonly #share: ByteShare;
  readonly #clock: Clock;
  readonly #order: ProcessOrder;
  /** The oldest first. */
  readonly #worlds: ReadableEndedWorld[] = [];
  #rendering: Promise<void> | undefined;

  /** `clock` is the machine's, and `order` numbers what happens in all worlds. */
  constructor({ budget, clock, order }: Pick<WorldDeps, 'budget' | 'clock' | 'order'>) {
    this.#clock = clock;
    this.#order = order;
    this.#share = budget.open(() => this.#dropOldest());
  }

  /** The oldest first. */
  get worlds(): readonly ReadableEndedWorld[] {
    return this.#worlds;
  }

  /** Retains the journal and events of a world before it ends. They are rendered later, in slices. */
  retain(entered: RegisteredWorld<World>): void {
    const { id, labels, from, createdMillis, world } = entered;
    const { journal } = world;
    if (!journal) return;
    const [createTime, endTime] = [instant(createdMillis), instant(this.#clock.now())];
    const number = String(this.#order.last);
    this.#worlds.push({
      record: { id, labels, from, createTime, endTime, journal: journal.ring.size, number },
      entries: entriesIn(entered).map((item) => new EndedItem(item)),
      events: eventsIn(entered).map((item) => new EndedItem(item)),
      dropped: droppedIn(world),
      bytes: 0,
    });
    if (this.#worlds.length > MAX_WORLDS) this.#dropOldest();
    this.#rendering ??= this.#render().finally(() => {
      this.#rendering = undefined;
    });
  }

  /** Forgets all of them. */
  close(): void {
    while (this.#dropOldest());
  }

  /** Renders what is not text yet. An item that is still open is rendered after the end of another world. */
  async #render(): Promise<void> {
    const rendered = new Set<ReadableEndedWorld>();
    for (let world = this.#worlds[0]; world; world = this.#worlds.find((each) => !rendered.has(each))) {
      rendered.add(world);
      for (const [nth, item] of [...world.entries, ...world.events].entries()) {
        if (nth % SLICE === 0) await nextTurn();
        if (!this.#worlds.includes(world)) break;
        const bytes = item.render();
        world.bytes += bytes;
        this.#share.charge(bytes);
      }
    }
  }

  #dropOldest(): boolean {
    const oldest = this.#worlds.shift();
    if (!oldest) return false;
    this.#share.charge(-oldest.bytes);
    return true;
  }
}
