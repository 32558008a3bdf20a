import { mapTexts } from '../json.ts';
import { fieldOf, type Row } from '../kernel/rows.ts';
import type { Naming } from './naming.ts';
import { UID_IN_TEXT, withoutMoments } from './neutral-text.ts';
import { kinds, type Place, type Places, type TouchedRow } from './row-place.ts';

/** A row as it is compared between runs: without uids, times and secrets. */
export interface RowForm {
  readonly kind: string;
  readonly uid: string;
  /** Its name in this run. */
  readonly name: string;
  /** Its fields as JSON, with the names of a row in place of its uid. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The rows of one kind and name: those that a world began with, and those that it has. */
export interface Slot {
  readonly before: readonly RowForm[];
  readonly after: readonly RowForm[];
}

/** The rows that a run has touched, by kind and by the names from the root down. */
export type StateTable = ReadonlyMap<string, Slot>;

/** The text by which the rows of one kind and name are found. */
export const slotKey = (kind: string, path: readonly string[]): string => JSON.stringify([kind, ...path]);

/** Fields that are compared by the place of a row, or that follow from others. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['uid', 'name', 'etag']);

/** Renders the rows of one state of a world so that they can be compared with other runs. */
export class RowForms {
  readonly #places: Places;
  readonly #naming: Naming;

  constructor(places: Places, naming: Naming) {
    this.#places = places;
    this.#naming = naming;
  }

  /** The names from the root to a row; undefined for one that cannot be compared. */
  pathOf(kind: string, row: Row): readonly string[] | undefined {
    return this.#naming.path(this.#places.of(kind, row));
  }

  form(kind: string, row: Row): RowForm {
    const all = kinds.get(kind)?.message.fields.values() ?? [];
    const fields = [...all].flatMap(({ name, secret, type }) => {
      const value = fieldOf(row, name);
      // Times are not compared: the API sets them by the clock.
      const isCompared = !NOT_COMPARED.has(name) && !secret && type.kind !== 'timestamp' && value !== undefined;
      return isCompared ? [[name, JSON.stringify(this.#neutralValue(value))] as const] : [];
    });
    return {
      kind,
      uid: row.uid,
      name: this.#places.of(kind, row).at(-1)?.name ?? '',
      fields: Object.fromEntries(fields),
    };
  }

  #neutralValue(value: unknown): unknown {
    return mapTexts(
      value,
      (text) => withoutMoments(this.#neutral(text)),
      (name) => this.#neutral(name),
    );
  }

  /** A text with the names of rows in the place of their uids. */
  #neutral(text: string): string {
    if (text.length < 40) return text;
    return text.replaceAll(UID_IN_TEXT, (uid) => {
      const place: Place | undefined = this.#places.at(uid);
      return `<${(place && this.#naming.path(place))?.join('/') ?? 'uid'}>`;
    });
  }
}

/** The rows that a run has touched, as a table. */
export const stateTable = (touched: readonly TouchedRow[], before: RowForms, after: RowForms): StateTable => {
  const table = new Map<string, { before: RowForm[]; after: RowForm[] }>();
  const add = (side: 'before' | 'after', forms: RowForms, kind: string, row: Row | undefined): void => {
    const path = row && forms.pathOf(kind, row);
    if (!row || !path) return;
    const key = slotKey(kind, path);
    const slot = table.get(key) ?? { before: [], after: [] };
    table.set(key, slot);
    slot[side].push(forms.form(kind, row));
  };
  for (const { kind, before: was, after: is } of touched) {
    add('before', before, kind, was);
    add('after', after, kind, is);
  }
  return table;
};

/** A form as text, without the fields that are noise. */
export const formText = ({ fields }: RowForm, noise: ReadonlySet<string> | undefined): string =>
  JSON.stringify(Object.entries(fields).filter(([name]) => !noise?.has(name)));
