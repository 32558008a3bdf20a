import { buryUid, makeFreshUid } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/resource.ts';
import { omitUndefined } from '../../../schema/defined.ts';
import { oneofMembers } from '../../../schema/message.ts';
import type { StoredEvent } from '../advisory-events.ts';
import { AdvisoryEventV1, type EventInV1, toStoredEvent } from './advisory-event.ts';

const KINDS = oneofMembers(AdvisoryEventV1, 'type').map(({ name }) => name);

/** A newly recorded event, with a uid that no event of the advisory has or had. */
export const recordEvent = (
  advisory: string,
  given: EventInV1,
  taken: ReadonlySet<string | undefined>,
  context: WriteContext,
): StoredEvent => {
  const { now } = context;
  const event = toStoredEvent(given);
  // Events differ in it, so that parallel calls cannot swap uids.
  const identity = [event.author, KINDS.find((kind) => kind in event) ?? ''].join('\n');
  const uid = makeFreshUid(context, advisory, 'advisoryEvent', identity, (next) => taken.has(next));
  return { ...event, uid, createTime: now, updateTime: now };
};

/** An event with the caller's content and its previous uid and creation time. */
export const replaceEvent = (previous: StoredEvent, given: EventInV1, { now }: WriteContext): StoredEvent => {
  const { uid, createTime } = previous;
  return { ...toStoredEvent(given), ...omitUndefined({ uid, createTime }), updateTime: now };
};

/** The stored form of the events that a caller sets: previous ones, found by their ids, and new ones. */
export const recordEvents = (
  advisory: string,
  given: readonly EventInV1[] = [],
  previous: readonly StoredEvent[] = [],
  context: WriteContext,
): readonly StoredEvent[] => {
  const remaining = new Map(previous.map((event) => [event.uid, event]));
  const taken = new Set(remaining.keys());
  const events = given.map((event) => {
    const before = event.id === undefined ? undefined : remaining.get(event.id);
    if (before) {
      remaining.delete(before.uid);
      return replaceEvent(before, event, context);
    }
    const made = recordEvent(advisory, event, taken, context);
    taken.add(made.uid);
    return made;
  });
  for (const uid of remaining.keys()) if (uid !== undefined) buryUid(context.tx, uid);
  return events;
};
