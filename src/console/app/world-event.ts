import type { WorldEvent } from '../../steering/contract/nouns.ts';
import type { FollowedList } from './use-followed.ts';

/** The events of a world as a list that is followed. Ids begin anew with a reset: the event of before is gone. */
export const EVENTS: FollowedList<WorldEvent> = {
  path: 'events',
  field: 'events',
  withItem: (events, event) => [event, ...events.filter(({ id }) => id !== event.id)],
};
