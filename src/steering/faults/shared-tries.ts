import type { ActedFault } from '../../kernel/hooks.ts';
import type { Row } from '../../kernel/rows.ts';
import type { Notes } from '../../store/notes.ts';
import type { FaultRecord, JournalChange } from '../contract/nouns.ts';
import { MAX_CALLS_OF_RULE } from './armed-rule.ts';
import type { TryOfCall } from './attempts.ts';

/** What processes that share a world tell each other of a call that rules may have acted on. */
export interface ToldCall extends TryOfCall {
  /** The rows that it has shown its caller, where a rule needs them. */
  readonly shown: readonly Row[];
  /** What rules have changed themselves, each by its name. */
  readonly changes: readonly (readonly [rule: string, changes: readonly JournalChange[]])[];
}

/** Callbacks for what is told. */
interface SharedTriesParts {
  readonly notes: Notes;
  /** Called when other rules are there, in the place of all. */
  readonly begun: () => void;
  /** Called when one rule was deleted. */
  readonly deleted: (rule: string) => void;
  /** Called with each call of another process, or from before this one has read the world. */
  readonly told: (call: ToldCall) => void;
}

const TRIED = 'tried call';
const BEGUN = 'fault rules';
const DELETED = 'fault rule deleted';

/** The tries of calls, and what rules have done on them, in a world that several processes share (behaviour 31.8). */
export class SharedTries {
  readonly #notes: Notes;
  /** What each rule has done, by its name. */
  readonly #records = new Map<string, { readonly calls: string[]; readonly changes: JournalChange[] }>();

  constructor({ notes, begun, deleted, told }: SharedTriesParts) {
    this.#notes = notes;
    notes.on(BEGUN, () => {
      this.#records.clear();
      begun();
    });
    notes.on(DELETED, ({ text }) => deleted(text));
    notes.on(TRIED, ({ text, own }) => {
      const call: ToldCall = JSON.parse(text);
      for (const [rule, changes] of call.changes) this.#recordOf(rule).changes.push(...changes);
      if (own === undefined) told(call);
    });
  }

  /** Learns what others have told. @throws ApiError UNAVAILABLE */
  catchUp(): Promise<void> {
    return this.#notes.catchUp();
  }

  /** Learns what others tell, as it comes, until the function that it returns is called. */
  watch(): () => void {
    return this.#notes.watch();
  }

  /** Tells of a call that has ended; it is stored before the call is. Where that fails, nobody learns of it. */
  tell(call: ToldCall): void {
    this.#notes.add({ kind: TRIED, text: JSON.stringify(call), own: true }).catch(() => undefined);
  }

  /** Has the tries counted anew, at all. @throws ApiError UNAVAILABLE */
  beginAnew(): Promise<void> {
    return this.#notes.announce(BEGUN);
  }

  /** Tells that a rule was deleted. @throws ApiError UNAVAILABLE */
  tellDeleted(rule: string): Promise<void> {
    return this.#notes.announce(DELETED, rule);
  }

  /** Notes on which calls rules have acted: it is called with each call of any process, once it has its id. */
  note({ id, faults = [] }: { readonly id: number; readonly faults: readonly ActedFault[] | undefined }): void {
    for (const name of new Set(faults.map(({ rule }) => rule))) {
      const { calls } = this.#recordOf(name);
      calls.push(String(id));
      if (calls.length > MAX_CALLS_OF_RULE) calls.shift();
    }
  }

  /** What a rule has done at any process. */
  recordOf(rule: string): Pick<FaultRecord, 'calls' | 'changes'> {
    return this.#recordOf(rule);
  }

  #recordOf(rule: string): { readonly calls: string[]; readonly changes: JournalChange[] } {
    const known = this.#records.get(rule) ?? { calls: [], changes: [] };
    this.#records.set(rule, known);
    return known;
  }
}
