import type { EventPage, NearestEvent, WorldEvent } from '../../../generated/nouns.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type Followed, Followers, type Listener } from '../../plane/followers.ts';
import { type Waited, Waiter } from '../../plane/waiter.ts';
import type { EventLog } from './event-log.ts';
import { type EventMatcher, eventMatcher, nearestOf } from './event-match.ts';
import type { EventWait, FollowedEvent, FollowQuery } from './event-query.ts';
import type { EventTypes } from './event-types.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** The maximum number of events looked at for what nearly matches. */
const MAX_LOOKED_AT = 500;

/** An event with its place in the log. */
type Placed = readonly [event: RecordedEvent, place: number];

type EventWaiter = Waiter<RecordedEvent, EventPage, NearestEvent>;

/** Those who wait for events of one world, or follow them (behaviour E17, E19). */
export class EventReaders {
  readonly #log: EventLog;
  readonly #types: () => EventTypes;
  readonly #isDelivered: (event: string) => boolean;
  readonly #emitted = new Set<EventWaiter>();
  readonly #delivered = new Set<EventWaiter>();
  readonly #followers = new Followers<Placed>();
  #isStopped = false;

  /** `isDelivered` is true for an event that has arrived at each of its subscriptions that it may be sent to. */
  constructor(log: EventLog, types: () => EventTypes, isDelivered: (event: string) => boolean) {
    this.#log = log;
    this.#types = types;
    this.#isDelivered = isDelivered;
  }

  await(query: EventWait, aborted: AbortSignal): Promise<Waited<EventPage, NearestEvent>> {
    const log = this.#log;
    const { match, min, max = Number.POSITIVE_INFINITY, since, until } = query;
    if (min > max) throw invalidField('count', 'min is above max, so that no number of events is enough');
    if (min > log.limit) throw invalidField('count.min', `only ${log.limit} events are kept`);
    const matcher = eventMatcher(match, this.#types(), 'match.');
    const isMeant = this.#testMeant(matcher, until);
    const before = [...log.listOldestFirst(since)].filter(isMeant);
    const waiter: EventWaiter = new Waiter(query, {
      matches: isMeant,
      page: (events) => log.page(events),
      nearest: () => nearestOf(this.#listLatest(since), matcher),
    });
    const waiters = until === 'delivered' ? this.#delivered : this.#emitted;
    waiters.add(waiter);
    const waiting = waiter.wait(before, aborted).finally(() => waiters.delete(waiter));
    if (this.#isStopped) waiter.end('stopped');
    return waiting;
  }

  follow({ match, isBack = false, ...given }: FollowQuery, listener: Listener<FollowedEvent>): Followed {
    const log = this.#log;
    const { matches } = eventMatcher(match, this.#types());
    const isAnew = isBack && (given.since ?? 0) > log.last;
    const since = isAnew ? 0 : Math.min(given.since ?? log.last, log.last);
    const before = [...log.listOldestFirst(since)];
    const first = log.last - before.length + 1;
    const stop = this.#followers.add(
      ([event]) => matches(event),
      {
        take: ([event, place]) => listener.take({ event: event.render(), cursor: String(place) }),
        ended: listener.ended,
      },
      before.map((event, index): Placed => [event, first + index]),
    );
    return { cursor: String(since), stop };
  }

  /** Hands an event over that has just joined the log. */
  takeEmitted(event: RecordedEvent): void {
    for (const waiter of this.#emitted) waiter.take(event);
    if (this.#followers.size > 0) this.#followers.take([event, this.#log.last]);
  }

  /** Looks at an event anew, since a delivery of it is over. */
  takeDelivered(id: string): void {
    if (this.#delivered.size === 0) return;
    const event = this.#log.find(id);
    if (event) for (const waiter of this.#delivered) waiter.take(event);
  }

  /** Ends every wait, since the world was reset or the mock is being stopped, and then also those that still come. */
  endWaits(why: 'reset' | 'stopped'): void {
    if (why === 'stopped') this.#isStopped = true;
    for (const waiter of [...this.#emitted, ...this.#delivered]) waiter.end(why);
  }

  /** Ends every wait and everything that follows: the world has ended. */
  close(): void {
    this.endWaits('reset');
    this.#followers.end(true);
  }

  /** Ends everything that follows: it goes on elsewhere. */
  leaveFollowers(): void {
    this.#followers.end(false);
  }

  /** True for events that match and, if that is asked for, have arrived; each is counted once. */
  #testMeant({ matches }: EventMatcher, until: EventWait['until']): (event: RecordedEvent) => boolean {
    if (until === 'emitted') return matches;
    const counted = new Set<RecordedEvent>();
    return (event) => {
      if (counted.has(event) || !this.#isDelivered(event.id) || !matches(event)) return false;
      counted.add(event);
      return true;
    };
  }

  *#listLatest(since: number | undefined): Iterable<WorldEvent> {
    let left = MAX_LOOKED_AT;
    for (const event of this.#log.listNewestFirst(since)) {
      if (left === 0) return;
      left -= 1;
      yield event.render();
    }
  }
}
