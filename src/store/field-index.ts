import { type Entry, fieldOf } from '../kernel/rows.ts';

const NONE: readonly Entry[] = [];

/**
 * Entries by the value of one field, or of a path such as `claimMatch.issuer`. Most values have one entry, which is kept
 * as it is; more are kept in a set.
 */
export class FieldIndex {
  readonly #field: string;
  /** The rest of the path: fields of the message in the field. */
  readonly #within: readonly string[];
  readonly #byValue = new Map<unknown, Entry | Set<Entry>>();

  constructor(field: string, entries: Iterable<Entry>) {
    [this.#field = '', ...this.#within] = field.split('.');
    for (const entry of entries) this.#add(this.#valueIn(entry), entry);
  }

  /** The entries of a value, in the order they came. */
  get(value: unknown): readonly Entry[] {
    const held = this.#byValue.get(value);
    if (held === undefined) return NONE;
    return held instanceof Set ? [...held] : [held];
  }

  /** How many entries a value has. */
  count(value: unknown): number {
    const held = this.#byValue.get(value);
    if (held === undefined) return 0;
    return held instanceof Set ? held.size : 1;
  }

  /** Removes one entry and adds another; either may be missing. */
  swap(before: Entry | undefined, after: Entry | undefined): void {
    const [from, to] = [before && this.#valueIn(before), after && this.#valueIn(after)];
    if (before && after && from === to && this.#byValue.get(from) === before) {
      this.#byValue.set(from, after);
      return;
    }
    if (before) this.#remove(from, before);
    if (after) this.#add(to, after);
  }

  #valueIn({ row }: Entry): unknown {
    let value = fieldOf(row, this.#field);
    for (const name of this.#within) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    return value;
  }

  #add(value: unknown, entry: Entry): void {
    const held = this.#byValue.get(value);
    if (held === undefined) this.#byValue.set(value, entry);
    else if (held instanceof Set) held.add(entry);
    else this.#byValue.set(value, new Set([held, entry]));
  }

  #remove(value: unknown, entry: Entry): void {
    const held = this.#byValue.get(value);
    if (!(held instanceof Set)) {
      if (held === entry) this.#byValue.delete(value);
      return;
    }
    held.delete(entry);
    const [last] = held;
    if (held.size === 1 && last) this.#byValue.set(value, last);
  }
}
