import type { JsonObject } from '../json.ts';
import { omitUndefined } from '../schema/defined.ts';
import { stepsAlong } from '../schema/field-path.ts';
import type { AnyMessage, FieldType, NamedField } from '../schema/field-types.ts';
import { distinguishesZero } from '../schema/message.ts';
import { isZero } from '../schema/scalars.ts';

/** The newer field that a field of the older message maps to, if that does not follow from its name and type. */
export type Counterpart =
  /** The one with this name. */
  | string
  /** No counterpart: its value comes from elsewhere. */
  | null
  | {
      /** The name of the newer field; the same name by default. */
      readonly to?: string;
      /** The counterparts of the members of a message. */
      readonly inside?: Counterparts;
      /** Conversions of a value of another type: from newer to older, and back. */
      readonly older?: (newer: unknown) => unknown;
      readonly newer?: (older: unknown) => unknown;
    };

/** Counterparts by the JSON names of the older message; other fields have the same name in both. */
export type Counterparts = Readonly<Record<string, Counterpart>>;

/** Converts a message between two versions of an interface. */
export interface Conversion {
  /** Converts a newer value to the older version; fields without a counterpart are omitted. */
  readonly older: (newer: object) => JsonObject;
  /** Converts an older value to the newer version. */
  readonly newer: (older: object) => JsonObject;
  /** Maps a newer path, such as `staticKeys.expirationTime`, to the older one in proto names; unknown steps stay. */
  readonly pathOf: (newerPath: string) => string;
  /** The fields of the older message that callers set, each with its counterpart of the same type, at every depth. */
  readonly counterparts: () => readonly { readonly older: NamedField; readonly newer: NamedField }[];
  /** The names of the newer fields without an older counterpart. */
  readonly uncovered: () => readonly string[];
}

interface Pair {
  readonly from: NamedField;
  readonly to: NamedField;
  readonly older: (newer: unknown) => unknown;
  readonly newer: (older: unknown) => unknown;
  readonly inner?: Relation;
  /** True for a value of another type. */
  readonly isTranslated?: boolean;
}

/** A conversion that can also be asked for one field. */
interface Relation extends Conversion {
  readonly pairTo: (newer: NamedField) => Pair | undefined;
}

type Values = Pick<Pair, 'older' | 'newer' | 'inner' | 'isTranslated'>;

const sameValue = (value: unknown): unknown => value;

/** Maps enum values by their numbers; a value whose number the other enum does not have becomes its zero value. */
const enumNames = (from: FieldType, to: FieldType): ((name: unknown) => unknown) => {
  const byNumber = new Map(Object.entries(to.enum?.values ?? {}).map(([name, number]) => [number, name]));
  const names = new Map(
    Object.entries(from.enum?.values ?? {}).map(([name, number]) => [name, byNumber.get(number) ?? byNumber.get(0)]),
  );
  return (name) => names.get(String(name));
};

const eachOf =
  (convert: (value: unknown) => unknown) =>
  (values: unknown): unknown =>
    Array.isArray(values)
      ? values.map(convert)
      : Object.fromEntries(Object.entries(values as object).map(([key, item]) => [key, convert(item)]));

const valuesOf = (from: FieldType, to: FieldType, inside: Counterparts, path: string): Values => {
  if (from.kind !== to.kind) throw new Error(`${path} is ${from.kind} in one version and ${to.kind} in the other`);
  if (from.kind === 'message' && from.message && to.message) {
    const inner = relation(from.message(), to.message(), inside);
    return { inner, older: (value) => inner.older(value as object), newer: (value) => inner.newer(value as object) };
  }
  if (from.element && to.element) {
    const { older, newer, inner } = valuesOf(from.element, to.element, inside, path);
    return { older: eachOf(older), newer: eachOf(newer), ...omitUndefined({ inner }) };
  }
  if (from.kind === 'enum') return { older: enumNames(to, from), newer: enumNames(from, to) };
  return { older: sameValue, newer: sameValue };
};

const pairOf = (field: NamedField, counterpart: Counterpart | undefined, newer: AnyMessage): Pair | undefined => {
  if (counterpart === null) return undefined;
  const options = typeof counterpart === 'string' ? { to: counterpart } : (counterpart ?? {});
  const to = newer.fields.get(options.to ?? field.name);
  const path = `${newer.name}.${options.to ?? field.name}`;
  if (!to) throw new Error(`${path} does not exist`);
  // The older version must not return values that the newer one never returns.
  if (to.behaviour === 'input' && field.behaviour !== 'input') throw new Error(`${path} is never returned`);
  const values =
    options.older || options.newer
      ? { older: options.older ?? sameValue, newer: options.newer ?? sameValue, isTranslated: true }
      : valuesOf(field.type, to.type, options.inside ?? {}, path);
  return { from: field, to, ...values };
};

const relation = (older: AnyMessage, newer: AnyMessage, counterparts: Counterparts): Relation => {
  let made: readonly Pair[] | undefined;
  const pairs = (): readonly Pair[] => {
    made ??= [...older.fields.values()].flatMap((field) => pairOf(field, counterparts[field.name], newer) ?? []);
    return made;
  };
  const pairTo = (field: NamedField): Pair | undefined => pairs().find(({ to }) => to === field);
  const convert = (given: object, from: 'from' | 'to', to: 'from' | 'to', how: 'older' | 'newer'): JsonObject => {
    const value = given as JsonObject;
    const result: [string, unknown][] = [];
    for (const pair of pairs()) {
      const member = value[pair[from].name];
      if (member === undefined) continue;
      // A zero that means the same as absence in one version is absent in the other, if that distinguishes the two.
      if (!distinguishesZero(pair[from]) && distinguishesZero(pair[to]) && isZero(pair[from].type, member)) continue;
      result.push([pair[to].name, pair[how](member)]);
    }
    return Object.fromEntries(result);
  };
  return {
    older: (value) => convert(value, 'to', 'from', 'older'),
    newer: (value) => convert(value, 'from', 'to', 'newer'),
    pairTo,
    pathOf: (path) => {
      let at: Pick<Relation, 'pairTo'> | undefined = { pairTo };
      return stepsAlong(newer, path)
        .map(({ field, index, isKey, text }) => {
          if (isKey) return text;
          const pair: Pair | undefined = field && at?.pairTo(field);
          at = pair?.inner;
          return pair ? `${pair.from.proto}${index}` : text;
        })
        .join('.');
    },
    counterparts: () =>
      pairs().flatMap((pair) => {
        const { from, to, inner, isTranslated } = pair;
        if (isTranslated || from.behaviour === 'output' || to.behaviour === 'output') return [];
        return [{ older: from, newer: to }, ...(inner?.counterparts() ?? [])];
      }),
    uncovered: () => {
      const covered = new Set(pairs().map(({ to }) => to.name));
      return [...newer.fields.keys()].filter((name) => !covered.has(name));
    },
  };
};

/**
 * Relates a message of an older version to its newer form. Its fields are related when it is first used, since messages
 * may refer to each other.
 * @throws Error at the first use when a field has no counterpart, or one of another type
 */
export const conversion = (older: AnyMessage, newer: AnyMessage, counterparts: Counterparts = {}): Conversion =>
  relation(older, newer, counterparts);
