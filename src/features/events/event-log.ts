import type { EventPage, WorldEvent } from '../../../generated/nouns.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { ProcessOrder } from '../../plane/placed-items.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** The number of places of dropped events before the others move up. */
const MAX_EMPTY = 4_096;

/** The last events of a world: the oldest are dropped, and counted. Each has a place, counted from 1. */
export class EventLog {
  readonly limit: number;
  readonly #order: ProcessOrder;
  #events: (RecordedEvent | undefined)[] = [];
  #head = 0;
  #first = 1;
  /** The place of the first event that is shown: those before are held for traces. */
  #listedFrom = 1;
  /** The number of events dropped since it was last hidden. */
  dropped = 0;
  /** The number of events dropped since the world began, those not shown any more included. */
  droppedInAll = 0;

  /** `limit` is how many are kept; `order` numbers them among all that happens. */
  constructor(limit: number, order: ProcessOrder) {
    this.limit = limit;
    this.#order = order;
  }

  /** The place of the newest event; 0 before the first. */
  get last(): number {
    return this.#first + this.#events.length - this.#head - 1;
  }

  add(event: RecordedEvent): void {
    this.#order.last += 1;
    event.order = this.#order.last;
    this.#events.push(event);
    if (this.#events.length - this.#head <= this.limit) return;
    this.#events[this.#head] = undefined;
    this.#head += 1;
    if (this.#first >= this.#listedFrom) this.dropped += 1;
    this.droppedInAll += 1;
    this.#first += 1;
    if (this.#head < MAX_EMPTY) return;
    this.#events = this.#events.slice(this.#head);
    this.#head = 0;
  }

  /** The event of an id; undefined if it was dropped, or never was. */
  find(id: string): RecordedEvent | undefined {
    for (const event of this.listNewestFirst()) if (event.id === id) return event;
    return undefined;
  }

  /** True for a type that is not published, of which there is an event. */
  hasOwn(type: string): boolean {
    for (const event of this.listNewestFirst()) if (event.family === 'own' && event.type === type) return true;
    return false;
  }

  /** The event of an id as its subscribers receive it. @throws ApiError NOT_FOUND */
  show(id: string): WorldEvent {
    const found = this.find(id);
    if (found) return found.render();
    const kept = `; the last ${this.limit} are kept`;
    throw new ApiError('NOT_FOUND', `Not found: there is no event ${JSON.stringify(id.slice(0, 64))}${kept}`, {
      reason: 'MOCK_EVENT_NOT_FOUND',
    });
  }

  /** Some of its events, with the cursor behind all of them. */
  page(events: readonly RecordedEvent[]): EventPage {
    return { events: events.map((event) => event.render()), cursor: String(this.last), dropped: this.dropped };
  }

  /** The events behind a place, the newest first. */
  *listNewestFirst(since = 0): Iterable<RecordedEvent> {
    const first = Math.max(this.#first, this.#listedFrom);
    for (let at = this.last; at >= first && at > since; at -= 1) yield this.#at(at);
  }

  /** The events behind a place, the oldest first. */
  *listOldestFirst(since = 0): Iterable<RecordedEvent> {
    const first = Math.max(this.#first, this.#listedFrom, since + 1);
    for (let at = first; at <= this.last; at += 1) yield this.#at(at);
  }

  /** All events that are held, the oldest first; those that are not shown any more are marked. */
  *listRetained(): Iterable<{ readonly event: RecordedEvent; readonly isListed: boolean }> {
    for (let at = this.#first; at <= this.last; at += 1) {
      yield { event: this.#at(at), isListed: at >= this.#listedFrom };
    }
  }

  /** The ids of the shown events that a call has caused, in their order; `order` is the number of the call. */
  idsOfCall(call: number, order: number): readonly string[] {
    const ids: string[] = [];
    for (const event of this.listNewestFirst()) {
      if (event.order < order) break;
      if (event.call === call) ids.push(event.id);
    }
    return ids.reverse();
  }

  /** Shows none of the events any more, but holds them; places go on. */
  hide(): void {
    this.#listedFrom = this.last + 1;
    this.dropped = 0;
  }

  #at(place: number): RecordedEvent {
    return this.#events[this.#head + place - this.#first] as RecordedEvent;
  }
}
