import type { Notes } from '../../store/notes.ts';
import type { ElsewhereTimers } from '../clock/shared-timers.ts';
import type { ShownTimer } from '../clock/timers.ts';
import type { DeliveryAttempt } from '../contract/nouns.ts';
import { DeliveryRecord, type DeliveryText } from './delivery-record.ts';
import { factsOfDelivery } from './delivery-timers.ts';

/** The dependencies of sharing the deliveries of a world. */
export interface SharedDeliveriesParts {
  readonly notes: Notes;
  /** The record of a delivery of an event; undefined where it is not known. */
  readonly find: (event: string, id: string) => DeliveryRecord | undefined;
  readonly add: (record: DeliveryRecord) => void;
  readonly addAttempt: (record: DeliveryRecord, attempt: DeliveryAttempt) => void;
  /** Forgets all of them. */
  readonly cleared: () => void;
  /** Called for each event of which a delivery of another process has changed. */
  readonly changed: (event: string) => void;
}

/** A delivery, and what was tried since it was last noted. */
interface DeliveryNote {
  readonly delivery: DeliveryText;
  readonly attempts: readonly DeliveryAttempt[];
}

const GOING_ON: ReadonlySet<DeliveryRecord['state']> = new Set(['pending', 'held']);

const DELIVERY = 'delivery';
const CLEARED = 'deliveries reset';

/** The deliveries of a world that several processes share: each process shows those that others make, too. */
export class SharedDeliveries implements ElsewhereTimers {
  readonly #parts: SharedDeliveriesParts;
  /** Those of other processes that are not over. */
  readonly #elsewhere = new Set<DeliveryRecord>();
  /** Those that have changed in this turn, with what was tried in it. */
  #changed = new Map<DeliveryRecord, DeliveryAttempt[]>();

  constructor(parts: SharedDeliveriesParts) {
    this.#parts = parts;
    const { notes } = parts;
    notes.on(DELIVERY, ({ text, own }) => own === undefined && this.#take(JSON.parse(text)));
    notes.on(CLEARED, ({ own }) => {
      this.#elsewhere.clear();
      if (own === undefined) parts.cleared();
    });
  }

  /** The timers by which deliveries of other processes go on, the next first. */
  list(): readonly ShownTimer[] {
    return [...this.#elsewhere]
      .flatMap((record) =>
        record.nextMillis === undefined ? [] : [{ atMillis: record.nextMillis, ...factsOfDelivery(record) }],
      )
      .sort((a, b) => a.atMillis - b.atMillis);
  }

  /** True while another process makes an attempt, or is about to. */
  isBusy(): boolean {
    return [...this.#elsewhere].some(({ state, nextMillis }) => state === 'pending' && nextMillis === undefined);
  }

  /** Forgets those that go on elsewhere, until something is heard of them. */
  forget(): void {
    this.#elsewhere.clear();
  }

  /** Notes what has become of a delivery at the end of the turn, with an attempt at it. */
  note(record: DeliveryRecord, attempt?: DeliveryAttempt): void {
    if (this.#changed.size === 0) queueMicrotask(() => this.#noteAll());
    const attempts = this.#changed.get(record) ?? [];
    this.#changed.set(record, attempt ? [...attempts, attempt] : attempts);
  }

  /** Has other processes forget all of them; resolves when that is stored. */
  clear(): Promise<void> {
    return this.#parts.notes.add({ kind: CLEARED, text: '', own: this });
  }

  #noteAll(): void {
    const changed = this.#changed;
    this.#changed = new Map();
    for (const [record, attempts] of changed) {
      const note: DeliveryNote = { delivery: record.toText(), attempts };
      // What cannot be stored is known to this process only.
      this.#parts.notes.add({ kind: DELIVERY, text: JSON.stringify(note), own: record }).catch(() => undefined);
    }
  }

  #take({ delivery, attempts }: DeliveryNote): void {
    const { find, add, addAttempt, changed } = this.#parts;
    const { event, id } = delivery;
    let record = find(event.id, id);
    if (!record) {
      record = DeliveryRecord.read(delivery);
      add(record);
    }
    for (const attempt of attempts) addAttempt(record, attempt);
    record.follow(delivery);
    if (GOING_ON.has(record.state)) this.#elsewhere.add(record);
    else this.#elsewhere.delete(record);
    changed(event.id);
  }
}
