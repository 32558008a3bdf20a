import type { WorldEvent } from '../../../generated/nouns.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import type { EventDraft } from '../../kernel/events.ts';
import type { CallEvents, EventfulCall, EventRecorder } from '../../kernel/hooks.ts';
import { type Row, type Store, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { ONLY } from '../../plane/setting.ts';
import type { EventLog, EventReaders } from './event-log.ts';
import {
  clearDeliveries,
  listStoredDeliveries,
  type PendingDelivery,
  releaseDelivery,
  type Subscribed,
  storeDeliveries,
} from './pending-deliveries.ts';
import { type EventCause, type EventWorld, RecordedEvent } from './recorded-event.ts';

/** The number of the next event. */
const numbers = tallyCollection<Row & { readonly next: number }>('eventNumbers');

/** The dependencies of recording the events of a world, and their readers. */
export interface WorldRecorderDeps extends Subscribed {
  readonly world: EventWorld;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly readers: EventReaders;
  /**
   * Takes over deliveries whose event is stored; called once for each, in the order of the events. If calls wait for
   * deliveries, it returns a promise that resolves when these were tried once.
   */
  readonly deliver: (deliveries: readonly PendingDelivery[]) => Promise<void> | undefined;
}

/** The form of a `traceparent`; any other text is not passed on. */
const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Events whose write may not be stored yet, and their deliveries. */
interface Recorded {
  readonly events: readonly RecordedEvent[];
  readonly deliveries: readonly PendingDelivery[];
}

/** Makes events of drafts within a write, and stores their deliveries. */
const recordIn = (tx: Tx, drafts: readonly EventDraft[], cause: EventCause, deps: WorldRecorderDeps): Recorded => {
  const { next = 0 } = tx.get(numbers, ONLY) ?? {};
  tx.put(numbers, { uid: ONLY, next: next + drafts.length });
  const deliveries: PendingDelivery[] = [];
  const events = drafts.map((draft, nth) => {
    const event = new RecordedEvent(deps.world, next + nth, draft, cause);
    storeDeliveries(event, next + nth, tx, deps, deliveries);
    return event;
  });
  return { events, deliveries };
};

/** Adds stored events to the log, tells its readers, and hands their deliveries over. */
const publish = (
  { events, deliveries }: Recorded,
  { log, readers, deliver }: WorldRecorderDeps,
): Promise<void> | undefined => {
  for (const event of events) {
    log.add(event);
    readers.takeEmitted(event);
  }
  return deliveries.length === 0 ? undefined : deliver(deliveries);
};

/** Records the events of one world and their deliveries (behaviour E1 to E7, E11, E13). */
export class WorldRecorder implements EventRecorder {
  readonly #deps: WorldRecorderDeps;

  constructor(deps: WorldRecorderDeps) {
    this.#deps = deps;
  }

  /** Hands over the deliveries that an earlier run has stored and not made. */
  resume(): void {
    const { store, deliver } = this.#deps;
    const stored = listStoredDeliveries(store.rows);
    if (stored.length > 0) deliver(stored);
  }

  begin(caller: Caller, { traceparent: given = '', call = 0, url }: EventfulCall): CallEvents {
    const traceparent = TRACE.test(given) ? given : undefined;
    const drafts: EventDraft[] = [];
    let recorded: Recorded = { events: [], deliveries: [] };
    return {
      emit: (draft) => void drafts.push(draft),
      store: (tx, timeMillis) => {
        // The operation's own event, which comes last, is the first of the call.
        const own = drafts.pop();
        const cause = { timeMillis, caller, traceparent, call, url };
        if (own) recorded = recordIn(tx, [own, ...drafts], cause, this.#deps);
      },
      stored: () => publish(recorded, this.#deps),
    };
  }

  /** Records an event that no call has emitted. */
  async record(draft: EventDraft, by: Pick<EventCause, 'actor' | 'url'> = {}): Promise<WorldEvent> {
    const { store, clock } = this.#deps;
    const cause = { timeMillis: clock.now(), ...by };
    const recorded = await store.write((tx) => recordIn(tx, [draft], cause, this.#deps));
    await publish(recorded, this.#deps);
    return (recorded.events[0] as RecordedEvent).render();
  }

  /** Removes a delivery that is over: delivered, dropped or suppressed. Resolves once that is stored. */
  readonly release = async (id: string): Promise<void> => {
    const { store, readers } = this.#deps;
    const event = await store.write((tx) => releaseDelivery(id, tx));
    if (event !== undefined) readers.takeDelivered(event);
  };

  /** Hides all events, drops the stored deliveries, and numbers events anew: the world begins again. */
  async reset(): Promise<void> {
    const { log, readers, store } = this.#deps;
    log.hide();
    readers.endWaits('reset');
    await store.write((tx) => {
      clearDeliveries(tx);
      tx.remove(numbers, ONLY);
    });
  }

  /**
   * Drops the stored deliveries, because the rows have been replaced. Events that were recorded stay, and their
   * numbers are not used twice.
   */
  async dropPending(): Promise<void> {
    await this.#deps.store.write(clearDeliveries);
  }
}
