import { type JsonObject, withMember } from '../json.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { AnyMessage, FieldType, NamedField } from '../schema/field-types.ts';
import { violationByPath } from '../schema/field-violation.ts';
import { of as typeOf } from '../schema/message.ts';
import { isZero } from '../schema/scalars.ts';
import { invalid, invalidField } from './errors.ts';

/** One step of a path: the name of a field, or the key of a map, which may be in backticks. */
interface MaskStep {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Splits at a separator that is in no backticks. */
const splitOutside = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '`') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === separator) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin)];
};

/**
 * The steps of a path: a key with other characters than letters, digits and `_` stands in backticks, and a backtick in it
 * twice (AIP-161). Undefined for a path in which backticks do not match.
 */
const stepsIn = (path: string): readonly MaskStep[] | undefined => {
  const steps = splitOutside(path, '.').map((text): MaskStep | undefined => {
    if (!text.includes('`')) return { text, isQuoted: false };
    const inner = /^`((?:[^`]|``)*)`$/.exec(text)?.[1];
    return inner === undefined ? undefined : { text: inner.replaceAll('``', '`'), isQuoted: true };
  });
  return steps.includes(undefined) ? undefined : (steps as readonly MaskStep[]);
};

type Path = readonly string[];

/** The result of a PATCH. */
export interface Change<T> {
  readonly next: T;
  /** The fields that it sets or clears; empty when nothing is to be written (behaviour §6.3). */
  readonly touched: ReadonlySet<string>;
}

/** The fields that an update changes: all of them, or those at some paths. */
export type Mask = '*' | readonly Path[];

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Resolves one path of a mask: an error message when it names no field, undefined for a field that is output-only. */
const resolve = (of: AnyMessage, text: string): Path | string | undefined => {
  const path: string[] = [];
  let message: AnyMessage | undefined = of;
  let keyed: FieldType | undefined;
  const steps = stepsIn(text);
  if (!steps) return `unknown field ${JSON.stringify(text)}: a key begins and ends with a backtick`;
  for (const { text: part, isQuoted } of steps) {
    if (keyed) {
      path.push(part);
      message = keyed.kind === 'message' ? keyed.message?.() : undefined;
      keyed = undefined;
      continue;
    }
    const field: NamedField | undefined = isQuoted ? undefined : message?.find(part);
    if (!field) return `unknown field ${JSON.stringify(text)}`;
    if (field.behaviour === 'output') return undefined;
    path.push(field.name);
    message = field.type.kind === 'message' ? field.type.message?.() : undefined;
    keyed = field.type.kind === 'map' ? field.type.element : undefined;
  }
  return path;
};

/**
 * Reads the mask of a request, whose message is as the caller knows it. Without one the fields that the body sets change,
 * which are at `paths`.
 * @throws ApiError INVALID_ARGUMENT for a mask that names no field
 */
export const readMask = (of: AnyMessage, text: string, paths: readonly string[]): Mask => {
  if (text === '') return paths.map((path) => path.split('.'));
  const parts = [...new Set(splitOutside(text, ',').map((path) => path.trim()))];
  if (parts.includes('*')) {
    if (parts.length === 1) return '*';
    throw invalidField('updateMask', '"*" cannot be combined with other fields');
  }
  const resolved = parts.map((part) => resolve(of, part));
  const wrong = resolved.filter((path) => typeof path === 'string');
  if (wrong.length > 0) throw invalid(wrong.map((description) => ({ field: 'updateMask', description })));
  return resolved.filter((path): path is Path => Array.isArray(path));
};

const findNested = (field: NamedField, value: JsonObject): JsonObject | undefined =>
  field.type.kind === 'message' ? (value[field.name] as JsonObject | undefined) : undefined;

/** True when a field keeps its value although the whole message is replaced. */
const stays = (field: NamedField, given: unknown, keep: readonly string[]): boolean =>
  field.behaviour === 'output' ||
  ((field.behaviour === 'input' || field.immutable || keep.includes(field.name)) && isZero(field.type, given));

/**
 * The message of the body, with the previous values of fields that the caller cannot replace: those that the service
 * sets, and immutable or input-only ones that the body leaves out (behaviour §6.11).
 */
const replaceMessage = (
  of: AnyMessage,
  previous: JsonObject,
  body: JsonObject,
  keep: readonly string[],
): JsonObject => {
  const next: [string, unknown][] = [];
  for (const field of of.fields.values()) {
    const given = body[field.name];
    const before = previous[field.name];
    const inner = findNested(field, body);
    const value = stays(field, given, keep)
      ? before
      : inner && field.type.message
        ? replaceMessage(field.type.message(), findNested(field, previous) ?? {}, inner, [])
        : given;
    if (value !== undefined) next.push([field.name, value]);
  }
  return Object.fromEntries(next);
};

const omitNames = (value: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));

/** The value of an own key: a map may have any key, and `constructor` is one that every object inherits. */
const getOwn = (value: JsonObject | undefined, name: string): unknown =>
  value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;

/** Copies the value at a path from the body into a message or map. */
const assign = (
  type: FieldType | undefined,
  target: JsonObject,
  body: JsonObject | undefined,
  path: Path,
): JsonObject => {
  const [name, ...rest] = path;
  if (name === undefined) return target;
  const of = type?.kind === 'message' ? type.message?.() : undefined;
  const field = of?.fields.get(name);
  const inner = type?.kind === 'map' ? type.element : field?.type;
  const given = getOwn(body, name);
  const before = getOwn(target, name);
  // Without presence a zero value equals an absent one.
  const isCleared = field !== undefined && !field.presence && field.oneof === undefined && isZero(field.type, given);
  let value = isCleared ? undefined : given;
  if (rest.length > 0) {
    const next = assign(inner, (before ?? {}) as JsonObject, given as JsonObject | undefined, rest);
    // Clearing a member of an unset message leaves the message unset.
    value = before === undefined && Object.keys(next).length === 0 ? undefined : next;
  } else if (inner?.kind === 'message' && inner.message && given !== undefined) {
    value = replaceMessage(inner.message(), (before ?? {}) as JsonObject, given as JsonObject, []);
  }
  if (value !== undefined && field !== undefined && field.oneof === undefined) return withMember(target, name, value);
  const rivals = new Set([name]);
  if (field?.oneof !== undefined && value !== undefined) {
    for (const other of of?.fields.values() ?? []) if (other.oneof === field.oneof) rivals.add(other.name);
  }
  const others = omitNames(target, rivals);
  return value === undefined ? others : Object.fromEntries([...Object.entries(others), [name, value]]);
};

/** True if the two values of an immutable field mean the same. */
const restates = ({ type, unsetMeans }: NamedField, before: unknown, after: unknown): boolean => {
  if (isSame(before, after) || (isZero(type, before) && isZero(type, after))) return true;
  return unsetMeans !== undefined && (isZero(type, after) || (isZero(type, before) && isSame(after, unsetMeans)));
};

/**
 * A message with the previous values of its immutable fields, in whatever way the change restates them.
 * @throws ApiError INVALID_ARGUMENT for a change of one
 */
const keepImmutable = <T extends JsonObject>(of: AnyMessage, previous: JsonObject, next: T, prefix = ''): T => {
  const restored: [string, unknown][] = [];
  for (const field of of.fields.values()) {
    const { name, immutable, type } = field;
    if (immutable && !isSame(previous[name], next[name])) {
      if (!restates(field, previous[name], next[name]))
        throw invalid([violationByPath(`${prefix}${name}`, 'is immutable')]);
      restored.push([name, previous[name]]);
    }
    // Most fields are not messages: nothing is made for them.
    const inner = findNested(field, next);
    const innerBefore = inner && findNested(field, previous);
    if (!inner || !innerBefore || !type.message) continue;
    const innerNext = keepImmutable(type.message(), innerBefore, inner, `${prefix}${name}.`);
    if (innerNext !== inner) restored.push([name, innerNext]);
  }
  return restored.length === 0 ? next : (omitUndefined({ ...next, ...Object.fromEntries(restored) }) as T);
};

/**
 * Applies a PATCH body to a stored row (spec §4P, behaviour §6). The fields of the mask change, and become zero if the body
 * does not have them; `*` replaces all fields but `keep`. Fields of a row that are not in its message stay.
 * @throws ApiError INVALID_ARGUMENT for a change of an immutable field
 */
export const applyMask = <T extends object>(
  of: AnyMessage,
  previous: T,
  body: JsonObject,
  mask: Mask,
  keep: readonly string[] = [],
): Change<T> => {
  const before = previous as JsonObject;
  if (mask !== '*' && mask.length === 0) return { next: previous, touched: new Set() };
  const next =
    mask === '*'
      ? { ...omitNames(before, new Set(of.fields.keys())), ...replaceMessage(of, before, body, keep) }
      : mask.reduce((changed, path) => assign(typeOf(of), changed, body, path), before);
  const touched =
    mask === '*'
      ? [...of.fields.values()].filter((field) => !stays(field, body[field.name], keep)).map(({ name }) => name)
      : mask.map(([name = '']) => name);
  return { next: keepImmutable(of, before, next) as T, touched: new Set(touched) };
};
