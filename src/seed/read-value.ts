import { isObject } from '../json.ts';
import { instant } from '../kernel/clock.ts';
import { CapabilityEnum, capabilityEnumOf, capabilityOf } from '../schema/capability.ts';
import { decodeJson } from '../schema/decode-json.ts';
import { canonicalFromSpelling, durationFrom } from '../schema/durations.ts';
import type { AnyMessage, FieldType } from '../schema/field-types.ts';
import { textOf } from '../schema/field-violation.ts';
import { describeUnknownKey, describeUnknownValue, type Effort } from '../schema/nearest-name.ts';
import { canonicalEnum } from '../schema/scalars.ts';
import { type FixtureDocument, fieldOf, type Path } from './fixture-error.ts';

/** A place in a value for the uid of another row, and the text by which the fixture names that row. */
export interface Lookup {
  /** The path from the value's root. */
  readonly path: Path;
  readonly text: string;
  /** The singular name of the resource of that row; missing when it may be any. */
  readonly to?: string;
  /** The path of the text in the fixture. */
  readonly at: Path;
}

/** The fields of an item: canonical, except for the uids that are not looked up yet. */
export interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  readonly lookups: readonly Lookup[];
}

/** A mistake in a value, by its path from the value that is read. */
interface Found {
  readonly path: Path;
  readonly description: string;
}

/** The result of reading the fields of an item: those that could be read, and the mistakes of the others. */
export interface Reading extends Given {
  readonly found: readonly Found[];
}

const RELATIVE = /^now(?:([+-])(.+))?$/;
const FIRST_MILLIS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MILLIS = Date.parse('9999-12-31T23:59:59.999Z');

/** A time that YAML libraries have written: with a blank between date and time (RFC 3339, 5.6). */
const SPACED = /^(\d{4}-\d{2}-\d{2}) (?=\d{2}:)/;

/** The refusal of a value that is not a text since it has no quotes. */
export const QUOTE = 'must be a string: put it in quotes';

/** True for a value that is a text when it is put in quotes. */
export const isQuotable = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

/** `now+72h` as a timestamp; any other text as RFC 3339 has it, and a time outside of the years 1 to 9999 as it is. */
export const timeFrom = (text: string, nowMillis: number): string => {
  const match = RELATIVE.exec(text);
  if (!match) return text.replace(SPACED, '$1T');
  const [, sign, spelling] = match;
  const millis = spelling === undefined ? 0 : durationFrom(spelling);
  if (millis === undefined || spelling?.startsWith('-')) return text;
  const moment = nowMillis + (sign === '-' ? -millis : millis);
  return moment < FIRST_MILLIS || moment > LAST_MILLIS ? text : instant(moment);
};

/** `claimMatch.claims[0]` as its steps. */
export const stepsOf = (field: string): Path =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));

/** The values of an enum that may be given, without the unspecified one: capabilities in the spelling of the text. */
const allowedOf = ({ enum: of }: FieldType, text: string): readonly string[] => {
  const values = Object.keys(of?.values ?? {}).filter((name) => !name.endsWith('_UNSPECIFIED'));
  return of === CapabilityEnum && !/^CAP_/i.test(text) ? values.map((name) => capabilityOf(name) ?? name) : values;
};

/** The options of reading the fields of an item. */
interface ReadingOptions extends Pick<FixtureDocument, 'sourceOf'> {
  /** The path of the item. */
  readonly base: Path;
  readonly nowMillis: number;
  readonly effort: Effort;
}

/** Turns notations of fixtures (uidOf, now+1h, 24h) into values that a message can be read from. */
class Preparation {
  readonly lookups: Lookup[] = [];
  readonly found: Found[] = [];
  readonly #base: Path;
  readonly #nowMillis: number;
  readonly #effort: Effort;
  readonly #sourceOf: FixtureDocument['sourceOf'];

  constructor({ base, nowMillis, effort, sourceOf }: ReadingOptions) {
    this.#base = base;
    this.#nowMillis = nowMillis;
    this.#effort = effort;
    this.#sourceOf = sourceOf;
  }

  message(of: AnyMessage, value: Readonly<Record<string, unknown>>, path: Path): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const field = of.fields.get(key);
        if (field) return [key, this.#value(field.type, item, [...path, key])];
        return [key, this.#reportWrong([...path, key], describeUnknownKey(key, of.fields.keys(), this.#effort), item)];
      }),
    );
  }

  #value(type: FieldType, value: unknown, path: Path): unknown {
    const { element } = type;
    if (type.kind === 'message' && type.message && isObject(value)) return this.message(type.message(), value, path);
    if (type.kind === 'repeated' && element && Array.isArray(value)) {
      return value.map((item, index) => this.#value(element, item, [...path, index]));
    }
    if (type.kind === 'map' && element && isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.#value(element, item, [...path, name])]),
      );
    }
    return this.#scalar(type, value, path);
  }

  #scalar(type: FieldType, value: unknown, path: Path): unknown {
    if (value === null) return value;
    switch (type.kind) {
      case 'timestamp': {
        const text = this.#text(value, path);
        return typeof text === 'string' ? timeFrom(text, this.#nowMillis) : value;
      }
      case 'duration':
        return this.#duration(value, path);
      case 'enum':
        return this.#enum(type, value, path);
      case 'string':
      case 'bytes': {
        if (type.kind === 'string' && isObject(value)) return this.#uidOf(value, path);
        const text = this.#text(value, path);
        return isQuotable(text) ? this.#reportWrong(path, QUOTE, value) : text;
      }
      default:
        return value;
    }
  }

  /** A number, or a time of YAML 1.1, as it is written. */
  #text(value: unknown, path: Path): unknown {
    return typeof value === 'string' ? value : (this.#sourceOf([...this.#base, ...path]) ?? value);
  }

  #duration(value: unknown, path: Path): unknown {
    const canonical = typeof value === 'string' ? canonicalFromSpelling(value) : undefined;
    return canonical ?? this.#reportWrong(path, 'must be a duration such as "90s", "24h" or "72h1s"', value);
  }

  #enum(type: FieldType, value: unknown, path: Path): unknown {
    const isName = typeof value === 'string' || typeof value === 'number';
    if (isName && canonicalEnum(type, value) !== undefined) return value;
    const text = isName ? String(value) : (JSON.stringify(value) ?? '');
    const capability = type.enum === CapabilityEnum ? capabilityEnumOf(text) : undefined;
    if (capability !== undefined) return capability;
    return this.#reportWrong(path, describeUnknownValue(text, allowedOf(type, text), this.#effort), value);
  }

  #uidOf(value: Readonly<Record<string, unknown>>, path: Path): unknown {
    const { uidOf: given, ...others } = value;
    const text = this.#text(given, [...path, 'uidOf']);
    if (typeof text !== 'string' || Object.keys(others).length > 0) {
      return this.#reportWrong(path, 'must be a string, or { uidOf: <alias or name> }', value);
    }
    this.lookups.push({ path, text, at: [...this.#base, ...path] });
    return text;
  }

  /** Does not remove the value, so that later items keep their places. */
  #reportWrong(path: Path, description: string, value: unknown): unknown {
    this.found.push({ path, description });
    return value;
  }
}

/** Reads the fields of an item by its message, also output-only ones. Those with a mistake are omitted. */
export const readValue = (
  of: AnyMessage,
  value: Readonly<Record<string, unknown>>,
  options: ReadingOptions,
): Reading => {
  const preparation = new Preparation(options);
  const prepared = preparation.message(of, value, []);
  const { value: values, violations } = decodeJson(of, prepared, { keepOutput: true });
  const { found, lookups } = preparation;
  const known = new Set(found.map(({ path }) => fieldOf(path)));
  for (const { field, description } of violations) {
    if (!known.has(field)) found.push({ path: stepsOf(field), description: textOf(description) });
  }
  if (found.length === 0) return { values, lookups, found };
  // Faulty fields are omitted as a whole: the rest of one means little.
  const faulty = new Set(found.map(({ path: [first] }) => first));
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !faulty.has(name))),
    lookups: lookups.filter(({ path: [first] }) => !faulty.has(first as string)),
    found,
  };
};

/** A copy of a value with some places replaced: one copy for all of them. */
export const withAll = (value: unknown, puts: readonly (readonly [path: Path, put: unknown])[]): unknown => {
  if (puts.length === 0) return value;
  const copy: unknown = structuredClone(value);
  for (const [path, put] of puts) {
    let at = copy as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
    // Not an assignment: a key may be called __proto__.
    Object.defineProperty(at, path.at(-1) ?? '', { value: put, enumerable: true, configurable: true, writable: true });
  }
  return copy;
};
