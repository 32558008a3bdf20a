import type { AnyMessage } from '../schema/field-types.ts';
import type { Rows } from './rows.ts';

/** What the prefix of the types of events may be: words of small letters, digits and dashes, with dots between them. */
export const EVENT_PREFIX = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

/** The body of an event before it is rendered. */
export interface EventBody {
  /** What it is rendered as; missing for a value that is JSON already. */
  readonly message?: AnyMessage | undefined;
  /** The full name of the message that a value is rendered as already. */
  readonly type?: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The only fields that are shown; all but secrets unless given. */
  readonly shows?: readonly string[] | undefined;
}

/** An event as it comes about, before the world completes it. */
export interface EventDraft {
  /** Whose prefix its type has: that of the API, or the shorter one of the vendor, as what the registry emits. */
  readonly family: 'api' | 'vendor';
  /** Without the prefix. */
  readonly type: string;
  readonly audience: 'customer' | 'internal';
  /** The path of the collection. */
  readonly path: string;
  readonly subject: string;
  /** Empty for an event that belongs to no group, and so finds no subscriptions. */
  readonly group: string;
  readonly identityProvider?: string | undefined;
  readonly body?: EventBody | undefined;
}

/** A published type that no operation has as its own event. */
export interface PublishedEvent extends Pick<EventDraft, 'family' | 'type' | 'audience' | 'path'> {
  /** When the service emits it. */
  readonly description: string;
  /** A body for rows that are there, with its subject and group; undefined where there is no such row. */
  readonly sample: (rows: Rows, now: string) => Pick<EventDraft, 'subject' | 'group' | 'body'> | undefined;
}
