import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';
import type { EventDraft } from '../../kernel/events.ts';
import type { CallEvents, EventRecorder } from '../../kernel/hooks.ts';
import type { Collection, Store, Tx } from '../../kernel/rows.ts';
import type { EventPage, EventToEmit, EventType, NearestEvent, WorldEvent } from '../contract/nouns.ts';
import { Followers } from '../plane/followers.ts';
import type { Listener } from '../plane/listener.ts';
import type { Outbox, PendingDelivery } from '../plane/outbox.ts';
import { type Waited, Waiter } from '../plane/waiter.ts';
import type { EventControl, EventQuery, EventWait, FollowedEvent } from './event-control.ts';
import { EventLog } from './event-log.ts';
import { type EventMatcher, eventMatcher, nearestOf } from './event-match.ts';
import { type SampleParts, sampleOf, wantedDraft, withOverrides } from './event-sample.ts';
import type { EventTypes, KnownType } from './event-types.ts';
import {
  firstNumber,
  forgetDeliveries,
  forgetDelivery,
  forgetNumbers,
  type SubscriptionRow,
  storeDeliveries,
  storedDeliveries,
  takeNumber,
} from './pending-deliveries.ts';
import { type EventCause, type EventWorld, RecordedEvent } from './recorded-event.ts';

/** What the events of a world are recorded with. */
export interface WorldEventsParts extends SampleParts {
  readonly world: EventWorld;
  readonly store: Store;
  readonly clock: Clock;
  readonly subscriptions: Collection<SubscriptionRow>;
  /** The published types; a function, since they are read only where somebody asks for them. */
  readonly types: () => EventTypes;
  /** How many events are kept. */
  readonly limit: number;
}

const DEFAULT_LIMIT = 100;
/** How many events are looked at for what nearly matches. */
const MAX_LOOKED_AT = 500;

/** The form of a `traceparent`: another text is not passed on. */
const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const NO_DELIVERIES: readonly PendingDelivery[] = [];
const NO_EVENTS: readonly RecordedEvent[] = [];

/** An event with its place in the log. */
type Placed = readonly [event: RecordedEvent, place: number];

type EventWaiter = Waiter<RecordedEvent, EventPage, NearestEvent>;

/** Records the events of one world, the last of them, and what is to be delivered (behaviour E1 to E7, E11, E13 to E19). */
export class WorldEvents implements EventRecorder, EventControl {
  readonly #parts: WorldEventsParts;
  readonly #log: EventLog;
  readonly #emitted = new Set<EventWaiter>();
  readonly #delivered = new Set<EventWaiter>();
  readonly #followers = new Followers<Placed>();
  #number: number;
  #outbox: Outbox | undefined;
  #isDelivered: (eventId: string) => boolean = () => false;

  constructor(parts: WorldEventsParts) {
    this.#parts = parts;
    this.#log = new EventLog(parts.limit);
    this.#number = firstNumber(parts.store.rows);
  }

  /** Hands over what is to be delivered from now on, and first what is stored and was not delivered by an earlier run. */
  deliverTo(outbox: Outbox, isDelivered: (eventId: string) => boolean): void {
    this.#outbox = outbox;
    this.#isDelivered = isDelivered;
    const stored = storedDeliveries(this.#parts.store.rows);
    if (stored.length > 0) outbox.add(stored);
  }

  begin(caller: Caller, traceparent: string | undefined): CallEvents {
    // Most calls emit one event, which is delivered to nobody: nothing is made for more before there is more.
    let own: EventDraft | undefined;
    let others: EventDraft[] | undefined;
    let recorded = NO_EVENTS;
    let deliveries = NO_DELIVERIES;
    return {
      emit: (draft) => {
        if (own && others) others.push(own);
        else if (own) others = [own];
        own = draft;
      },
      store: (tx, nowMillis) => {
        if (!own) return;
        const trace = traceparent !== undefined && TRACE.test(traceparent) ? traceparent : undefined;
        const cause = { timeMillis: nowMillis, caller, traceparent: trace };
        // The operation's own event, which comes last, is the first of the call.
        const stored = [own, ...(others ?? [])].map((draft) => this.#store(draft, cause, tx));
        recorded = stored.map(([event]) => event);
        deliveries = stored.flatMap(([, pending]) => pending);
      },
      stored: () => this.#publish(recorded, deliveries),
    };
  }

  list({ match, since, limit = DEFAULT_LIMIT }: EventQuery): EventPage {
    const { matches } = eventMatcher(match, this.#parts.types());
    const found: RecordedEvent[] = [];
    for (const event of this.#log.newest(since)) {
      if (found.length >= limit) break;
      if (matches(event)) found.push(event);
    }
    return this.#page(found);
  }

  follow({ match, since }: Pick<EventQuery, 'match' | 'since'>, listener: Listener<FollowedEvent>): () => void {
    const { matches } = eventMatcher(match, this.#parts.types());
    const before = since === undefined ? [] : [...this.#log.oldest(since)];
    const first = this.#log.last - before.length + 1;
    return this.#followers.add(
      ([event]) => matches(event),
      {
        take: ([event, place]) => listener.take({ event: event.render(), cursor: String(place) }),
        ended: () => listener.ended(),
      },
      before.map((event, index): Placed => [event, first + index]),
    );
  }

  show(id: string): WorldEvent {
    const found = this.#log.find(id);
    if (found) return found.render();
    const kept = `; the last ${this.#log.limit} are kept`;
    throw new ApiError('NOT_FOUND', `Not found: there is no event ${JSON.stringify(id.slice(0, 64))}${kept}`, {
      reason: 'MOCK_EVENT_NOT_FOUND',
    });
  }

  types(): readonly EventType[] {
    return this.#parts.types().shown();
  }

  emit(wanted: EventToEmit): Promise<WorldEvent> {
    const known = this.#typeNamed(wanted.type, 'type');
    return this.#emit(wantedDraft(known, wanted, this.#parts), wanted.actor);
  }

  async trigger(preset: string, overrides: Readonly<Record<string, unknown>>): Promise<WorldEvent> {
    const known = this.#typeNamed(preset, 'preset');
    const { store, clock } = this.#parts;
    const sample = sampleOf(known, this.#parts, store.rows, clock.now());
    const { actor, ...wanted } = withOverrides(sample, overrides);
    return this.#emit(wantedDraft(known, wanted, this.#parts, 'overrides.'), actor);
  }

  await(query: EventWait, aborted: AbortSignal): Promise<Waited<EventPage, NearestEvent>> {
    const { match, min, max = Number.POSITIVE_INFINITY, since, until } = query;
    if (min > max) throw invalidField('count', 'min is above max, so that no number of events is enough');
    if (min > this.#log.limit) throw invalidField('count.min', `only ${this.#log.limit} events are kept`);
    const matcher = eventMatcher(match, this.#parts.types(), 'match.');
    const isMeant = this.#meant(matcher, until);
    const before = [...this.#log.oldest(since)].filter(isMeant);
    const waiter: EventWaiter = new Waiter(query, {
      matches: isMeant,
      page: (events) => this.#page(events),
      nearest: () => nearestOf(this.#latest(since), matcher),
    });
    const waiters = until === 'delivered' ? this.#delivered : this.#emitted;
    waiters.add(waiter);
    return waiter.wait(before, aborted).finally(() => void waiters.delete(waiter));
  }

  /** Forgets a delivery that has ended, whatever came of it. Resolves once that is stored. */
  async done(deliveryId: string): Promise<void> {
    const delivery = await this.#parts.store.write((tx) => forgetDelivery(tx, deliveryId));
    if (!delivery || this.#delivered.size === 0) return;
    const event = this.#log.find(delivery.event.id);
    if (event) for (const waiter of this.#delivered) waiter.take(event);
  }

  /** Drops all events and what is stored to be delivered, and numbers events anew: the world begins again. */
  async reset(): Promise<void> {
    this.#log.clear();
    this.#endWaits();
    this.#number = 0;
    await this.#parts.store.write((tx) => {
      forgetDeliveries(tx);
      forgetNumbers(tx);
    });
  }

  /** Drops what is stored to be delivered, because the rows have been replaced. Events that were recorded stay. */
  async restored(): Promise<void> {
    await this.#parts.store.write((tx) => {
      forgetDeliveries(tx);
      // Their numbers are not used twice, also after a restart.
      if (this.#number > 0) takeNumber(tx, this.#number);
    });
  }

  /** Ends every wait and everything that follows: the world has ended. */
  close(): void {
    this.#endWaits();
    this.#followers.end();
  }

  #store(draft: EventDraft, cause: EventCause, tx: Tx): readonly [RecordedEvent, readonly PendingDelivery[]] {
    const number = this.#number;
    this.#number += 1;
    takeNumber(tx, number);
    const event = new RecordedEvent(this.#parts.world, number, draft, cause);
    return [event, storeDeliveries(event, number, this.#parts.subscriptions, tx)];
  }

  #publish(events: readonly RecordedEvent[], deliveries: readonly PendingDelivery[]): Promise<void> | undefined {
    for (const event of events) {
      this.#log.add(event);
      for (const waiter of this.#emitted) waiter.take(event);
      if (this.#followers.size > 0) this.#followers.take([event, this.#log.last]);
    }
    const outbox = this.#outbox;
    if (deliveries.length === 0 || !outbox) return undefined;
    outbox.add(deliveries);
    return outbox.waits?.() ? outbox.settled() : undefined;
  }

  async #emit(draft: EventDraft, actor: EventToEmit['actor']): Promise<WorldEvent> {
    const { store, clock } = this.#parts;
    const cause = { timeMillis: clock.now(), actor };
    const [event, deliveries] = await store.write((tx) => this.#store(draft, cause, tx));
    await this.#publish([event], deliveries);
    return event.render();
  }

  #typeNamed(name: string, field: string): KnownType {
    const known = this.#parts.types().named(name);
    if ('reason' in known) throw invalidField(field, known.reason);
    return known;
  }

  /** True for events that match and, where that is asked for, have arrived; each is counted once. */
  #meant({ matches }: EventMatcher, until: EventWait['until']): (event: RecordedEvent) => boolean {
    if (until === 'emitted') return matches;
    const counted = new Set<RecordedEvent>();
    return (event) => {
      if (counted.has(event) || !this.#isDelivered(event.id) || !matches(event)) return false;
      counted.add(event);
      return true;
    };
  }

  #endWaits(): void {
    for (const waiter of [...this.#emitted, ...this.#delivered]) waiter.end('reset');
  }

  *#latest(since: number | undefined): Iterable<WorldEvent> {
    let left = MAX_LOOKED_AT;
    for (const event of this.#log.newest(since)) {
      if (left === 0) return;
      left -= 1;
      yield event.render();
    }
  }

  #page(events: readonly RecordedEvent[]): EventPage {
    return {
      events: events.map((event) => event.render()),
      cursor: String(this.#log.last),
      dropped: this.#log.dropped,
    };
  }
}
