import { isDeepStrictEqual } from 'node:util';
import { isObject, textOrNone } from '../json.ts';
import type { Resource } from '../kernel/resource.ts';
import { type Collection, collection, fieldOf, type Row, type Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import type { AnyMessage, FieldType } from '../schema/field-types.ts';
import { fixtureAliases } from './fixture-aliases.ts';
import { type FixtureFormat, fixtureFormat, type Kind } from './fixture-format.ts';
import { EXACT_KEY } from './row-writer.ts';
import { ROWS_KEY, sideCollections } from './stored-rows.ts';
import { itemOf, pairLines } from './yaml-text.ts';

/** Times that are farther away mean "never", and stay as they are: relative to a later now they would leave the calendar. */
const MAX_DISTANCE_MILLIS = 100 * 365 * 86_400_000;

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

const spellingOf = (millis: number): string => {
  let remaining = millis;
  return UNITS.map(([unit, length]) => {
    const count = Math.floor(remaining / length);
    remaining -= count * length;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
};

/** A timestamp as a fixture counts it from a moment, to the millisecond: `now-3d2h`; unchanged if it is none, or far away. */
export const relativeTime = (text: string, nowMillis: number): string => {
  const distance = Math.floor(Date.parse(text)) - nowMillis;
  if (!(Math.abs(distance) <= MAX_DISTANCE_MILLIS)) return text;
  return distance === 0 ? 'now' : `now${distance < 0 ? '-' : '+'}${spellingOf(Math.abs(distance))}`;
};

const relativeValue = (type: FieldType, value: unknown, nowMillis: number): unknown => {
  const { kind, element, message } = type;
  if (kind === 'timestamp' && typeof value === 'string') return relativeTime(value, nowMillis);
  if (kind === 'message' && message && isObject(value)) return relativeTimes(message(), value, nowMillis);
  if (kind === 'repeated' && element && Array.isArray(value)) {
    return value.map((item) => relativeValue(element, item, nowMillis));
  }
  if (kind === 'map' && element && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, relativeValue(element, item, nowMillis)]),
    );
  }
  return value;
};

/** The values of a message, with each of its times counted from a moment. */
const relativeTimes = (
  { fields }: AnyMessage,
  values: Readonly<Record<string, unknown>>,
  nowMillis: number,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? relativeValue(field.type, value, nowMillis) : value];
    }),
  );

/** The dependencies of an export beside the rows. */
export interface ExportContext {
  readonly resources: readonly Resource[];
  /** The collection of bearer tokens by name; a row's uid is the token. */
  readonly tokens: Collection<Row & { readonly identity: string }>;
  /** The description of the fixture, in one line. */
  readonly description: string;
  /** The moment that times are counted from; missing: they are written as they are. */
  readonly relativeToMillis?: number;
}

/** The deepest level of items: a reader of fixtures accepts some fifty. */
const DEEPEST = 40;

const nameOf = (row: Row): string => textOrNone(fieldOf(row, 'name'));

/** Sorts by name and then by uid: the order in which people look for rows. */
const sortByName = (rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((a, b) => {
    const [one, other] = nameOf(a) === nameOf(b) ? [a.uid, b.uid] : [nameOf(a), nameOf(b)];
    return one < other ? -1 : 1;
  });

const keyLine = (key: string, indent: number): string => `${' '.repeat(indent)}${key}:`;

/** The fields of a row, in the order of its message. */
const fieldsOf = ({ fields, resource }: Kind, row: Row): readonly (readonly [string, unknown])[] => {
  const found = [...fields.fields.keys()]
    .map((name) => [name, fieldOf(row, name)] as const)
    .filter(([, value]) => value !== undefined);
  const known = new Set(['uid', ...found.map(([name]) => name)]);
  const other = Object.keys(row).find((name) => !known.has(name) && fieldOf(row, name) !== undefined);
  if (other !== undefined) throw new Error(`a fixture cannot have ${other} of ${resource.type}`);
  return found;
};

/** The fields of a row as a fixture has them, with times counted from a moment if one is given. */
const writtenFields = (
  kind: Kind,
  row: Row,
  nowMillis: number | undefined,
): readonly (readonly [string, unknown])[] => {
  const fields = fieldsOf(kind, row);
  return nowMillis === undefined
    ? fields
    : Object.entries(relativeTimes(kind.fields, Object.fromEntries(fields), nowMillis));
};

/** Writes the rows of one state, each once. */
class Exporter {
  readonly #rows: Rows;
  readonly #context: ExportContext;
  readonly #format: FixtureFormat;
  /** The uids that need not be written any more, by collection. */
  readonly #done = new Map<string, Set<string>>();
  /** An alias of each thing, by its kind and uid. */
  readonly #aliases = new Map<string, string>();

  constructor(rows: Rows, context: ExportContext) {
    this.#rows = rows;
    this.#context = context;
    this.#format = fixtureFormat(context.resources);
    for (const { uid: alias, of, kind } of rows.listWithin(fixtureAliases, TOP)) {
      const key = `${kind} ${of}`;
      if (!this.#aliases.has(key)) this.#aliases.set(key, alias);
    }
  }

  *lines(): Generator<string> {
    yield* pairLines('description', this.#context.description, 0);
    yield* pairLines(EXACT_KEY, true, 0);
    this.#skipBuiltIn();
    for (const kind of this.#format.roots.values()) yield* this.#list(kind, TOP, 0, 0);
    yield* this.#tokens();
    yield* this.#writeOthers();
  }

  #fieldsOf(kind: Kind, row: Row): readonly (readonly [string, unknown])[] {
    return writtenFields(kind, row, this.#context.relativeToMillis);
  }

  #note(of: Collection, uid: string): void {
    const done = this.#done.get(of.name) ?? new Set();
    this.#done.set(of.name, done.add(uid));
  }

  #isDone(of: Collection, uid: string): boolean {
    return this.#done.get(of.name)?.has(uid) ?? false;
  }

  /** Every world has these rows anyway. */
  #skipBuiltIn(): void {
    for (const resource of this.#context.resources) {
      for (const row of resource.builtIn ?? []) {
        if (isDeepStrictEqual(this.#rows.get(resource, row.uid), row)) this.#note(resource, row.uid);
      }
    }
  }

  /** The things of a kind in a place. At the top, outside the tree, a uid may have slashes of its own. */
  #thingsOf({ resource, inTree }: Kind, place: string): readonly Row[] {
    const isAll = place === TOP && !inTree;
    const rows = isAll ? this.#rows.listWithin(resource, TOP) : this.#rows.childrenOf(resource, place);
    return sortByName(rows.filter(({ uid }) => !this.#isDone(resource, uid)));
  }

  *#list(kind: Kind, place: string, indent: number, depth: number): Generator<string> {
    const things = depth > DEEPEST ? [] : this.#thingsOf(kind, place);
    if (things.length > 0) yield keyLine(kind.key, indent);
    for (const row of things) yield* itemOf(this.#item(kind, row, indent + 4, depth), indent + 2);
  }

  *#item(kind: Kind, row: Row, indent: number, depth: number): Generator<string> {
    const { resource, inTree } = kind;
    this.#note(resource, row.uid);
    const alias = this.#aliases.get(`${resource.singular} ${row.uid}`);
    if (alias !== undefined) {
      this.#note(fixtureAliases, alias);
      yield* pairLines('alias', alias, indent);
    }
    // In the tree, the last segment of a uid is enough.
    yield* pairLines('uid', inTree ? row.uid.slice(row.uid.lastIndexOf('/') + 1) : row.uid, indent);
    for (const [name, value] of this.#fieldsOf(kind, row)) yield* pairLines(name, value, indent);
    yield* this.#children(kind, row.uid, indent, depth);
  }

  *#children({ children }: Kind, uid: string, indent: number, depth: number): Generator<string> {
    for (const child of children.values()) {
      if (child.single) yield* this.#writeSingle(child, uid, indent, depth);
      else yield* this.#list(child, uid, indent, depth + 1);
    }
  }

  /** A thing that has the uid of its parent. */
  *#writeSingle(kind: Kind, uid: string, indent: number, depth: number): Generator<string> {
    const { resource, key, marker } = kind;
    const row = this.#rows.get(resource, uid);
    if (!row) return;
    this.#note(resource, uid);
    if (marker) {
      yield* pairLines(key, true, indent);
      return;
    }
    const fields = this.#fieldsOf(kind, row);
    const below = [...this.#children(kind, uid, indent + 2, depth)];
    if (fields.length === 0 && below.length === 0) {
      yield* pairLines(key, {}, indent);
      return;
    }
    yield keyLine(key, indent);
    for (const [name, value] of fields) yield* pairLines(name, value, indent + 2);
    yield* below;
  }

  *#tokens(): Generator<string> {
    const { tokens } = this.#context;
    const identity = this.#format.kinds.get('identity')?.resource;
    const good = this.#rows.listWithin(tokens, TOP).filter((row) => identity && this.#rows.get(identity, row.identity));
    for (const { uid } of good) this.#note(tokens, uid);
    const named = Object.fromEntries(good.map((row) => [row.uid, row.identity]));
    if (good.length > 0) yield* pairLines('tokens', named, 0);
  }

  /** Writes rows without a place in the tree: those that are too deep, and those that the mock stores beside them. */
  *#writeOthers(): Generator<string> {
    let isFirst = true;
    const kinds = new Map([...this.#format.kinds.values()].map((kind) => [kind.resource.name, kind]));
    for (const name of [...sideCollections().keys(), ...kinds.keys()].sort()) {
      const others = this.#rows
        .listWithin(collection(name), TOP)
        .filter(({ uid }) => !this.#isDone(collection(name), uid));
      if (others.length === 0) continue;
      if (isFirst) yield keyLine(ROWS_KEY, 0);
      isFirst = false;
      yield keyLine(name, 2);
      const kind = kinds.get(name);
      for (const row of others) {
        const fields = kind ? this.#fieldsOf(kind, row) : Object.entries(row).filter(([field]) => field !== 'uid');
        const lines = [['uid', row.uid] as const, ...fields].flatMap(([key, value]) => [...pairLines(key, value, 6)]);
        yield* itemOf(lines, 4);
      }
    }
  }
}

/**
 * The lines of a fixture in YAML that loads back to equal rows. Equal rows have equal lines. It has every row but the
 * signing keys that rotations made, and the rows that every world has. If times are counted from a moment, it loads
 * to the same rows at that moment, and later to rows that are as much later.
 */
export const fixtureLines = (rows: Rows, context: ExportContext): Generator<string> =>
  new Exporter(rows, context).lines();
