import { stateMoved } from '../../kernel/early-calls.ts';
import type { ApiError } from '../../kernel/errors.ts';
import type { EarlyCall } from '../../kernel/rows.ts';
import type { Note, SharedRecord } from '../../store/notes.ts';
import type { WithCall } from '../plane/with-call.ts';
import { type EntryTextParts, EntryTexts } from './entry-text.ts';
import type { KeptEntry } from './kept-entry.ts';

/** The dependencies of storing the calls of a world. */
export interface SharedCallsParts extends Omit<EntryTextParts, 'places'>, SharedRecord {
  readonly withCall: WithCall;
  /** Receives each call, of this process or another, with its number, in the order of all. */
  readonly taken: (entry: KeptEntry) => void;
  /** Receives an early call of this process that counts by its note, and one that has to run again. */
  readonly confirmed: (entry: KeptEntry) => void;
  readonly refused: (entry: KeptEntry) => void;
  /** Called when the calls before are to be forgotten, and to be hidden. */
  readonly cleared: () => void;
  readonly hidden: () => void;
}

/** What this process keeps of a call of its own until its turn comes. */
interface OwnCall {
  readonly entry: KeptEntry;
  readonly left: object | undefined;
}

const CALL = 'call';
const CLEARED = 'journal cleared';
const HIDDEN = 'journal reset';
/** Between a call and what belongs to it: JSON has none. */
const BETWEEN = '\n';

/** The calls of a world that several processes share: each is stored when it ends, and taken by all in one order. */
export class SharedCalls {
  readonly #parts: SharedCallsParts;
  readonly #texts: EntryTexts;
  readonly #storing = new Map<KeptEntry, Promise<void>>();
  #open = 0;

  constructor(parts: SharedCallsParts) {
    this.#parts = parts;
    this.#texts = new EntryTexts(parts);
    const { notes, cleared, hidden } = parts;
    notes.on(CALL, (note) => this.#take(note));
    notes.on(CLEARED, cleared);
    notes.on(HIDDEN, hidden);
  }

  /** A number for a call that has begun: below 0, since it gets its own when it ends. */
  takeOpen(): number {
    this.#open -= 1;
    return this.#open;
  }

  /**
   * Stores a call that has ended. Where that fails, it is in no journal: it is answered all the same. One that was begun
   * early is not, where its rows are not found to be those of its moment.
   */
  store(entry: KeptEntry): void {
    const { early } = entry;
    if (early && (early.refusal || !early.isCurrent)) {
      this.#refuse(entry, early, early.refusal ?? stateMoved());
      return;
    }
    const left = this.#parts.withCall.take(entry.id);
    const { text, common } = this.#texts.write(entry);
    const own: OwnCall = { entry, left };
    const whole = left ? `${text}${BETWEEN}${JSON.stringify(left)}` : text;
    const added = this.#parts.notes.add({ kind: CALL, text: whole, common, own, at: early?.state });
    const stored = added.then(
      () => this.#end(entry),
      (error: ApiError) => this.#end(entry, error),
    );
    this.#storing.set(entry, stored);
  }

  /** Notes that a call is stored, or why it is not known to be. */
  #end(entry: KeptEntry, error?: ApiError): void {
    this.#storing.delete(entry);
    const { early } = entry;
    if (!early) return;
    if (error) {
      this.#refuse(entry, early, error);
      return;
    }
    entry.early = undefined;
    this.#parts.confirmed(entry);
  }

  #refuse(entry: KeptEntry, early: EarlyCall, refusal: ApiError): void {
    early.refuse(refusal);
    this.#parts.refused(entry);
  }

  /** Resolves once a call is stored; undefined for one that is. */
  readonly storing = (entry: KeptEntry): Promise<void> | undefined => this.#storing.get(entry);

  clear(): Promise<void> {
    return this.#parts.notes.announce(CLEARED);
  }

  hide(): Promise<void> {
    return this.#parts.notes.announce(HIDDEN);
  }

  #take(note: Note): void {
    const { call, own } = note;
    const { taken, withCall } = this.#parts;
    const read = own ? (own as OwnCall) : this.#read(note);
    read.entry.id = call;
    taken(read.entry);
    if (read.left) withCall.taken(call, read.left, own !== undefined);
  }

  #read({ text, common, call }: Note): OwnCall {
    const [entry = '', left] = text.split(BETWEEN);
    const written = { text: entry, ...(common !== undefined && { common }) };
    return { entry: this.#texts.read(written, call), left: left === undefined ? undefined : JSON.parse(left) };
  }
}
