import type { AnyMessage } from '../schema/field-types.ts';
import type { Rows } from './rows.ts';

/** The prefixes that types of events may have: words of small letters, digits and dashes, with dots between them. */
export const EVENT_PREFIX = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

/** The body of an event before it is rendered. */
export interface EventBody {
  /** The message to render it as; missing for a value that is JSON already. */
  readonly message?: AnyMessage | undefined;
  /** The full name of the message that a value is rendered as already. */
  readonly type?: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The only fields that the event has; all but secrets unless given. */
  readonly shows?: readonly string[] | undefined;
}

/** An event as it comes about, before the world completes it. */
export interface EventDraft {
  /**
   * The owner of its type's prefix: the API, or for a shorter one the vendor, as for the events of the registry. With
   * `own` it has none, and its body is all of its data.
   */
  readonly family: 'api' | 'vendor' | 'own';
  /** The type without the prefix. */
  readonly type: string;
  readonly audience: 'customer' | 'internal';
  /** The path of the collection. */
  readonly path: string;
  /** The source in a profile if it is the registry's. */
  readonly registry?: string;
  readonly subject: string;
  /** The group of the event; empty for none, so that it finds no subscriptions. */
  readonly group: string;
  readonly identityProvider?: string | undefined;
  readonly body?: EventBody | undefined;
}

/** A published type that no operation has as its own event. */
export interface PublishedEvent extends Pick<EventDraft, 'family' | 'type' | 'audience' | 'path' | 'registry'> {
  /** The occasion on which the service emits it. */
  readonly description: string;
  /** A body for rows that are there, with its subject and group; undefined if there is no such row. */
  readonly sample: (rows: Rows, now: string) => Pick<EventDraft, 'subject' | 'group' | 'body'> | undefined;
}
