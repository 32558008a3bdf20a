import type { ActedFault } from '../../kernel/hooks.ts';
import type { ChangedRow, Row } from '../../kernel/rows.ts';
import type { Notes } from '../../store/notes.ts';
import type { FaultRecord, JournalChange } from '../contract/nouns.ts';
import { MAX_CALLS_OF_RULE } from './armed-rule.ts';
import type { TryOfCall } from './attempts.ts';

/** What a rule has changed itself on a call; `C` is how changes are written. */
type ChangesOfRule<C> = readonly [rule: string, changes: readonly C[]];

/** A call that rules may have acted on, once it has ended; `C` is how changes are written. */
export interface SharedTry<C = JournalChange> extends TryOfCall {
  /** The rows that it has shown its caller, where a rule needs them. */
  readonly shown: readonly Row[];
  readonly changes: readonly ChangesOfRule<C>[];
}

/** The dependencies of sharing tries. */
interface SharedTriesParts {
  readonly notes: Notes;
  /** Shows changes of rows as the journal does. */
  readonly showChanges: (changes: readonly ChangedRow[]) => readonly JournalChange[];
  /** Called when all rules were replaced. */
  readonly begun: () => void;
  /** Called when one rule was deleted. */
  readonly deleted: (rule: string) => void;
  /** Receives each call of another process, or from before this one has read the world. */
  readonly taken: (call: SharedTry) => void;
}

const TRIED = 'tried call';
const BEGUN = 'fault rules';
const DELETED = 'fault rule deleted';

/** The tries of calls, and what rules have done on them, in a world that several processes share (behaviour 31.19). */
export class SharedTries {
  readonly #parts: SharedTriesParts;
  /** What each rule has done, by its name. */
  readonly #records = new Map<string, { readonly calls: string[]; readonly changes: JournalChange[] }>();

  constructor(parts: SharedTriesParts) {
    const { notes, begun, deleted, taken } = parts;
    this.#parts = parts;
    notes.on(BEGUN, () => {
      this.#records.clear();
      begun();
    });
    notes.on(DELETED, ({ text }) => deleted(text));
    notes.on(TRIED, ({ text, own }) => {
      const call: SharedTry = JSON.parse(text);
      for (const [rule, changes] of call.changes) this.#recordOf(rule).changes.push(...changes);
      if (own === undefined) taken(call);
    });
  }

  /** Takes what other processes have stored by now. @throws ApiError UNAVAILABLE */
  catchUp(): Promise<void> {
    return this.#parts.notes.catchUp();
  }

  /** Takes what other processes store, as it comes, until the function that it returns is called. */
  readonly watch = (): (() => void) => this.#parts.notes.watch();

  /** Stores a call, before the journal does; resolves in any case. Where it fails, other processes do not count it. */
  store({ changes, ...call }: SharedTry<ChangedRow>): Promise<void> {
    const { notes, showChanges } = this.#parts;
    const shown = changes.map(([rule, made]): ChangesOfRule<JournalChange> => [rule, showChanges(made)]);
    const text = JSON.stringify({ ...call, changes: shown } satisfies SharedTry);
    return notes.add({ kind: TRIED, text, own: true }).catch(() => undefined);
  }

  /** Begins the counts anew, in every process. @throws ApiError UNAVAILABLE */
  beginAnew(): Promise<void> {
    return this.#parts.notes.announce(BEGUN);
  }

  /** Announces that a rule was deleted, to every process. @throws ApiError UNAVAILABLE */
  announceDeleted(rule: string): Promise<void> {
    return this.#parts.notes.announce(DELETED, rule);
  }

  /** Notes on which calls rules have acted: it is called with each call of any process, once it has its id. */
  note({ id, faults = [] }: { readonly id: number; readonly faults: readonly ActedFault[] | undefined }): void {
    for (const name of new Set(faults.map(({ rule }) => rule))) {
      const { calls } = this.#recordOf(name);
      calls.push(String(id));
      if (calls.length > MAX_CALLS_OF_RULE) calls.shift();
    }
  }

  /** The calls on which a rule has acted in any process, and what it has changed. */
  recordOf(rule: string): Pick<FaultRecord, 'calls' | 'changes'> {
    return this.#recordOf(rule);
  }

  #recordOf(rule: string): { readonly calls: string[]; readonly changes: JournalChange[] } {
    const known = this.#records.get(rule) ?? { calls: [], changes: [] };
    this.#records.set(rule, known);
    return known;
  }
}
