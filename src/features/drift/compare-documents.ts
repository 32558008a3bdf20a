import { isObject, type JsonObject } from '../../json.ts';
import { type ApiDocument, type ApiOperation, listIn, objectIn } from './api-document.ts';

/** The effect of a difference on a client that was tested against the mock. */
export type DriftKind = 'breaking' | 'additive' | 'words';

export interface Drift {
  readonly kind: DriftKind;
  /** Such as `GET /registry/v2/repos 200 repos[].description`. */
  readonly place: string;
  readonly what: string;
}

type AddDrift = (kind: DriftKind, place: string, what: string) => void;

/** Whose values a schema describes: what a client sends, or what it reads. */
type Side = 'request' | 'answer';

/** The names of bounds of values: a larger maximum allows more, and a larger minimum less. */
const BOUND = /^(?:m|exclusiveM)(?<end>ax|in)(?:imum|Length|Items|Properties)$/;

/** Rules that can only be equal or not: nothing says which of two values allows more. */
const RULES = ['format', 'pattern', 'default', 'multipleOf', 'uniqueItems', 'const'] as const;
const WORDS = ['description', 'title', 'summary'] as const;

/** The types of a schema; the type of null is one of them in each version of OpenAPI. */
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

const textOfValue = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

/** Two schemas of one value: in the document of the mock, and in the one of the service. */
type Pair = readonly [own: JsonObject, other: JsonObject];

/** The place of a pair, with the pairs that enclose it, as the documents have them. */
interface Place {
  readonly name: string;
  readonly side: Side;
  readonly within: readonly Pair[];
}

const fieldAt = (place: Place, name: string): Place => ({
  ...place,
  name: place.name.endsWith(' ') ? `${place.name}${name}` : `${place.name}.${name}`,
});

/** Compares two schemas of the same value. Schemas that refer to themselves are compared once. */
class SchemaComparer {
  readonly #documents: { readonly own: ApiDocument; readonly other: ApiDocument };
  readonly #add: AddDrift;

  /** @param documents the document of the mock, and the one of the service */
  constructor(documents: { readonly own: ApiDocument; readonly other: ApiDocument }, add: AddDrift) {
    this.#documents = documents;
    this.#add = add;
  }

  compare(own: unknown, other: unknown, name: string, side: Side): void {
    if (own === undefined && other === undefined) return;
    if (own === undefined) this.#add('additive', name, 'a body more');
    else if (other === undefined) this.#add('breaking', name, 'its body is gone');
    else this.#compare(own, other, { name, side, within: [] });
  }

  #compare(given: unknown, givenOther: unknown, place: Place): void {
    const { own: documentOwn, other: documentOther } = this.#documents;
    const resolved: Pair = [documentOwn.resolve(given), documentOther.resolve(givenOther)];
    if (place.within.some(([own, other]) => own === resolved[0] && other === resolved[1])) return;
    const pair: Pair = [mergeParts(resolved[0], documentOwn), mergeParts(resolved[1], documentOther)];
    const inside = { ...place, within: [...place.within, resolved] };
    this.#types(pair, place);
    this.#values(pair, place);
    this.#rules(pair, place);
    this.#properties(pair, inside);
    this.#items(pair, inside);
  }

  /** More that the service allows is additive in requests, and breaking in answers; less is the reverse. */
  #moreOrLess(isMore: boolean, { name, side }: Place, what: string): void {
    this.#add(isMore === (side === 'request') ? 'additive' : 'breaking', name, what);
  }

  #types([own, other]: Pair, place: Place): void {
    const [types, typesOther] = [typesOf(own), typesOf(other)];
    const mayBeNull = typesOther.has('null');
    if (types.has('null') !== mayBeNull) {
      this.#moreOrLess(mayBeNull, place, mayBeNull ? 'may be null' : 'may not be null any more');
    }
    const textOf = (set: ReadonlySet<string>): string =>
      [...set]
        .filter((type) => type !== 'null')
        .sort()
        .join(' or ');
    if (textOf(types) !== textOf(typesOther) && types.size > 0 && typesOther.size > 0) {
      this.#add('breaking', place.name, `is ${textOf(typesOther)}, not ${textOf(types)}`);
    }
  }

  #values([own, other]: Pair, { name }: Place): void {
    const [values, valuesOther] = [listIn(own.enum), listIn(other.enum)];
    if (values.length === 0 && valuesOther.length === 0) return;
    if (values.length === 0) this.#add('breaking', name, 'has a list of values');
    else if (valuesOther.length === 0) this.#add('additive', name, 'has no list of values any more');
    else {
      for (const value of values)
        if (!valuesOther.includes(value)) this.#add('breaking', name, `the value ${textOfValue(value)} is gone`);
      for (const value of valuesOther)
        if (!values.includes(value)) this.#add('additive', name, `the value ${textOfValue(value)} more`);
    }
  }

  #rules([own, other]: Pair, place: Place): void {
    for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
      const [bound, boundOther] = [own[name], other[name]];
      const [, end] = BOUND.exec(name) ?? [];
      if (end === undefined || bound === boundOther) continue;
      const isMore = Number(boundOther) > Number(bound);
      const isWider = boundOther === undefined || (bound !== undefined && isMore === (end === 'ax'));
      this.#moreOrLess(isWider, place, `${name} is ${textOfValue(boundOther)}, not ${textOfValue(bound)}`);
    }
    for (const name of RULES) {
      if (textOfValue(own[name]) === textOfValue(other[name])) continue;
      const isGone = other[name] === undefined && name !== 'default';
      const what = `${name} is ${textOfValue(other[name])}, not ${textOfValue(own[name])}`;
      if (isGone) this.#moreOrLess(true, place, what);
      else this.#add('breaking', place.name, what);
    }
    if (own.deprecated !== true && other.deprecated === true) this.#add('words', place.name, 'is deprecated');
    for (const name of WORDS) {
      if (own[name] !== other[name] && other[name] !== undefined) this.#add('words', place.name, `another ${name}`);
    }
  }

  #properties([own, other]: Pair, place: Place): void {
    const [fields, fieldsOther] = [objectIn(own.properties), objectIn(other.properties)];
    const [needed, neededOther] = [listIn(own.required), listIn(other.required)];
    for (const [name, field] of Object.entries(fields)) {
      const at = fieldAt(place, name);
      if (fieldsOther[name] === undefined) {
        this.#add('breaking', at.name, 'is gone');
        continue;
      }
      const isNeeded = neededOther.includes(name);
      if (needed.includes(name) !== isNeeded) {
        this.#moreOrLess(!isNeeded, at, isNeeded ? 'is required' : 'is not required any more');
      }
      this.#compare(field, fieldsOther[name], at);
    }
    for (const name of Object.keys(fieldsOther).filter((each) => fields[each] === undefined)) {
      const isNeeded = place.side === 'request' && neededOther.includes(name);
      const what = isNeeded ? 'a required field more' : 'a field more';
      this.#add(isNeeded ? 'breaking' : 'additive', fieldAt(place, name).name, what);
    }
  }

  /** The contents of a value without names, and its other forms. */
  #items([own, other]: Pair, place: Place): void {
    const at = (step: string): Place => ({ ...place, name: `${place.name}${step}` });
    if (own.items !== undefined || other.items !== undefined) {
      this.#compare(own.items ?? {}, other.items ?? {}, at('[]'));
    }
    const [values, valuesOther] = [own.additionalProperties, other.additionalProperties];
    if (isObject(values) && isObject(valuesOther)) this.#compare(values, valuesOther, at('{}'));
    else if (valuesOther === false && values !== false && place.side === 'request') {
      this.#add('breaking', place.name, 'no further fields are taken');
    }
    for (const name of ['oneOf', 'anyOf']) {
      const [some, others] = [listIn(own[name]), listIn(other[name])];
      for (const [nth, each] of some.slice(0, others.length).entries()) {
        this.#compare(each, others[nth], at(`<${nth + 1}>`));
      }
      if (others.length === some.length) continue;
      const what = `has ${others.length} alternatives, not ${some.length}`;
      this.#moreOrLess(others.length > some.length, place, what);
    }
  }
}

const nameOf = ({ method, path }: ApiOperation): string => `${method} ${path}`;

const compareOperations = (own: ApiOperation, other: ApiOperation, schemas: SchemaComparer, add: AddDrift): void => {
  const name = nameOf(own);
  const compareWords = (one: { readonly words: string }, { words }: typeof one, place: string): void => {
    if (one.words !== words && words !== '') add('words', place, 'another description');
  };
  compareWords(own, other, name);
  for (const [key, parameter] of own.parameters) {
    const partner = other.parameters.get(key);
    const place = `${name} ${key}`;
    if (!partner) {
      add('breaking', place, 'is gone');
      continue;
    }
    if (!parameter.isRequired && partner.isRequired) add('breaking', place, 'is required');
    if (parameter.isRequired && !partner.isRequired) add('additive', place, 'is not required any more');
    compareWords(parameter, partner, place);
    schemas.compare(parameter.schema, partner.schema, place, 'request');
  }
  for (const [key, { isRequired }] of other.parameters) {
    const what = isRequired ? 'a required parameter more' : 'a parameter more';
    if (!own.parameters.has(key)) add(isRequired ? 'breaking' : 'additive', `${name} ${key}`, what);
  }
  if (own.body?.isRequired !== true && other.body?.isRequired === true) add('breaking', `${name} body`, 'is required');
  schemas.compare(own.body?.schema, other.body?.schema, `${name} body `, 'request');
  for (const [status, answer] of own.answers) {
    const partner = other.answers.get(status);
    const place = `${name} ${status}`;
    if (partner) {
      compareWords(answer, partner, place);
      schemas.compare(answer.schema, partner.schema, `${place} `, 'answer');
      // An answer for all other statuses stands for it.
    } else if (!other.answers.has('default')) add('breaking', place, 'the answer is gone');
  }
  for (const status of other.answers.keys()) {
    if (!own.answers.has(status)) add('additive', `${name} ${status}`, 'an answer more');
  }
};

/** The differences between the document of a mock and the one of a service, and the number of common operations. */
export const compareDocuments = (
  own: ApiDocument,
  other: ApiDocument,
): { readonly drifts: readonly Drift[]; readonly compared: number } => {
  const drifts: Drift[] = [];
  const seen = new Set<string>();
  const add: AddDrift = (kind, place, what) => {
    const key = `${kind} ${place} ${what}`;
    if (!seen.has(key)) drifts.push({ kind, place: place.trim(), what });
    seen.add(key);
  };
  const byId = new Map([...other.operations].flatMap(([key, each]) => (each.id ? [[each.id, key] as const] : [])));
  const paired = new Set<string>();
  const schemas = new SchemaComparer({ own, other }, add);
  let compared = 0;
  for (const [key, operation] of own.operations) {
    const same = other.operations.has(key) ? key : byId.get(operation.id ?? '');
    const partner = same === undefined || paired.has(same) ? undefined : other.operations.get(same);
    // An operation that the mock has at the place of another is not the one that has moved.
    if (!partner || same === undefined || (same !== key && own.operations.has(same))) {
      add('breaking', nameOf(operation), 'the operation is gone');
      continue;
    }
    paired.add(same);
    compared += 1;
    if (same !== key) add('breaking', nameOf(operation), `has moved to ${nameOf(partner)}`);
    compareOperations(operation, partner, schemas, add);
  }
  for (const [key, operation] of other.operations) {
    if (!paired.has(key)) add('additive', nameOf(operation), 'an operation more');
  }
  return { drifts, compared };
};
