import { makeAtFirstUse } from '../schema/at-first-use.ts';
import type { FieldType } from '../schema/field-types.ts';
import type { ListRule, Resource } from './resource.ts';
import { fieldOf, type Row, type SortKey, type SortValue } from './rows.ts';

/** The legacy names that a field may be sorted by, besides its JSON and proto names (behaviour L18). */
const LEGACY: Readonly<Record<string, readonly string[]>> = {
  uid: ['id'],
  createTime: ['created_at', 'createdAt'],
  updateTime: ['updated_at', 'updatedAt', 'last_updated'],
  lastSeenTime: ['last_seen'],
};

const TERM = /^\s*([A-Za-z_]\w*)(?:\s+(asc|desc))?\s*$/i;

/** A normalised order: two spellings of one order have the same text. */
export interface Order {
  readonly text: string;
  readonly keys: readonly SortKey[];
}

/** Compares by code point, as the published service sorts (behaviour L19). */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one === other) continue;
    // Surrogates encode code points above every other UTF-16 unit.
    const oneHigh = one >= 0xd800 && one <= 0xdfff;
    const otherHigh = other >= 0xd800 && other <= 0xdfff;
    return oneHigh === otherHigh ? one - other : oneHigh ? 1 : -1;
  }
  return a.length - b.length;
};

/** Compares values, texts by `ofTexts`. An absent value comes first. */
const comparer =
  (ofTexts: (a: string, b: string) => number): SortKey['compare'] =>
  (a, b) => {
    if (typeof a === 'string' && typeof b === 'string') return ofTexts(a, b);
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
    return Number(a) - Number(b);
  };

const fieldValue = (type: FieldType | undefined, name: string): ((row: Row) => SortValue) => {
  if (type?.kind === 'enum') {
    const values = type.enum?.values ?? {};
    return (row) => values[String(fieldOf(row, name))] ?? 0;
  }
  if (type?.kind === 'int64') return (row) => Number(fieldOf(row, name) ?? 0);
  return (row) => fieldOf(row, name) as SortValue;
};

/**
 * The keys that decide something: a field that was named before decides nothing, nor does any behind the uid, which no
 * two rows share. The ascending uid decides without being named: rows are stored in its order (behaviour L16, L19).
 */
const decidingOf = (keys: readonly SortKey[]): readonly SortKey[] => {
  const first = keys.filter(({ name }, at) => keys.findIndex((key) => key.name === name) === at);
  const uid = first.findIndex(({ name }) => name === 'uid');
  return uid < 0 ? first : first.slice(0, first[uid]?.descending ? uid + 1 : uid);
};

/** Every spelling that may be sorted by, with the name of its field. */
export const spellingsOf = (resource: Resource, list: ListRule): ReadonlyMap<string, string> => {
  const spellings = new Map<string, string>();
  for (const name of list.sortable) {
    const proto = resource.message.fields.get(name)?.proto ?? name;
    for (const spelling of [name, proto, ...(LEGACY[name] ?? [])]) spellings.set(spelling, name);
  }
  return spellings;
};

/** Makes a reader of `order_by` for one List, which returns an Order or an error message (behaviour L16, L17). */
export const orderReader = (resource: Resource, list: ListRule): ((text: string) => Order | string) => {
  const spellings = makeAtFirstUse(() => spellingsOf(resource, list));
  const known = new Map<string, Order>();
  return (given) => {
    const text = given.trim() === '' ? list.order : given;
    const before = known.get(text);
    if (before) return before;
    const keys: SortKey[] = [];
    for (const term of text.split(',')) {
      const match = TERM.exec(term);
      const name = spellings().get(match?.[1] ?? '');
      if (!match || name === undefined)
        return `unsupported order_by field ${JSON.stringify(match?.[1] ?? term.trim())}`;
      keys.push({
        name,
        descending: match[2]?.toLowerCase() === 'desc',
        sortValue: list.sortValue?.[name] ?? fieldValue(resource.message.fields.get(name)?.type, name),
        compare: comparer(list.compare?.[name] ?? compareText),
      });
    }
    const deciding = decidingOf(keys);
    const order: Order = {
      text: deciding.map(({ name, descending }) => (descending ? `${name} desc` : name)).join() || 'uid',
      keys: deciding,
    };
    if (known.size < 1_000) known.set(text, order);
    return order;
  };
};
