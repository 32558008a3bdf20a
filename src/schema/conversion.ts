import type { AnyMessage, FieldType, NamedField } from './field-types.ts';
import { hasPresence } from './message.ts';
import { isZero } from './scalars.ts';

type Value = Readonly<Record<string, unknown>>;

/** Where a field of the older message lies in the newer one, when names and types alone do not tell. */
export type Counterpart =
  /** Under another name. */
  | string
  /** Nowhere: what it shows is made from elsewhere. */
  | null
  | {
      /** Its name in the newer message; its own unless told otherwise. */
      readonly to?: string;
      /** The same, for the members of a message. */
      readonly inside?: Counterparts;
      /** Values of another type: the older form of a newer value, and back. */
      readonly older?: (newer: unknown) => unknown;
      readonly newer?: (older: unknown) => unknown;
    };

/** By the JSON names of the older message; fields that are not named here have the same name in both. */
export type Counterparts = Readonly<Record<string, Counterpart>>;

/** A message in two versions of an interface, and how the one becomes the other. */
export interface Conversion {
  /** What the older version shows of a newer value; fields that it has no counterpart for are left out. */
  readonly older: (newer: object) => Value;
  /** What an older value means in the newer version. */
  readonly newer: (older: object) => Value;
  /** The older path of a newer one (`staticKeys.expirationTime`), in proto names; unknown steps stay as they are. */
  readonly pathOf: (newerPath: string) => string;
  /** The newer fields that nothing older holds. */
  readonly uncovered: () => readonly string[];
}

interface Pair {
  readonly from: NamedField;
  readonly to: NamedField;
  readonly older: (newer: unknown) => unknown;
  readonly newer: (older: unknown) => unknown;
  readonly inner?: Conversion;
}

type Values = Pick<Pair, 'older' | 'newer' | 'inner'>;

const same = (value: unknown): unknown => value;

/** Values of enums are the same when their numbers are; a value that the other side has no number for is its zero. */
const enumNames = (from: FieldType, to: FieldType): ((name: unknown) => unknown) => {
  const byNumber = new Map(Object.entries(to.enum?.values ?? {}).map(([name, number]) => [number, name]));
  const names = new Map(
    Object.entries(from.enum?.values ?? {}).map(([name, number]) => [name, byNumber.get(number) ?? byNumber.get(0)]),
  );
  return (name) => names.get(String(name));
};

const eachOf =
  (convert: (value: unknown) => unknown) =>
  (held: unknown): unknown =>
    Array.isArray(held)
      ? held.map(convert)
      : Object.fromEntries(Object.entries(held as object).map(([key, item]) => [key, convert(item)]));

const valuesOf = (from: FieldType, to: FieldType, inside: Counterparts, path: string): Values => {
  if (from.kind !== to.kind) throw new Error(`${path} is ${from.kind} in one version and ${to.kind} in the other`);
  if (from.kind === 'message' && from.message && to.message) {
    const inner = conversion(from.message(), to.message(), inside);
    return { inner, older: (value) => inner.older(value as object), newer: (value) => inner.newer(value as object) };
  }
  if (from.element && to.element) {
    const { older, newer, inner } = valuesOf(from.element, to.element, inside, path);
    return { older: eachOf(older), newer: eachOf(newer), ...(inner && { inner }) };
  }
  if (from.kind === 'enum') return { older: enumNames(to, from), newer: enumNames(from, to) };
  return { older: same, newer: same };
};

const pairOf = (field: NamedField, counterpart: Counterpart | undefined, newer: AnyMessage): Pair | undefined => {
  if (counterpart === null) return undefined;
  const told = typeof counterpart === 'string' ? { to: counterpart } : (counterpart ?? {});
  const to = newer.fields.get(told.to ?? field.name);
  const path = `${newer.name}.${told.to ?? field.name}`;
  if (!to) throw new Error(`${path} does not exist`);
  // What is not given back in the one version must not come out in the other.
  if (to.behaviour === 'input' && field.behaviour !== 'input') throw new Error(`${path} is never given back`);
  const values =
    told.older || told.newer
      ? { older: told.older ?? same, newer: told.newer ?? same }
      : valuesOf(field.type, to.type, told.inside ?? {}, path);
  return { from: field, to, ...values };
};

/** Relates a message of an older version to its newer form. Its pairs are made when first needed. */
export const conversion = (older: AnyMessage, newer: AnyMessage, counterparts: Counterparts = {}): Conversion => {
  let made: readonly Pair[] | undefined;
  const pairs = (): readonly Pair[] => {
    made ??= [...older.fields.values()].flatMap((field) => pairOf(field, counterparts[field.name], newer) ?? []);
    return made;
  };
  const convert = (given: object, from: 'from' | 'to', to: 'from' | 'to', how: 'older' | 'newer'): Value => {
    const value = given as Value;
    const result: [string, unknown][] = [];
    for (const pair of pairs()) {
      const held = value[pair[from].name];
      if (held === undefined) continue;
      // What one version cannot tell from nothing is nothing where the other one tells them apart.
      if (!hasPresence(pair[from]) && hasPresence(pair[to]) && isZero(pair[from].type, held)) continue;
      result.push([pair[to].name, pair[how](held)]);
    }
    return Object.fromEntries(result);
  };
  return {
    older: (value) => convert(value, 'to', 'from', 'older'),
    newer: (value) => convert(value, 'from', 'to', 'newer'),
    pathOf: (path) => {
      const [first = '', ...rest] = path.split('.');
      const [name = '', index = ''] = /^(\w+)(.*)$/.exec(first)?.slice(1) ?? [first];
      const pair = pairs().find(({ to }) => to.name === name);
      if (!pair) return path;
      // In a map, the step that follows is a key.
      const keys = pair.to.type.kind === 'map' ? rest.splice(0, 1) : [];
      const within = rest.join('.');
      const inner = within === '' ? [] : [pair.inner?.pathOf(within) ?? within];
      return [`${pair.from.proto}${index}`, ...keys, ...inner].join('.');
    },
    uncovered: () => {
      const covered = new Set(pairs().map(({ to }) => to.name));
      return [...newer.fields.keys()].filter((name) => !covered.has(name));
    },
  };
};
