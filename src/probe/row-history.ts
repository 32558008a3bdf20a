import type { Row, Rows } from '../kernel/rows.ts';
import type { Naming } from './naming.ts';
import { formText, RowForms, slotKey } from './row-form.ts';
import type { Places } from './row-place.ts';

/** All states of the rows of one kind and name that runs without a surprise have shown. */
export interface EverSeen {
  /** Each form that one of them has had, as text. */
  readonly forms: Set<string>;
  /** The largest number at the same time. */
  most: number;
  /** True if there was a moment without one. */
  wasMissing: boolean;
}

/** Collects what the rows of a world were at each of its moments, of as many runs as wanted. */
export class RowHistory {
  readonly seen = new Map<string, EverSeen>();
  readonly #naming: Naming;
  readonly #noise: ReadonlyMap<string, ReadonlySet<string>>;
  /** The rows at the moment that was looked at last, each with the key of its slot unless it cannot be compared. */
  #last = new Map<string, { readonly row: Row; readonly name: string; readonly key: string | undefined }>();
  #counts = new Map<string, number>();
  #isFirst = true;

  constructor(naming: Naming, noise: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#naming = naming;
    this.#noise = noise;
  }

  /** Begins with the first moment of a run. */
  begin(): void {
    this.#last = new Map();
    this.#counts = new Map();
    this.#isFirst = true;
  }

  /** Adds the next moment, in which some rows of each kind may have changed. */
  add(places: Places, rows: Rows, uids: ReadonlyMap<string, ReadonlySet<string>>): void {
    const forms = new RowForms(places, this.#naming);
    if (this.#look(forms, rows, uids)) {
      // Another name of a row changes the places of the rows below it, and each text that refers to it.
      this.#counts = new Map();
      this.#last = new Map();
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
        const last = this.#last.get(id);
        const row = rows.get({ name: kind, indexes: [] }, uid);
        if (row === last?.row) continue;
        if (last?.key !== undefined) this.#counts.set(last.key, (this.#counts.get(last.key) ?? 1) - 1);
        this.#last.delete(id);
        if (!row) continue;
        const path = forms.pathOf(kind, row);
        const form = forms.form(kind, row);
        const key = path && slotKey(kind, path);
        if (last && last.name !== form.name) isRenamed = true;
        this.#last.set(id, { row, name: form.name, key });
        if (key === undefined) continue;
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
        this.#seenOf(key).forms.add(formText(form, this.#noise.get(key)));
      }
    }
    return isRenamed;
  }

  #seenOf(key: string): EverSeen {
    const known = this.seen.get(key);
    if (known) return known;
    const seen: EverSeen = { forms: new Set(), most: 0, wasMissing: !this.#isFirst };
    this.seen.set(key, seen);
    return seen;
  }
}
