import { isJsonObject, type JsonObject } from '../../schema/json-object.ts';
import type { ApiDocument } from './api-document.ts';

/** How a difference matters to who has written a client by the mock. */
export type DriftKind = 'breaking' | 'additive' | 'words';

/** A difference between the documents. */
export interface Drift {
  readonly kind: DriftKind;
  /** Such as `GET /registry/v2/repos 200 repos[].description`. */
  readonly place: string;
  readonly what: string;
}

/** Receives differences. */
export type AddDrift = (kind: DriftKind, place: string, what: string) => void;

/** Whose values a schema describes: what a client sends, or what it reads. */
export type Side = 'request' | 'answer';

/** The document of the mock, and that of the service. */
export interface Documents {
  readonly own: ApiDocument;
  readonly other: ApiDocument;
}

/** Bounds of values, with whether a larger one allows more. */
const BOUNDS: readonly (readonly [name: string, isWiderUp: boolean])[] = [
  ['maximum', true],
  ['exclusiveMaximum', true],
  ['maxLength', true],
  ['maxItems', true],
  ['maxProperties', true],
  ['minimum', false],
  ['exclusiveMinimum', false],
  ['minLength', false],
  ['minItems', false],
  ['minProperties', false],
];

/** Rules that are the same or not: nothing says which of two allows more. */
const RULES = ['format', 'pattern', 'default', 'multipleOf', 'uniqueItems', 'const'] as const;
const WORDS = ['description', 'title', 'summary'] as const;

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The types of a schema; that of null is one of them in each version of OpenAPI. */
const typesOf = ({ type, nullable }: JsonObject): ReadonlySet<string> =>
  new Set([
    ...(Array.isArray(type) ? type : type === undefined ? [] : [type]).map(String),
    ...(nullable === true ? ['null'] : []),
  ]);

/** A schema with the parts that it is composed of by `allOf`. */
const mergeParts = (schema: JsonObject, { resolve }: ApiDocument, depth = 0): JsonObject => {
  const parts = listIn(schema.allOf);
  if (parts.length === 0 || depth > 20) return schema;
  const { allOf: _, ...own } = schema;
  const all = [own, ...parts.map((part) => mergeParts(resolve(part), { resolve, operations: new Map() }, depth + 1))];
  return {
    ...Object.assign({}, ...all.toReversed()),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required }) => listIn(required)),
  };
};

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

/** Compares two schemas of the same value. Schemas that refer to themselves are compared once. */
export class SchemaComparer {
  readonly #documents: Documents;
  readonly #add: AddDrift;

  constructor(documents: Documents, add: AddDrift) {
    this.#documents = documents;
    this.#add = add;
  }

  compare(own: unknown, other: unknown, place: string, side: Side): void {
    this.#compare(own, other, place, side, []);
  }

  #compare(
    given: unknown,
    givenOther: unknown,
    place: string,
    side: Side,
    within: readonly (readonly [unknown, unknown])[],
  ): void {
    const { own: documentOwn, other: documentOther } = this.#documents;
    if (given === undefined && givenOther === undefined) return;
    if (given === undefined || givenOther === undefined) {
      this.#add(
        given === undefined ? 'additive' : 'breaking',
        place,
        given === undefined ? 'a body more' : 'its body is gone',
      );
      return;
    }
    const [resolved, resolvedOther] = [documentOwn.resolve(given), documentOther.resolve(givenOther)];
    if (within.some(([one, two]) => one === resolved && two === resolvedOther)) return;
    const inner = [...within, [resolved, resolvedOther] as const];
    const [own, other] = [mergeParts(resolved, documentOwn), mergeParts(resolvedOther, documentOther)];
    this.#types(own, other, place, side);
    this.#values(own, other, place);
    this.#rules(own, other, place, side);
    for (const name of WORDS) {
      if (own[name] !== other[name] && other[name] !== undefined) this.#add('words', place, `another ${name}`);
    }
    this.#properties(own, other, place, side, inner);
    if (own.items !== undefined || other.items !== undefined) {
      this.#compare(own.items ?? {}, other.items ?? {}, `${place}[]`, side, inner);
    }
    const [values, valuesOther] = [own.additionalProperties, other.additionalProperties];
    if (isJsonObject(values) && isJsonObject(valuesOther))
      this.#compare(values, valuesOther, `${place}{}`, side, inner);
    else if (valuesOther === false && values !== false && side === 'request')
      this.#add('breaking', place, 'no further fields are taken');
    this.#alternatives(own, other, place, side, inner);
  }

  /** What the other allows more is additive in what is sent, and breaking in what is read; less the other way round. */
  #moreOrLess(isMore: boolean, place: string, what: string, side: Side): void {
    this.#add(isMore === (side === 'request') ? 'additive' : 'breaking', place, what);
  }

  #types(own: JsonObject, other: JsonObject, place: string, side: Side): void {
    const [types, typesOther] = [typesOf(own), typesOf(other)];
    if (types.has('null') !== typesOther.has('null')) {
      this.#moreOrLess(
        typesOther.has('null'),
        place,
        typesOther.has('null') ? 'may be null' : 'may not be null any more',
        side,
      );
    }
    const textOf = (set: ReadonlySet<string>): string =>
      [...set]
        .filter((type) => type !== 'null')
        .sort()
        .join(' or ');
    if (textOf(types) !== textOf(typesOther) && types.size > 0 && typesOther.size > 0) {
      this.#add('breaking', place, `is ${textOf(typesOther)}, not ${textOf(types)}`);
    }
  }

  #values(own: JsonObject, other: JsonObject, place: string): void {
    const [values, valuesOther] = [listIn(own.enum), listIn(other.enum)];
    if (values.length === 0 && valuesOther.length === 0) return;
    if (values.length === 0) this.#add('breaking', place, 'has a list of values');
    else if (valuesOther.length === 0) this.#add('additive', place, 'has no list of values any more');
    else {
      for (const value of values)
        if (!valuesOther.includes(value)) this.#add('breaking', place, `the value ${shown(value)} is gone`);
      for (const value of valuesOther)
        if (!values.includes(value)) this.#add('additive', place, `the value ${shown(value)} more`);
    }
  }

  #rules(own: JsonObject, other: JsonObject, place: string, side: Side): void {
    for (const [name, isWiderUp] of BOUNDS) {
      const [bound, boundOther] = [own[name], other[name]];
      if (bound === boundOther) continue;
      const what = `${name} is ${shown(boundOther)}, not ${shown(bound)}`;
      const isWider =
        boundOther === undefined || (bound !== undefined && Number(boundOther) > Number(bound) === isWiderUp);
      this.#moreOrLess(isWider, place, what, side);
    }
    for (const name of RULES) {
      if (shown(own[name]) === shown(other[name])) continue;
      const isGone = other[name] === undefined && name !== 'default';
      const what = `${name} is ${shown(other[name])}, not ${shown(own[name])}`;
      if (isGone) this.#moreOrLess(true, place, what, side);
      else this.#add('breaking', place, what);
    }
    if (own.deprecated !== true && other.deprecated === true) this.#add('words', place, 'is deprecated');
  }

  #properties(
    own: JsonObject,
    other: JsonObject,
    place: string,
    side: Side,
    within: readonly (readonly [unknown, unknown])[],
  ): void {
    const [fields, fieldsOther] = [own.properties, other.properties].map((each) => (isJsonObject(each) ? each : {}));
    const [needed, neededOther] = [own.required, other.required].map((each) => new Set(listIn(each)));
    const at = (name: string): string => (place.endsWith(' ') ? `${place}${name}` : `${place}.${name}`);
    for (const [name, field] of Object.entries(fields ?? {})) {
      const [isNeeded, isNeededOther] = [needed?.has(name) === true, neededOther?.has(name) === true];
      if (fieldsOther?.[name] === undefined) {
        this.#add('breaking', at(name), 'is gone');
        continue;
      }
      if (isNeeded !== isNeededOther) {
        const what = isNeededOther ? 'is required' : 'is not required any more';
        this.#moreOrLess(!isNeededOther, at(name), what, side);
      }
      this.#compare(field, fieldsOther[name], at(name), side, within);
    }
    for (const name of Object.keys(fieldsOther ?? {})) {
      if (fields?.[name] !== undefined) continue;
      const isNeeded = side === 'request' && neededOther?.has(name) === true;
      this.#add(isNeeded ? 'breaking' : 'additive', at(name), isNeeded ? 'a required field more' : 'a field more');
    }
  }

  #alternatives(
    own: JsonObject,
    other: JsonObject,
    place: string,
    side: Side,
    within: readonly (readonly [unknown, unknown])[],
  ): void {
    for (const name of ['oneOf', 'anyOf'] as const) {
      const [some, others] = [listIn(own[name]), listIn(other[name])];
      for (const [nth, each] of some.entries()) {
        if (nth < others.length) this.#compare(each, others[nth], `${place}<${nth + 1}>`, side, within);
      }
      if (others.length !== some.length) {
        const isMore = others.length > some.length;
        this.#moreOrLess(isMore, place, `has ${others.length} alternatives, not ${some.length}`, side);
      }
    }
  }
}
