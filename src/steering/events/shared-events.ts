import type { Note, Notes } from '../../store/notes.ts';
import type { WithCall } from '../plane/with-call.ts';
import { type EventText, type EventWorld, RecordedEvent } from './recorded-event.ts';

/** The dependencies of sharing the events of a world. */
export interface SharedEventsParts {
  readonly notes: Notes;
  readonly world: EventWorld;
  /** Receives each event, of this process or another, in the order of all. */
  readonly taken: (event: RecordedEvent) => void;
  /** Hides the events before. */
  readonly hidden: () => void;
}

const EVENTS = 'events';
const HIDDEN = 'events reset';

/** The events of a world that several processes share: each is taken by all in one order, those of a call with it. */
export class SharedEvents implements WithCall {
  readonly #parts: SharedEventsParts;
  /** The events of calls that go on. */
  readonly #left = new Map<number, readonly RecordedEvent[]>();

  constructor(parts: SharedEventsParts) {
    this.#parts = parts;
    const { notes, hidden } = parts;
    notes.on(EVENTS, ({ text, own, call }: Note) => this.taken(call, own ?? JSON.parse(text), own !== undefined));
    notes.on(HIDDEN, hidden);
  }

  /** Keeps events until their call is stored, or stores those of no call. */
  add(events: readonly RecordedEvent[], call: number): Promise<void> | undefined {
    if (events.length === 0) return undefined;
    if (call >= 0) return this.#parts.notes.add({ kind: EVENTS, text: JSON.stringify(events), own: events });
    this.#left.set(call, events);
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

  take(call: number): readonly RecordedEvent[] | undefined {
    const left = this.#left.get(call);
    this.#left.delete(call);
    return left;
  }

  taken(call: number, left: object, isOwn: boolean): void {
    const { world, taken } = this.#parts;
    const events = isOwn
      ? (left as readonly RecordedEvent[])
      : (left as readonly EventText[]).map((text) => RecordedEvent.read(world, text));
    for (const event of events) {
      event.call = call;
      taken(event);
    }
  }
}
