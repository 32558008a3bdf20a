import type { EventMatch, EventPage, NearestEvent, WorldEvent } from '../../../generated/nouns.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';
import { BoundedLog } from '../../plane/bounded-log.ts';
import type { Followed, Listener } from '../../plane/followers.ts';
import { nearestOf } from '../../plane/nearest.ts';
import type { ProcessOrder } from '../../plane/placed-items.ts';
import { Readers } from '../../plane/readers.ts';
import type { Wait, Waited } from '../../plane/waiter.ts';
import { eventMatcher } from './event-match.ts';
import type { EventTypes } from './event-types.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** The last events of a world. */
export class EventLog extends BoundedLog<RecordedEvent> {
  readonly #order: ProcessOrder;

  /** `order` numbers all that happens in the process. */
  constructor(limit: number, order: ProcessOrder) {
    super(limit);
    this.#order = order;
  }

  override add(event: RecordedEvent): void {
    this.#order.last += 1;
    event.order = this.#order.last;
    event.place = this.nextId;
    super.add(event);
  }

  /** The event of an id; undefined if it was dropped, or never was. */
  find(id: string): RecordedEvent | undefined {
    for (const event of this.listNewestFirst()) if (event.id === id) return event;
    return undefined;
  }

  /** True for a type that is not published, of which there is an event. */
  hasOwn(type: string): boolean {
    for (const { draft } of this.listNewestFirst()) if (draft.family === 'own' && draft.type === type) return true;
    return false;
  }

  /** The event of an id as its subscribers receive it. @throws ApiError NOT_FOUND */
  show(id: string): WorldEvent {
    const found = this.find(id);
    if (found) return found.render();
    const text = `there is no event ${JSON.stringify(id.slice(0, 64))}; the log has the last ${this.limit}`;
    throw new ApiError('NOT_FOUND', `Not found: ${text}`, { reason: 'MOCK_EVENT_NOT_FOUND' });
  }

  /** Some of its events, with the cursor behind all of them. */
  page(events: readonly RecordedEvent[]): EventPage {
    return { events: events.map((event) => event.render()), cursor: String(this.nextId - 1), dropped: this.dropped };
  }

  /** The ids of the listed events that a call has caused, in their order; `order` is the number of the call. */
  idsOfCall(call: number, order: number): readonly string[] {
    const ids: string[] = [];
    for (const event of this.listNewestFirst()) {
      if (event.order < order) break;
      if (event.cause.call === call) ids.push(event.id);
    }
    return ids.reverse();
  }
}

/** The events that are asked for. */
export interface EventQuery {
  readonly match: EventMatch;
  /** Lists only events behind this cursor. */
  readonly since?: number;
  readonly limit?: number;
}

/** An event that a reader follows, with the cursor behind it. */
export interface FollowedEvent {
  readonly event: WorldEvent;
  readonly cursor: string;
}

/** Reads the events of all worlds, ended ones included. Each event has its world; a cursor covers all worlds. */
export interface AllEvents {
  /** @throws ApiError INVALID_ARGUMENT for a match that no event can meet */
  readonly list: (query: EventQuery) => Promise<EventPage>;
}

/** The readers that wait for events of one world, or follow them (behaviour E17, E19). */
export class EventReaders extends Readers<RecordedEvent, EventPage, NearestEvent> {
  readonly #log: EventLog;
  readonly #types: () => EventTypes;
  readonly #isDelivered: (event: string) => boolean;

  /** `isDelivered` is true for an event that has arrived at each of its subscriptions that it may be sent to. */
  constructor(log: EventLog, types: () => EventTypes, isDelivered: (event: string) => boolean) {
    super();
    this.#log = log;
    this.#types = types;
    this.#isDelivered = isDelivered;
  }

  /** Waits for events; with `delivered` only those count that have arrived at each of their subscriptions. */
  await(
    query: Wait<EventMatch> & { readonly until: 'emitted' | 'delivered' },
    aborted: AbortSignal,
  ): Promise<Waited<EventPage, NearestEvent>> {
    const log = this.#log;
    const { match, min, max = Number.POSITIVE_INFINITY, since, until } = query;
    if (min > max) throw invalidField('count', 'min is above max, so that no number of events is enough');
    if (min > log.limit) throw invalidField('count.min', `only ${log.limit} events are stored`);
    const matcher = eventMatcher(match, this.#types(), 'match.');
    // An event is offered when it is emitted and after each of its deliveries, and is counted once.
    const counted = new Set<RecordedEvent>();
    const matches = (event: RecordedEvent): boolean => {
      const isThere = until === 'emitted' || this.#isDelivered(event.id);
      if (counted.has(event) || !isThere || !matcher.matches(event)) return false;
      counted.add(event);
      return true;
    };
    const parts = {
      matches,
      page: (events: readonly RecordedEvent[]) => log.page(events),
      nearest: () => {
        const latest = log.listLatest(since).map((event) => event.render());
        return nearestOf(latest, matcher.differences, 'type').map(({ item: event, ...found }) => ({ event, ...found }));
      },
    };
    return this.wait(query, [...log.listOldestFirst(since)].filter(matches), parts, aborted);
  }

  /**
   * Hands events over as they are emitted, those behind `since` first. A reader who comes back with a cursor that this
   * process has not reached gets all of them: cursors of events in memory begin anew with the process.
   */
  follow(
    { match, isBack = false, since: asked }: Omit<EventQuery, 'limit'> & { readonly isBack?: boolean },
    listener: Listener<FollowedEvent>,
  ): Followed {
    const last = this.#log.nextId - 1;
    const isAnew = isBack && (asked ?? 0) > last;
    const since = isAnew ? 0 : Math.min(asked ?? last, last);
    const stop = this.followers.add(
      eventMatcher(match, this.#types()).matches,
      {
        take: (event) => listener.take({ event: event.render(), cursor: String(event.place) }),
        ended: listener.ended,
      },
      [...this.#log.listOldestFirst(since)],
    );
    return { cursor: String(since), stop };
  }

  /** Hands over an event that has just joined the log. */
  takeEmitted(event: RecordedEvent): void {
    if (this.waiting > 0) this.offer(event);
    if (this.followers.size > 0) this.followers.take(event);
  }

  /** Offers an event to waits again, since a delivery of it is over. */
  takeDelivered(id: string): void {
    const event = this.waiting > 0 ? this.#log.find(id) : undefined;
    if (event) this.offer(event);
  }
}
