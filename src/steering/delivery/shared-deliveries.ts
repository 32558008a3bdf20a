import type { Notes } from '../../store/notes.ts';
import type { ElsewhereTimers } from '../clock/shared-timers.ts';
import type { ShownTimer } from '../clock/timers.ts';
import type { DeliveryAttempt } from '../contract/nouns.ts';
import { CLEARED, DeliveryRecord, type DeliveryText, isOver } from './delivery-record.ts';
import { factsOfDelivery } from './delivery-timers.ts';

/** The dependencies of sharing the deliveries of a world. */
export interface SharedDeliveriesParts {
  readonly notes: Notes;
  /** The name of this process among those that share the world. */
  readonly owner: string;
  /** The process that is to make a delivery; undefined for one that is not stored, since it is over. */
  readonly ownerOf: (id: string) => string | undefined;
  /** The record of a delivery of an event; undefined where it is not known. */
  readonly find: (event: string, id: string) => DeliveryRecord | undefined;
  readonly add: (record: DeliveryRecord) => void;
  readonly addAttempt: (record: DeliveryRecord, attempt: DeliveryAttempt) => void;
  /** Takes in what others have handed to this process. */
  readonly handed: () => void;
  /** Forgets all of them. */
  readonly cleared: () => void;
  /** Called for each event of which a delivery of another process has changed. */
  readonly changed: (event: string) => void;
}

/** A delivery, and what was tried since it was last noted. */
interface DeliveryNote {
  readonly delivery: DeliveryText;
  /** The process that makes it. */
  readonly owner: string;
  readonly attempts: readonly DeliveryAttempt[];
}

const DELIVERY = 'delivery';
const HANDED = 'delivery handed over';
const RESET = 'deliveries reset';

/** How long one waits for what goes on elsewhere while nothing is heard of any, in milliseconds. */
const SILENT_MILLIS = 12_000;

/** True for a delivery that was not tried, and waits neither for a time nor for the plan. */
const isUntried = ({ state, nextMillis, tries }: DeliveryRecord): boolean =>
  state === 'pending' && nextMillis === undefined && tries === 0;

/** The deliveries of a world that several processes share: each process shows those that others make, too. */
export class SharedDeliveries implements ElsewhereTimers {
  readonly #parts: SharedDeliveriesParts;
  /** Those of other processes that are not over, with the process of each. */
  readonly #elsewhere = new Map<DeliveryRecord, string>();
  /** Those that have changed in this turn, with what was tried in it. */
  #changed = new Map<DeliveryRecord, DeliveryAttempt[]>();
  #stored: Promise<void> = Promise.resolve();
  /** Callbacks that wait until something is heard of those of other processes. */
  #waiting: (() => void)[] = [];

  constructor(parts: SharedDeliveriesParts) {
    this.#parts = parts;
    const { notes } = parts;
    notes.on(DELIVERY, ({ text, own }) => own === undefined && this.#take(JSON.parse(text)));
    notes.on(HANDED, ({ text, own }) => own === undefined && this.#takeHanded(JSON.parse(text)));
    notes.on(RESET, ({ own }) => {
      this.forget();
      if (own !== undefined) return;
      parts.cleared();
      // What has become of those before is of no use to others any more.
      this.#changed = new Map();
      parts.handed();
    });
  }

  /** The timers by which deliveries of other processes go on, the next first. */
  list(): readonly ShownTimer[] {
    return [...this.#elsewhere.keys()]
      .flatMap((record) =>
        record.nextMillis === undefined ? [] : [{ atMillis: record.nextMillis, ...factsOfDelivery(record) }],
      )
      .sort((a, b) => a.atMillis - b.atMillis);
  }

  /** True while another process makes an attempt, or is about to. */
  isBusy(): boolean {
    return [...this.#elsewhere.keys()].some(({ state, nextMillis }) => state === 'pending' && nextMillis === undefined);
  }

  /** Forgets those that go on elsewhere, until something is heard of them. */
  forget(): void {
    this.#elsewhere.clear();
    this.#wake();
  }

  /** Takes those that go on elsewhere for dropped, as they are to be there, too. */
  drop(): void {
    for (const record of this.#elsewhere.keys()) record.become('dropped', CLEARED);
    this.forget();
  }

  /** Resolves once other processes have tried what is due there now, or nothing is heard of them. */
  async tried(): Promise<void> {
    const due = [...this.#elsewhere.keys()].filter(isUntried);
    if (due.length === 0) return;
    const unwatch = this.#parts.notes.watch();
    for (let isHeard = true; isHeard && due.some((each) => this.#elsewhere.has(each) && isUntried(each)); ) {
      isHeard = await this.#hear();
    }
    unwatch();
  }

  /** Forgets those of processes that are not there any more, but for those that are stored: another takes these over. */
  forgetEnded(present: ReadonlySet<string>): void {
    for (const [record, owner] of this.#elsewhere) {
      if (!present.has(owner) && this.#parts.ownerOf(record.id) === undefined) this.#elsewhere.delete(record);
    }
    this.#wake();
  }

  /** Notes a delivery that another process is to make. */
  handOver(record: DeliveryRecord, owner: string): void {
    this.#elsewhere.set(record, owner);
    const note = { delivery: record.toText(), owner };
    // Where it cannot be stored, the other process finds the row.
    const stored = this.#parts.notes.add({ kind: HANDED, text: JSON.stringify(note), own: record });
    this.#stored = stored.catch(() => undefined);
  }

  /** Notes that this process goes on with a delivery of another. */
  takeOver(record: DeliveryRecord): void {
    this.#elsewhere.delete(record);
    this.note(record);
    this.#wake();
  }

  /** Resolves once what was noted is stored, or cannot be. */
  async settled(): Promise<void> {
    // What this turn has changed is noted first.
    await undefined;
    await this.#stored;
  }

  /** Notes what has become of a delivery at the end of the turn, with an attempt at it. */
  note(record: DeliveryRecord, attempt?: DeliveryAttempt): void {
    if (this.#changed.size === 0) queueMicrotask(() => this.#noteAll());
    const attempts = this.#changed.get(record) ?? [];
    this.#changed.set(record, attempt ? [...attempts, attempt] : attempts);
  }

  /** Has other processes forget all of them; resolves when that is stored. */
  clear(): Promise<void> {
    this.#changed = new Map();
    return this.#parts.notes.add({ kind: RESET, text: '', own: this });
  }

  #noteAll(): void {
    const changed = this.#changed;
    this.#changed = new Map();
    const { notes, owner } = this.#parts;
    for (const [record, attempts] of changed) {
      const note: DeliveryNote = { delivery: record.toText(), owner, attempts };
      // What cannot be stored is known to this process only. Notes are stored in their order.
      this.#stored = notes.add({ kind: DELIVERY, text: JSON.stringify(note), own: record }).catch(() => undefined);
    }
  }

  /** Waits until something is heard of those of other processes; false where nothing is for long. */
  #hear(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), SILENT_MILLIS).unref();
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #takeHanded({ delivery, owner }: Pick<DeliveryNote, 'delivery' | 'owner'>): void {
    const { find, add, handed, ownerOf, owner: own } = this.#parts;
    if (owner === own) handed();
    if (find(delivery.event.id, delivery.id)) return;
    const record = DeliveryRecord.read(delivery);
    record.follow(delivery);
    add(record);
    const by = owner === own ? ownerOf(delivery.id) : owner;
    if (by !== undefined) {
      this.#elsewhere.set(record, by);
      return;
    }
    record.become('dropped', CLEARED);
    this.note(record);
  }

  #take({ delivery, owner, attempts }: DeliveryNote): void {
    const { find, add, addAttempt, changed, ownerOf } = this.#parts;
    const { event, id } = delivery;
    let record = find(event.id, id);
    // One that this process has taken over from another is there.
    const isHere = record !== undefined && !this.#elsewhere.has(record) && ownerOf(id) === this.#parts.owner;
    if (!record) {
      record = DeliveryRecord.read(delivery);
      add(record);
    }
    for (const attempt of attempts) addAttempt(record, attempt);
    // A process that was taken for gone may say what it did before it knew that another goes on.
    if (isHere) record.tries = Math.max(record.tries, delivery.tries);
    // One that was taken for dropped may have been delivered before its process knew of that.
    else if (!isOver(record) || delivery.state === 'delivered') record.follow(delivery);
    if (isHere || isOver(record)) this.#elsewhere.delete(record);
    else this.#elsewhere.set(record, owner);
    changed(event.id);
    this.#wake();
  }
}
