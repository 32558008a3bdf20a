import type { KeptChange } from '../change-line.ts';
import type { MemoryStore } from '../memory.ts';
import type { Connections } from './connections.ts';
import { worldGone } from './database-error.ts';
import { changesInText, readEntries } from './entries.ts';
import type { Follower, Heads, Learnt } from './heads.ts';
import { readPlace } from './lines.ts';
import { PassedPlaces } from './passed-places.ts';
import { type Entry, isSamePlace, type Place, type WorldKey } from './place.ts';
import type { Session } from './session.ts';
import { StateSize } from './state-size.ts';
import { type Bases, findState, type LoadedState, loadState } from './states.ts';

/** Thrown where an entry does not follow the state that is here: the database has another history. */
class OtherHistory extends Error {}

/** The characters of the last checkpoint of a state, and of the entries since. */
export type Growth = Pick<LoadedState, 'checkpointSize' | 'grown'>;

/** What the states of all worlds are read with. */
export interface WorldViewParts {
  readonly connections: Connections;
  readonly heads: Heads;
  readonly bases: Bases;
}

/** The state of a world in this process, and where it is in the world's history. It only moves forward. */
export class WorldView implements Follower {
  readonly key: WorldKey;
  readonly state: MemoryStore;
  readonly places: PassedPlaces;
  readonly #connections: Connections;
  readonly #heads: Heads;
  readonly #bases: Bases;
  #place: Place;
  #growth: Growth;
  #size: StateSize;
  #isReleased = false;
  #loading: Promise<void> | undefined;

  constructor({ connections, heads, bases }: WorldViewParts, key: WorldKey, at: Place, loaded: LoadedState) {
    const { state, size, ...growth } = loaded;
    this.key = key;
    this.state = state;
    this.places = new PassedPlaces((line, seq) => findState(connections, line, seq));
    this.#connections = connections;
    this.#heads = heads;
    this.#bases = bases;
    this.#place = at;
    this.#growth = growth;
    this.#size = size;
    this.#notePlace(at);
  }

  /** About how many bytes its rows take in memory. */
  get bytes(): number {
    return this.#size.bytesOf(this.state.size);
  }

  /** True for a state that is not used any more. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Lets the other worlds have what it shares with them: it is not used any more. */
  release(): void {
    this.#isReleased = true;
    this.#size.release();
  }

  get world(): string {
    return this.key.world;
  }

  get place(): Place {
    return this.#place;
  }

  get growth(): Growth {
    return this.#growth;
  }

  /** Notes that the state at a place has a checkpoint of so many characters. */
  noteCheckpoint(checkpointSize: number, grownBefore: number): void {
    this.#growth = { checkpointSize, grown: Math.max(0, this.#growth.grown - grownBefore) };
  }

  /** Applies an entry that has been committed, if it is the next one. */
  add(line: number, entry: Entry, changes?: readonly KeptChange[]): void {
    if (line !== this.#place.line || entry.seq !== this.#place.seq + 1 || entry.prev !== this.#place.tag) return;
    const made = changes ?? changesInText(entry.changes);
    this.state.apply(made);
    this.#size.add(made.length, entry.changes.length);
    this.#notePlace({ ...this.#place, seq: entry.seq, tag: entry.tag });
    this.#growth = { ...this.#growth, grown: this.#growth.grown + entry.changes.length };
  }

  /** Takes over the state of another place, where this one is still at the place that that follows. */
  async adopt(state: MemoryStore, at: Place, place: Place, growth: Growth): Promise<void> {
    if (!isSamePlace(this.#place, at)) {
      await this.awaitHead();
      return;
    }
    this.state.replace(state);
    this.#notePlace(place);
    this.#growth = growth;
    this.#size.release();
    this.#size = new StateSize();
    this.#size.add(state.size, growth.checkpointSize + growth.grown);
  }

  /**
   * Resolves once the state is that of a moment after this call, or a later one.
   * @throws ApiError NOT_FOUND where the world has ended, and UNAVAILABLE where the database does not answer
   */
  awaitHead(): Promise<Learnt> {
    return this.#heads.learn(this);
  }

  /** Brings the state to a head that was learnt, which may have moved on meanwhile. */
  async follow({ head, asked }: Learnt, session: Session = this.#connections): Promise<void> {
    const isBehind = head.line === asked.line ? head.seq < asked.seq : head.rev <= asked.rev;
    try {
      // The database had more than it has now: it has lost its last commits.
      if (isBehind) throw new OtherHistory();
      this.#addAll(head.line, head.entries);
      if (head.rev > this.#place.rev) await this.#load(head, session);
      while (this.#place.line === head.line && this.#place.seq < head.seq) {
        const before = this.#place.seq;
        this.#addAll(head.line, await readEntries(session, head.line, before));
        if (this.#place.seq === before) throw new OtherHistory();
      }
      if (this.#place.seq === head.seq && this.#place.line === head.line && this.#place.tag !== head.tag) {
        throw new OtherHistory();
      }
    } catch (error) {
      if (!(error instanceof OtherHistory)) throw error;
      await this.#loadAnew(session);
    }
  }

  #notePlace(place: Place): void {
    this.#place = place;
    this.places.note(place, this.state.log.place);
  }

  #addAll(line: number, entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.add(line, entry);
      if (line === this.#place.line && entry.seq > this.#place.seq) throw new OtherHistory();
    }
  }

  /** Loads the state of another line, unless that has been done meanwhile. */
  async #load(to: Place, session: Session): Promise<void> {
    while (this.#loading) await this.#loading;
    if (to.rev <= this.#place.rev) return;
    await this.#replace(to, session);
  }

  async #loadAnew(session: Session): Promise<void> {
    while (this.#loading) await this.#loading;
    const place = await readPlace(session, this.key);
    if (!place) throw worldGone(this.world);
    await this.#replace(place, session);
  }

  async #replace(to: Place, session: Session): Promise<void> {
    let end: () => void = () => undefined;
    this.#loading = new Promise((resolve) => {
      end = resolve;
    });
    try {
      const { state, size, ...growth } = await loadState(session, to.line, to.seq, this.#bases);
      this.state.replace(state);
      this.#notePlace({ ...to, tag: growth.tag });
      this.#growth = growth;
      this.#size.release();
      this.#size = size;
    } finally {
      this.#loading = undefined;
      end();
    }
  }
}
