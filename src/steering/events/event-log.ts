import type { RecordedEvent } from './recorded-event.ts';

/** How many places of dropped events there may be before the others move up. */
const MAX_EMPTY = 4_096;

/** The last events of a world: the oldest are dropped, and counted. Each has a place, counted from 1. */
export class EventLog {
  readonly #limit: number;
  #held: (RecordedEvent | undefined)[] = [];
  #head = 0;
  #first = 1;
  #dropped = 0;

  /** `limit` is how many are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** How many events were dropped since it was last emptied. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The place of the newest event; 0 before the first. */
  get last(): number {
    return this.#first + this.#held.length - this.#head - 1;
  }

  add(event: RecordedEvent): void {
    this.#held.push(event);
    if (this.#held.length - this.#head <= this.#limit) return;
    this.#held[this.#head] = undefined;
    this.#head += 1;
    this.#first += 1;
    this.#dropped += 1;
    if (this.#head < MAX_EMPTY) return;
    this.#held = this.#held.slice(this.#head);
    this.#head = 0;
  }

  /** The event of an id; undefined where it was dropped, or never was. */
  find(id: string): RecordedEvent | undefined {
    for (const event of this.newest()) if (event.id === id) return event;
    return undefined;
  }

  /** The events behind a place, the newest first. */
  *newest(since = 0): Iterable<RecordedEvent> {
    for (let at = this.last; at >= this.#first && at > since; at -= 1) yield this.#at(at);
  }

  /** The events behind a place, the oldest first. */
  *oldest(since = 0): Iterable<RecordedEvent> {
    for (let at = Math.max(this.#first, since + 1); at <= this.last; at += 1) yield this.#at(at);
  }

  /** Drops all events; places go on. */
  clear(): void {
    this.#first = this.last + 1;
    this.#held = [];
    this.#head = 0;
    this.#dropped = 0;
  }

  #at(place: number): RecordedEvent {
    return this.#held[this.#head + place - this.#first] as RecordedEvent;
  }
}
