import type { JsonObject } from './json.ts';
import type { FollowedList } from './use-followed.ts';

/** An event as the control plane has it (behaviour E14). */
export interface WorldEvent extends JsonObject {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly group: string;
  readonly audience: string;
  readonly actor?: { readonly subject: string };
  readonly body?: unknown;
}

/** The events of a world as a list that is followed. Ids begin anew with a reset: the event of before is gone. */
export const EVENTS: FollowedList<WorldEvent> = {
  path: 'events',
  field: 'events',
  withItem: (events, event) => [event, ...events.filter(({ id }) => id !== event.id)],
};
