import type { Row, Rows } from '../kernel/rows.ts';
import type { Naming } from './naming.ts';
import { formText, RowForms, slotKey } from './row-form.ts';
import type { Places } from './row-place.ts';

/** All states of the rows of one kind and name that runs without a surprise have shown. */
export interface EverSeen {
  /** Each form that one of them has had, as text. */
  readonly forms: ReadonlySet<string>;
  /** How many there were at the same time at most. */
  readonly most: number;
  /** True if there was a moment without one. */
  readonly wasMissing: boolean;
}

interface Seen {
  readonly forms: Set<string>;
  most: number;
  wasMissing: boolean;
}

/** A row at the moment that was looked at last. */
interface LastSeenRow {
  readonly row: Row;
  readonly name: string;
  /** The key of its slot; undefined if it cannot be compared. */
  readonly key: string | undefined;
}

/** Collects what the rows of a world were at each of its moments, of as many runs as wanted. */
export class RowHistory {
  readonly seen = new Map<string, Seen>();
  readonly #naming: Naming;
  readonly #noise: ReadonlyMap<string, ReadonlySet<string>>;
  #held = new Map<string, LastSeenRow>();
  #counts = new Map<string, number>();
  #isFirst = true;

  constructor(naming: Naming, noise: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#naming = naming;
    this.#noise = noise;
  }

  /** Begins with the first moment of a run. */
  begin(): void {
    this.#held = new Map();
    this.#counts = new Map();
    this.#isFirst = true;
  }

  /** Adds the next moment, in which some rows of each kind may have changed. */
  add(places: Places, rows: Rows, uids: ReadonlyMap<string, ReadonlySet<string>>): void {
    const forms = new RowForms(places, this.#naming);
    if (this.#look(forms, rows, uids)) {
      // Another name of a row changes the places of the rows below it, and each text that refers to it.
      this.#counts = new Map();
      this.#held = new Map();
      this.#look(forms, rows, uids);
    }
    for (const [key, count] of this.#counts) {
      const seen = this.seen.get(key);
      if (!seen) continue;
      seen.most = Math.max(seen.most, count);
      if (count === 0) seen.wasMissing = true;
    }
    for (const [key, seen] of this.seen) if (!this.#counts.has(key)) seen.wasMissing = true;
    this.#isFirst = false;
  }

  /** Takes the rows that are others than at the moment before; true if one has another name. */
  #look(forms: RowForms, rows: Rows, uids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
    let isRenamed = false;
    for (const [kind, of] of uids) {
      for (const uid of of) {
        const id = `${kind} ${uid}`;
        const held = this.#held.get(id);
        const row = rows.get({ name: kind, indexes: [] }, uid);
        if (row === held?.row) continue;
        if (held?.key !== undefined) this.#counts.set(held.key, (this.#counts.get(held.key) ?? 1) - 1);
        this.#held.delete(id);
        if (!row) continue;
        const path = forms.pathOf(kind, row);
        const form = forms.form(kind, row);
        const key = path && slotKey(kind, path);
        if (held && held.name !== form.name) isRenamed = true;
        this.#held.set(id, { row, name: form.name, key });
        if (key === undefined) continue;
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
        this.#seenOf(key).forms.add(formText(form, this.#noise.get(key)));
      }
    }
    return isRenamed;
  }

  #seenOf(key: string): Seen {
    const known = this.seen.get(key);
    if (known) return known;
    const seen: Seen = { forms: new Set(), most: 0, wasMissing: !this.#isFirst };
    this.seen.set(key, seen);
    return seen;
  }
}
