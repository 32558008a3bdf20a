import fc from 'fast-check';
import { type Spoil, valuesOf } from '../bad-input/schema-values.ts';
import type { Parameter, Schema } from '../support/openapi.ts';
import { type ControlOperation, violationsOf } from './control-document.ts';

type Arb<T> = fc.Arbitrary<T>;

/** A request that the control document allows. */
export interface ControlRequest {
  readonly operation: ControlOperation;
  readonly target: string;
  readonly type?: string;
  readonly body?: string;
}

/** Values of fields and parameters that are known to be there, by their names. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

const JSON_TYPE = 'application/json';

type Fault = Readonly<{
  preset?: string;
  match?: { operation?: string; method?: string; resource?: string; writes?: boolean };
  phase?: string;
  do?: Readonly<Record<string, unknown>> & { latency?: number | { min: number; max: number } };
}>;

/** The effects that need something of an operation, and the presets of which all do not. */
const NEEDY = ['truncate', 'slow', 'rows', 'expireCursor', 'stale', 'add', 'other'];
const EASY = ['flaky', 'brownout', 'quota', 'maintenance', 'unavailable_once', 'internal_once', 'reset', 'html_502'];

const UNIT: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** True for a duration whose parts, of which the document bounds each, are together within bounds. */
const lasts = (text: string | undefined, shortest: number): boolean => {
  if (text === undefined) return true;
  const parts = [...text.matchAll(/([\d.]+)(ms|[dhms])/g)];
  const millis = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT[unit] ?? 0), 0);
  return millis >= shortest && millis <= 86_400_000;
};

const isOrdered = ({ min, max }: { readonly min?: number; readonly max?: number } = {}): boolean =>
  (min ?? 0) <= (max ?? Number.POSITIVE_INFINITY);

/** More than the mock keeps, which is set at its start, are not awaited. */
const isWithinJournal = ({ count = {} }: { readonly count?: { readonly min?: number } }): boolean =>
  isOrdered(count) && (count.min ?? 0) <= 10_000;

/** An operation has its own methods, and perhaps not what an effect needs; the bounds of a latency are in order. */
const isPossible = ({ preset, match = {}, phase, do: effect = {} }: Fault): boolean => {
  const { latency } = effect;
  const { operation, method, resource, writes } = match;
  const isNeedy =
    phase === 'mid_stream' ||
    NEEDY.some((name) => effect[name] !== undefined) ||
    (preset !== undefined && !EASY.includes(preset));
  const isNarrow = [method, resource, writes].some((each) => each !== undefined);
  if (operation !== undefined && (isNarrow || isNeedy)) return false;
  return typeof latency !== 'object' || isOrdered(latency);
};

const areFaultsPossible = (body: readonly Fault[]): boolean => body.every(isPossible);

/** The rules of bodies that OpenAPI has no words for: orders of numbers, sums, and what one item says of another. */
const UNSAID: Readonly<Record<string, (body: never) => boolean>> = {
  'PUT /faults': areFaultsPossible,
  'POST /faults': areFaultsPossible,
  'POST /journal:await': isWithinJournal,
  'POST /events:await': isWithinJournal,
  'PUT /events:plan': ({ delay }: { readonly delay?: string }) => lasts(delay, 1),
  'PUT /consistency': (body: Readonly<Record<string, { readonly lag: string } | undefined>>) =>
    Object.values(body).every((late) => lasts(late?.lag, 1)),
  // No two quotas count the same calls by the same key.
  'PUT /quota': (body: Quota | readonly Quota[]) => {
    const all = [body].flat() as readonly Quota[];
    return all.every(({ per }) => lasts(per, 1_000)) && new Set(all.map(({ by }) => by)).size === all.length;
  },
};

interface Quota {
  readonly per: string;
  readonly by: string;
}

/** The schema with the values of each property that are known to be there. */
const narrowed = (schema: Schema, known: Known): Schema => {
  const { properties, items, anyOf } = schema;
  const inside = Object.entries(properties ?? {}).map(([name, property]) => {
    const values = known[name];
    return [name, values?.length ? { enum: values } : narrowed(property, known)];
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(inside) }),
    ...(items && { items: narrowed(items, known) }),
    ...(anyOf && { anyOf: anyOf.map((form) => narrowed(form, known)) }),
  };
};

const compiled = new Map<string, (value: unknown) => boolean>();

/** Holds each object to its own rules as it is drawn: of a whole list that is drawn at once, hardly any would do. */
const byRules: Spoil = (good, schema) => {
  const { dependentSchemas, allOf, anyOf, oneOf, not, type } = schema;
  if (type === undefined || !(dependentSchemas ?? allOf ?? anyOf ?? oneOf ?? not)) return good;
  const key = JSON.stringify(schema);
  const holds = compiled.get(key) ?? ((value) => violationsOf(schema, value) === '');
  compiled.set(key, holds);
  return good.filter(holds);
};

/** Values that a schema allows; a member with a known name has one of its known values. */
const allowed = (schema: Schema, known: Known): Arb<unknown> =>
  valuesOf(narrowed(schema, known), 'v2', { spoil: byRules }).filter((value) => violationsOf(schema, value) === '');

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(String);

const textsOf = ({ name, schema = {} }: Parameter, known: Known): Arb<readonly string[]> => {
  const values = known[name];
  return (values ? fc.constantFrom(...values) : allowed(schema, known)).map(texts);
};

const pathOf = ({ path, parameters = [] }: ControlOperation, known: Known): Arb<string> => {
  const named = parameters.filter((parameter) => parameter.in === 'path');
  return fc
    .record(Object.fromEntries(named.map((parameter) => [parameter.name, textsOf(parameter, known)])))
    .map((values) =>
      Object.entries(values).reduce(
        (at, [name, [text = '']]) => at.replace(`{${name}}`, encodeURIComponent(text)),
        path,
      ),
    );
};

const queryOf = ({ parameters = [] }: ControlOperation, known: Known): Arb<string> => {
  const named = parameters.filter((parameter) => parameter.in === 'query');
  const values = Object.fromEntries(named.map((parameter) => [parameter.name, textsOf(parameter, known)]));
  const requiredKeys = named.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(values, { requiredKeys }).map((given) =>
    Object.entries(given)
      .flatMap(([name, all = []]) => all.map((text) => `${name}=${encodeURIComponent(text)}`))
      .join('&'),
  );
};

/** A body of another type than JSON is one of the texts that are known. */
const bodyOf = ({ id, requestBody }: ControlOperation, known: Known): Arb<Pick<ControlRequest, 'type' | 'body'>> => {
  if (!requestBody) return fc.constant({});
  const { content } = requestBody;
  const other = Object.keys(content).find((type) => type !== JSON_TYPE);
  if (other !== undefined && !known.body) throw new Error(`${id} takes ${other}, of which none is known`);
  const holds = (UNSAID[id] ?? (() => true)) as (body: unknown) => boolean;
  const given =
    other !== undefined && known.body
      ? fc
          .constantFrom(...known.body.map(String))
          .map((text) => ({ type: text.startsWith('{"name"') ? JSON_TYPE : (other ?? JSON_TYPE), body: text }))
      : allowed(content[JSON_TYPE]?.schema ?? {}, known)
          .filter(holds)
          .map((value) => ({ type: JSON_TYPE, body: JSON.stringify(value) }));
  return requestBody.required
    ? given
    : fc.oneof({ weight: 4, arbitrary: given }, { weight: 1, arbitrary: fc.constant({}) });
};

/** Requests of one operation that the document allows. */
export const controlRequests = (operation: ControlOperation, known: Known): Arb<ControlRequest> =>
  fc
    .record({ path: pathOf(operation, known), query: queryOf(operation, known), body: bodyOf(operation, known) })
    .map(({ path, query, body }) => ({ operation, target: query === '' ? path : `${path}?${query}`, ...body }));
