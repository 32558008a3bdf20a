import { instant } from '../kernel/clock.ts';
import { decodeJson } from '../schema/decode-json.ts';
import type { AnyMessage, FieldType } from '../schema/field-types.ts';
import { type FixtureDocument, faultAt, isRecord } from './fixture-document.ts';
import type { Path } from './fixture-error.ts';
import { unknownKey } from './nearest-key.ts';

/** A place in a value where the uid of another row is to stand, and what the fixture calls that row. */
export interface Lookup {
  /** From the value's root. */
  readonly path: Path;
  readonly text: string;
  /** The singular name of the resource that it must be of; absent where it may be any. */
  readonly to?: string;
  /** Where the fixture says so. */
  readonly at: Path;
}

/** The fields of an item: canonical, but for the uids that are still to be looked up. */
export interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  readonly lookups: readonly Lookup[];
}

const RELATIVE = /^now(?:([+-])(\d{1,6})([smhd]))?$/;
const UNIT_MILLIS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `now+72h` as a timestamp; any other text as it is. */
export const timeFrom = (text: string, nowMillis: number): string => {
  const match = RELATIVE.exec(text);
  if (!match) return text;
  const [, sign, count = '0', unit = 's'] = match;
  return instant(nowMillis + (sign === '-' ? -1 : 1) * Number(count) * (UNIT_MILLIS[unit] ?? 0));
};

/** `claimMatch.claims[0]` as the steps that it consists of. */
export const stepsOf = (field: string): Path =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));

/** Turns what only fixtures may write (uidOf, now+1h) into what a message can be read from. */
class Preparation {
  readonly lookups: Lookup[] = [];
  readonly #document: FixtureDocument;
  readonly #base: Path;
  readonly #nowMillis: number;

  constructor(document: FixtureDocument, base: Path, nowMillis: number) {
    this.#document = document;
    this.#base = base;
    this.#nowMillis = nowMillis;
  }

  message(of: AnyMessage, value: Readonly<Record<string, unknown>>, path: Path): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const field = of.fields.get(key);
        if (!field) throw this.#fault([...path, key], unknownKey(key, of.fields.keys()));
        return [key, this.#value(field.type, item, [...path, key])];
      }),
    );
  }

  #value(type: FieldType, value: unknown, path: Path): unknown {
    const { element } = type;
    if (type.kind === 'message' && type.message && isRecord(value)) return this.message(type.message(), value, path);
    if (type.kind === 'repeated' && element && Array.isArray(value)) {
      return value.map((item, index) => this.#value(element, item, [...path, index]));
    }
    if (type.kind === 'map' && element && isRecord(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.#value(element, item, [...path, name])]),
      );
    }
    if (type.kind === 'timestamp' && typeof value === 'string') return timeFrom(value, this.#nowMillis);
    if (type.kind === 'string' && isRecord(value)) return this.#uidOf(value, path);
    if (type.kind === 'string' && typeof value === 'number') {
      throw this.#fault(path, 'must be a string: put it in quotes');
    }
    return value;
  }

  #uidOf(value: Readonly<Record<string, unknown>>, path: Path): string {
    const { uidOf: text, ...others } = value;
    if (typeof text !== 'string' || Object.keys(others).length > 0) {
      throw this.#fault(path, 'must be a string, or { uidOf: <alias or name> }');
    }
    this.lookups.push({ path, text, at: [...this.#base, ...path] });
    return text;
  }

  #fault(path: Path, description: string): Error {
    return faultAt(this.#document, [...this.#base, ...path], description);
  }
}

/**
 * Reads the fields of an item by its message, output-only ones too.
 * @throws FixtureError for the first key that is no field, or value that is not of its field's type
 */
export const readValue = (
  of: AnyMessage,
  value: Readonly<Record<string, unknown>>,
  document: FixtureDocument,
  base: Path,
  nowMillis: number,
): Given => {
  const preparation = new Preparation(document, base, nowMillis);
  const prepared = preparation.message(of, value, []);
  const { value: values, faults } = decodeJson(of, prepared, { keepOutput: true });
  const [fault] = faults;
  if (fault) throw faultAt(document, [...base, ...stepsOf(fault.field)], fault.description);
  return { values, lookups: preparation.lookups };
};

/** A copy of a value with something else at one place. */
export const withAt = (value: unknown, [step, ...rest]: Path, put: unknown): unknown => {
  if (step === undefined) return put;
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? withAt(item, rest, put) : item));
  const held = value as Readonly<Record<string, unknown>>;
  return { ...held, [step]: withAt(held[step], rest, put) };
};
