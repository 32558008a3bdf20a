import type { WorldEvent } from '../../../generated/nouns.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import type { EventDraft } from '../../kernel/events.ts';
import type { CallEvents, EventfulCall, EventRecorder } from '../../kernel/hooks.ts';
import { type Row, type Store, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { ONLY } from '../../plane/setting.ts';
import type { EventLog } from './event-log.ts';
import type { EventReaders } from './event-readers.ts';
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

/** Takes so many numbers of events, and returns the first of them. */
const takeNumbers = (tx: Tx, many: number): number => {
  const { next = 0 } = tx.get(numbers, ONLY) ?? {};
  tx.put(numbers, { uid: ONLY, next: next + many });
  return next;
};

/**
 * Takes over deliveries whose event is stored; called once for each, in the order of the events. If calls wait for
 * deliveries, it returns what resolves when these were tried once.
 */
export type Deliver = (deliveries: readonly PendingDelivery[]) => Promise<void> | undefined;

/** The dependencies of recording the events of a world, and their readers. */
export interface WorldRecorderDeps extends Subscribed {
  readonly world: EventWorld;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly readers: EventReaders;
  readonly deliver: Deliver;
}

/** The form of a `traceparent`: another text is not passed on. */
const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Shows events that are stored to whoever waits for them, and hands over what is to be delivered. */
const publish = (
  { log, readers, deliver }: WorldRecorderDeps,
  events: readonly RecordedEvent[],
  deliveries: readonly PendingDelivery[],
): Promise<void> | undefined => {
  for (const event of events) {
    log.add(event);
    readers.takeEmitted(event);
  }
  return deliveries.length === 0 ? undefined : deliver(deliveries);
};

/** The events of one call. */
class RecordedCall implements CallEvents {
  readonly #deps: WorldRecorderDeps;
  readonly #caller: Caller;
  readonly #traceparent: string | undefined;
  readonly #call: number;
  readonly #url: string;
  readonly #drafts: EventDraft[] = [];
  readonly #recorded: RecordedEvent[] = [];
  readonly #deliveries: PendingDelivery[] = [];

  constructor(deps: WorldRecorderDeps, caller: Caller, { traceparent, call = 0, url }: EventfulCall) {
    this.#deps = deps;
    this.#caller = caller;
    this.#traceparent = traceparent !== undefined && TRACE.test(traceparent) ? traceparent : undefined;
    this.#call = call;
    this.#url = url;
  }

  readonly emit = (draft: EventDraft): void => {
    this.#drafts.push(draft);
  };

  store(tx: Tx, nowMillis: number): void {
    // The operation's own event, which comes last, is the first of the call.
    const own = this.#drafts.pop();
    if (!own) return;
    const drafts = [own, ...this.#drafts];
    const cause = {
      timeMillis: nowMillis,
      caller: this.#caller,
      traceparent: this.#traceparent,
      call: this.#call,
      url: this.#url,
    };
    let number = takeNumbers(tx, drafts.length);
    for (const draft of drafts) {
      const event = new RecordedEvent(this.#deps.world, number, draft, cause);
      this.#recorded.push(event);
      storeDeliveries(event, number, tx, this.#deps, this.#deliveries);
      number += 1;
    }
  }

  stored(): Promise<void> | undefined {
    return publish(this.#deps, this.#recorded, this.#deliveries);
  }
}

/** Records the events of one world, the last of them, and what is to be delivered (behaviour E1 to E7, E11, E13). */
export class WorldRecorder implements EventRecorder {
  readonly #deps: WorldRecorderDeps;

  constructor(deps: WorldRecorderDeps) {
    this.#deps = deps;
  }

  /** Hands over what an earlier run has stored and not delivered. */
  resume(): void {
    const { store, deliver } = this.#deps;
    const stored = listStoredDeliveries(store.rows);
    if (stored.length > 0) deliver(stored);
  }

  begin(caller: Caller, cause: EventfulCall): CallEvents {
    return new RecordedCall(this.#deps, caller, cause);
  }

  /** Records an event that no call has emitted. */
  async record(draft: EventDraft, by: Pick<EventCause, 'actor' | 'url'> = {}): Promise<WorldEvent> {
    const { world, store, clock } = this.#deps;
    const cause = { timeMillis: clock.now(), ...by };
    const [event, deliveries] = await store.write((tx) => {
      const number = takeNumbers(tx, 1);
      const made = new RecordedEvent(world, number, draft, cause);
      const stored: PendingDelivery[] = [];
      storeDeliveries(made, number, tx, this.#deps, stored);
      return [made, stored] as const;
    });
    await publish(this.#deps, [event], deliveries);
    return event.render();
  }

  /** Lets go of a delivery that is over: delivered, dropped or suppressed. Resolves once that is stored. */
  readonly release = async (id: string): Promise<void> => {
    const { store, readers } = this.#deps;
    const event = await store.write((tx) => releaseDelivery(id, tx));
    if (event !== undefined) readers.takeDelivered(event);
  };

  /** Hides all events, drops what is stored to be delivered, and numbers events anew: the world begins again. */
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
   * Drops what is stored to be delivered, because the rows have been replaced. Events that were recorded stay, and their
   * numbers are not used twice.
   */
  async dropPending(): Promise<void> {
    await this.#deps.store.write(clearDeliveries);
  }
}
