import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import type { EventDraft } from '../../kernel/events.ts';
import type { CallEvents, EventRecorder } from '../../kernel/hooks.ts';
import type { Store, Tx } from '../../kernel/rows.ts';
import type { EventToEmit, WorldEvent } from '../contract/nouns.ts';
import type { Outbox, PendingDelivery } from '../plane/outbox.ts';
import type { EventLog } from './event-log.ts';
import { forgetNumbers, takeNumbers } from './event-numbers.ts';
import type { EventReaders } from './event-readers.ts';
import type { PendingDeliveries } from './pending-deliveries.ts';
import { type EventCause, type EventWorld, RecordedEvent } from './recorded-event.ts';

/** What the events of a world are recorded with, and who gets them. */
export interface WorldRecorderDeps {
  readonly world: EventWorld;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly readers: EventReaders;
  readonly pending: PendingDeliveries;
  readonly outbox: Outbox;
  /** True where what an earlier run has stored is delivered. */
  readonly takesOver: boolean;
}

/** The form of a `traceparent`: another text is not passed on. */
const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const NO_DELIVERIES: readonly PendingDelivery[] = [];

/** Records the events of one world, the last of them, and what is to be delivered (behaviour E1 to E7, E11, E13). */
export class WorldRecorder implements EventRecorder {
  readonly #deps: WorldRecorderDeps;

  /** Hands to the outbox what an earlier run has stored and not delivered, where that is asked for. */
  constructor(deps: WorldRecorderDeps) {
    this.#deps = deps;
    const stored = deps.takesOver ? deps.pending.list() : [];
    if (stored.length > 0) deps.outbox.add(stored);
  }

  begin(caller: Caller, traceparent: string | undefined, call = 0): CallEvents {
    // Most calls emit one event, which is delivered to nobody: nothing is made for more before there is more.
    let own: EventDraft | undefined;
    let others: EventDraft[] | undefined;
    let recorded: RecordedEvent[] = [];
    let deliveries = NO_DELIVERIES;
    return {
      restart: () => {
        own = undefined;
        others = undefined;
        recorded = [];
        deliveries = NO_DELIVERIES;
      },
      emit: (draft) => {
        if (own && others) others.push(own);
        else if (own) others = [own];
        own = draft;
      },
      store: (tx, nowMillis) => {
        if (!own) return;
        const trace = traceparent !== undefined && TRACE.test(traceparent) ? traceparent : undefined;
        const cause = { timeMillis: nowMillis, caller, traceparent: trace, call };
        // The operation's own event, which comes last, is the first of the call.
        const from = takeNumbers(tx, 1 + (others?.length ?? 0));
        const [event, pending] = this.#store(own, cause, tx, from);
        recorded = [event];
        deliveries = pending;
        for (const [at, draft] of others?.entries() ?? []) {
          const [other, more] = this.#store(draft, cause, tx, from + 1 + at);
          recorded.push(other);
          deliveries = [...deliveries, ...more];
        }
      },
      stored: () => this.#publish(recorded, deliveries),
    };
  }

  /** Records an event that no call has emitted. */
  async record(draft: EventDraft, actor: EventToEmit['actor']): Promise<WorldEvent> {
    const { store, clock } = this.#deps;
    const cause = { timeMillis: clock.now(), actor };
    const [event, deliveries] = await store.write((tx) => this.#store(draft, cause, tx, takeNumbers(tx, 1)));
    await this.#publish([event], deliveries);
    return event.render();
  }

  /** Hides all events, drops what is stored to be delivered, and numbers events anew: the world begins again. */
  async reset(): Promise<void> {
    const { log, readers, store, pending } = this.#deps;
    log.hide();
    readers.endWaits();
    await store.write((tx) => {
      pending.clear(tx);
      forgetNumbers(tx);
    });
  }

  /**
   * Drops what is stored to be delivered, because the rows have been replaced. Events that were recorded stay, and their
   * numbers are not used twice.
   */
  async dropPending(): Promise<void> {
    const { store, pending } = this.#deps;
    await store.write((tx) => pending.clear(tx));
  }

  #store(
    draft: EventDraft,
    cause: EventCause,
    tx: Tx,
    number: number,
  ): readonly [RecordedEvent, readonly PendingDelivery[]] {
    const { world, pending } = this.#deps;
    const event = new RecordedEvent(world, number, draft, cause);
    return [event, pending.store(event, number, tx)];
  }

  #publish(events: readonly RecordedEvent[], deliveries: readonly PendingDelivery[]): Promise<void> | undefined {
    const { log, readers, outbox } = this.#deps;
    for (const event of events) {
      log.add(event);
      readers.takeEmitted(event);
    }
    if (deliveries.length === 0) return undefined;
    outbox.add(deliveries);
    return outbox.waits() ? outbox.settled() : undefined;
  }
}
