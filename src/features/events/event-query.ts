import type { EventMatch, EventPage, WorldEvent } from '../../../generated/nouns.ts';
import type { Wait } from '../../plane/waiter.ts';

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

/** The events that a reader follows. */
export interface FollowQuery extends Pick<EventQuery, 'match' | 'since'> {
  /** True for a reader who comes back. What is only in memory begins anew with the process, and its cursors do. */
  readonly isBack?: boolean;
}

/** The events that are awaited. */
export interface EventWait extends Wait<EventMatch> {
  /** `delivered`: only events count that have arrived at each of their subscriptions. */
  readonly until: 'emitted' | 'delivered';
}

/** Reads the events of all worlds, those that have ended included. Each event has its world, and a cursor is of all of them. */
export interface AllEvents {
  /** @throws ApiError INVALID_ARGUMENT for a match that no event can meet */
  readonly list: (query: EventQuery) => Promise<EventPage>;
}
