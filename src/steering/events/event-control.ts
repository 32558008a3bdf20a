import type { EventActor, WorldEvent } from '../../kernel/events.ts';
import type { Listener } from '../plane/listener.ts';

/** A published type of events. */
export interface EventType {
  /** With the prefix of the vendor. */
  readonly type: string;
  readonly audience: WorldEvent['audience'];
  /** The operations that emit it, with the full name of the message of its body; none where only tests do. */
  readonly emittedBy: readonly { readonly operation: string; readonly bodyType?: string }[];
  /** When it is emitted, for a type that no operation has as its own. */
  readonly description?: string;
}

/** Which events are meant: those that have all of these. */
export interface EventMatch {
  /** With or without the prefix, or only its last words, such as `repo.created`. */
  readonly type?: string;
  readonly id?: unknown;
  readonly subject?: unknown;
  readonly group?: unknown;
  readonly audience?: unknown;
  readonly source?: unknown;
  readonly bodyType?: unknown;
  readonly identityProvider?: unknown;
  readonly actor?: unknown;
  readonly traceparent?: unknown;
  /** A part of the body: objects match by the fields that they have here, `{regex}` by a pattern, `{any: true}` always. */
  readonly body?: unknown;
}

/** Which events are asked for. */
export interface EventQuery {
  readonly match: EventMatch;
  /** Only events behind this cursor. */
  readonly since?: number;
  readonly limit?: number;
}

/** Events, the newest first. */
export interface EventPage {
  readonly events: readonly WorldEvent[];
  /** Behind the newest event, to ask for later ones; `0` before the first. */
  readonly cursor: string;
  /** How many events were dropped to keep the bound. */
  readonly dropped: number;
}

/** An event that a reader follows, with the cursor behind it. */
export interface FollowedEvent {
  readonly event: WorldEvent;
  readonly cursor: string;
}

/** What is awaited. */
export interface EventsAwaited {
  readonly match: EventMatch;
  readonly min: number;
  readonly max?: number;
  readonly since?: number;
  readonly timeoutMs: number;
  /** For how long no further event may match once there are enough. */
  readonly settleMs: number;
  /** `delivered`: only events count that have arrived at each of their subscriptions. */
  readonly until: 'emitted' | 'delivered';
}

/** An event that nearly matches, and where it differs. */
export interface NearestEvent {
  readonly event: WorldEvent;
  readonly differences: readonly { readonly field: string; readonly expected: unknown; readonly actual: unknown }[];
}

/** What a wait has ended with. */
export type AwaitedEvents =
  | ({ readonly outcome: 'met' } & EventPage)
  | {
      readonly outcome: 'timeout' | 'too_many' | 'reset';
      /** How many events matched. */
      readonly seen: number;
      readonly nearest: readonly NearestEvent[];
    };

/** An event that a test emits. */
export interface WantedEvent {
  /** As in EventMatch. */
  readonly type: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The uid in the body unless given, else the group. */
  readonly subject?: string;
  /** A group by uid or alias; the first root group unless given. */
  readonly group?: string;
  readonly actor?: EventActor;
}

/** Reads and makes the events of one world. */
export interface EventControl {
  /** @throws ApiError INVALID_ARGUMENT for a match that no event can meet */
  readonly list: (query: EventQuery) => EventPage;
  /** Hands events over as they are emitted, those behind `since` first; returns the function that ends it. @throws ApiError as `list` */
  readonly follow: (query: Pick<EventQuery, 'match' | 'since'>, listener: Listener<FollowedEvent>) => () => void;
  /** The event of an id. @throws ApiError NOT_FOUND */
  readonly show: (id: string) => WorldEvent;
  readonly types: () => readonly EventType[];
  /**
   * Emits an event of a published type, as an operation does.
   * @throws ApiError INVALID_ARGUMENT for an unknown type or group
   */
  readonly emit: (wanted: WantedEvent) => Promise<WorldEvent>;
  /**
   * Emits an example of a type, with what replaces parts of it by their paths, such as `body.name`.
   * @throws ApiError INVALID_ARGUMENT for an unknown type, group or path
   */
  readonly trigger: (preset: string, overrides: Readonly<Record<string, unknown>>) => Promise<WorldEvent>;
  /**
   * Resolves once enough events match, or when that is not to be expected any more.
   * @throws ApiError INVALID_ARGUMENT for a match that no event can meet
   */
  readonly await: (query: EventsAwaited, aborted: AbortSignal) => Promise<AwaitedEvents>;
}
