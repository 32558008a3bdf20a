import type {
  EventMatch,
  EventPage,
  EventToEmit,
  EventType,
  NearestEvent,
  WorldEvent,
} from '../../../generated/nouns.ts';
import type { Followed, Listener } from '../../plane/listener.ts';
import type { Wait, Waited } from '../../plane/waiter.ts';

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

/** Reads and makes the events of one world. */
export interface EventControl {
  /** @throws ApiError INVALID_ARGUMENT for a match that no event can meet */
  readonly list: (query: EventQuery) => EventPage;
  /** Hands events over as they are emitted, those behind `since` first. @throws ApiError as `list` */
  readonly follow: (query: FollowQuery, listener: Listener<FollowedEvent>) => Followed;
  /** The event of an id. @throws ApiError NOT_FOUND */
  readonly show: (id: string) => WorldEvent;
  readonly types: () => readonly EventType[];
  /**
   * Emits an event of a published type, as an operation does.
   * @throws ApiError INVALID_ARGUMENT for an unknown type or group
   */
  readonly emit: (wanted: EventToEmit, url?: string) => Promise<WorldEvent>;
  /**
   * Emits an example of a type, with overrides for parts of it by their paths, such as `body.name`.
   * @throws ApiError INVALID_ARGUMENT for an unknown type, group or path
   */
  readonly trigger: (preset: string, overrides: Readonly<Record<string, unknown>>, url?: string) => Promise<WorldEvent>;
  /**
   * Resolves once enough events match, or when that is not to be expected any more.
   * @throws ApiError INVALID_ARGUMENT for a match that no event can meet
   */
  readonly await: (query: EventWait, aborted: AbortSignal) => Promise<Waited<EventPage, NearestEvent>>;
}
