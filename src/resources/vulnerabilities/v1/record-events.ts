import type { WriteContext } from '../../../kernel/context.ts';
import { buryUid, freshUid } from '../../../kernel/ids.ts';
import { oneofMembers } from '../../../schema/message.ts';
import type { StoredEvent } from '../advisory-events.ts';
import { AdvisoryEventV1, type EventInV1, storedEvent } from './advisory-event.ts';

const KINDS = oneofMembers(AdvisoryEventV1, 'type').map(({ name }) => name);

/** What tells the events of one advisory apart in their uids, so that parallel calls cannot swap them. */
const identityOf = (event: StoredEvent): string => [event.author, KINDS.find((kind) => kind in event) ?? ''].join('\n');

/** An event as it is recorded anew, with a uid that no event of the advisory has or had. */
export const recordEvent = (
  advisory: string,
  given: EventInV1,
  taken: ReadonlySet<string | undefined>,
  { tx, now, settings, directory }: WriteContext,
): StoredEvent => {
  const event = storedEvent(given);
  const uid = freshUid(
    tx,
    settings.seed,
    advisory,
    'advisoryEvent',
    identityOf(event),
    (rows, next) => taken.has(next) || Boolean(directory.find(rows, next)),
  );
  return { ...event, uid, createTime: now, updateTime: now };
};

/** An event with what a caller says of it in the place of what was said before; its uid and its moment stay. */
export const replaceEvent = (previous: StoredEvent, given: EventInV1, { now }: WriteContext): StoredEvent => {
  const { uid, createTime } = previous;
  return { ...storedEvent(given), ...(uid && { uid }), ...(createTime && { createTime }), updateTime: now };
};

/** The events of an advisory as a caller gives them: those that it had, by their ids, and new ones. */
export const recordEvents = (
  advisory: string,
  given: readonly EventInV1[] = [],
  previous: readonly StoredEvent[] = [],
  context: WriteContext,
): readonly StoredEvent[] => {
  const left = new Map(previous.map((event) => [event.uid, event]));
  const taken = new Set(left.keys());
  const events = given.map((event) => {
    const before = event.id === undefined ? undefined : left.get(event.id);
    if (before) {
      left.delete(before.uid);
      return replaceEvent(before, event, context);
    }
    const made = recordEvent(advisory, event, taken, context);
    taken.add(made.uid);
    return made;
  });
  for (const uid of left.keys()) if (uid !== undefined) buryUid(context.tx, uid);
  return events;
};
