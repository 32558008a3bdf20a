import type { Note, Notes } from '../../store/notes.ts';
import type { PendingDelivery } from '../plane/outbox.ts';
import type { WithCall } from '../plane/with-call.ts';
import { type EventText, type EventWorld, RecordedEvent } from './recorded-event.ts';

/** The dependencies of sharing the events of a world. */
export interface SharedEventsParts {
  readonly notes: Notes;
  readonly world: EventWorld;
  /** Receives each event, of this process or another, in the order of all. */
  readonly taken: (event: RecordedEvent) => void;
  /** Receives the deliveries of events that are not made, behind these. */
  readonly refused: (deliveries: readonly PendingDelivery[]) => void;
  /** Hides the events before. */
  readonly hidden: () => void;
}

/** A delivery that is not made, as text: its event is beside it. */
interface RefusedText extends Omit<Required<PendingDelivery>, 'event' | 'handedTo'> {
  readonly event: string;
}

/** Events with the deliveries of them that are not made. */
interface Emitted {
  readonly events: readonly RecordedEvent[];
  readonly refused: readonly RefusedText[];
}

/** The same as text: the events alone where there are no such deliveries. */
type EmittedText =
  | readonly EventText[]
  | { readonly events: readonly EventText[]; readonly refused: readonly RefusedText[] };

const emittedOf = (events: readonly RecordedEvent[], deliveries: readonly PendingDelivery[]): Emitted => {
  const refused: RefusedText[] = [];
  for (const { id, event, subscription, refusal } of deliveries) {
    if (refusal !== undefined) refused.push({ id, subscription, refusal, event: event.id });
  }
  return { events, refused };
};

const textOf = (emitted: Emitted): object => (emitted.refused.length === 0 ? emitted.events : emitted);

const EVENTS = 'events';
const HIDDEN = 'events reset';

/** The events of a world that several processes share: each is taken by all in one order, those of a call with it. */
export class SharedEvents implements WithCall {
  readonly #parts: SharedEventsParts;
  /** The events of calls that go on. */
  readonly #left = new Map<number, object>();

  constructor(parts: SharedEventsParts) {
    this.#parts = parts;
    const { notes, hidden } = parts;
    notes.on(EVENTS, ({ text, own, call }: Note) => this.taken(call, own ?? JSON.parse(text), own !== undefined));
    notes.on(HIDDEN, hidden);
  }

  /** Keeps events until their call is stored, or stores those of no call; with their deliveries that are not made. */
  add(
    events: readonly RecordedEvent[],
    deliveries: readonly PendingDelivery[],
    call: number,
  ): Promise<void> | undefined {
    if (events.length === 0) return undefined;
    const own = textOf(emittedOf(events, deliveries));
    if (call >= 0) return this.#parts.notes.add({ kind: EVENTS, text: JSON.stringify(own), own });
    this.#left.set(call, own);
    return undefined;
  }

  /** Takes what was stored before this call. */
  catchUp(): Promise<void> {
    return this.#parts.notes.catchUp();
  }

  /** Hides the events before, in each process. */
  hide(): Promise<void> {
    return this.#parts.notes.announce(HIDDEN);
  }

  take(call: number): object | undefined {
    const left = this.#left.get(call);
    this.#left.delete(call);
    return left;
  }

  taken(call: number, left: object, isOwn: boolean): void {
    const { world, taken, refused } = this.#parts;
    const emitted = left as Emitted | EmittedText | readonly RecordedEvent[];
    const { events: all, refused: not } = 'refused' in emitted ? emitted : { events: emitted, refused: [] };
    const events = isOwn
      ? (all as readonly RecordedEvent[])
      : (all as readonly EventText[]).map((text) => RecordedEvent.read(world, text));
    for (const event of events) {
      event.call = call;
      taken(event);
    }
    if (not.length === 0) return;
    const deliveries: PendingDelivery[] = [];
    for (const { id, event: about, subscription, refusal } of not) {
      const event = events.find((one) => one.id === about)?.render();
      if (event) deliveries.push({ id, event, subscription, refusal });
    }
    refused(deliveries);
  }
}
