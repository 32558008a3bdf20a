import type { AnyMessage, FieldType, NamedField } from '../schema/field-types.ts';
import { of as typeOf } from '../schema/message.ts';
import { isZero } from '../schema/scalars.ts';
import { invalid, invalidField } from './errors.ts';

type Value = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** What a PATCH comes to. */
export interface Change<T> {
  readonly next: T;
  /** The fields that it sets or clears; none when nothing is to be written (behaviour §6.3). */
  readonly touched: ReadonlySet<string>;
}

type Mask = '*' | readonly Path[];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Resolves one path of a mask; a reason when it names no field, `undefined` when it names one only the service sets. */
const resolve = (of: AnyMessage, text: string): Path | string | undefined => {
  const path: string[] = [];
  let message: AnyMessage | undefined = of;
  let keyed: FieldType | undefined;
  for (const part of text.split('.')) {
    if (keyed) {
      path.push(part);
      message = keyed.kind === 'message' ? keyed.message?.() : undefined;
      keyed = undefined;
      continue;
    }
    const field: NamedField | undefined = message?.find(part);
    if (!field) return `unknown field ${JSON.stringify(text)}`;
    if (field.behaviour === 'output') return undefined;
    path.push(field.name);
    message = field.type.kind === 'message' ? field.type.message?.() : undefined;
    keyed = field.type.kind === 'map' ? field.type.element : undefined;
  }
  return path;
};

const readMask = (of: AnyMessage, text: string): Mask => {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))];
  if (parts.includes('*')) {
    if (parts.length === 1) return '*';
    throw invalidField('updateMask', '"*" cannot be combined with other fields');
  }
  const resolved = parts.map((part) => resolve(of, part));
  const wrong = resolved.filter((path) => typeof path === 'string');
  if (wrong.length > 0) throw invalid(...wrong.map((description) => ({ field: 'updateMask', description })));
  return resolved.filter((path): path is Path => Array.isArray(path));
};

const held = (field: NamedField, value: Value): Value | undefined =>
  field.type.kind === 'message' ? (value[field.name] as Value | undefined) : undefined;

/** True when replacing a whole message leaves a field as it is. */
const stays = (field: NamedField, given: unknown, keep: readonly string[]): boolean =>
  field.behaviour === 'output' ||
  ((field.behaviour === 'input' || field.immutable || keep.includes(field.name)) && isZero(field.type, given));

/**
 * A message as the body has it, keeping what the caller cannot replace: what the service sets, what may not
 * change, and what is only taken on input when the body leaves it out (behaviour §6.11).
 */
const replaced = (of: AnyMessage, previous: Value, body: Value, keep: readonly string[]): Value => {
  const next: [string, unknown][] = [];
  for (const field of of.fields.values()) {
    const given = body[field.name];
    const before = previous[field.name];
    const inner = held(field, body);
    const value = stays(field, given, keep)
      ? before
      : inner && field.type.message
        ? replaced(field.type.message(), held(field, previous) ?? {}, inner, [])
        : given;
    if (value !== undefined) next.push([field.name, value]);
  }
  return Object.fromEntries(next);
};

const without = (value: Value, names: ReadonlySet<string>): Value =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));

/** A key of its own; a map may have any key, also one that every object has. */
const own = (value: Value | undefined, name: string): unknown =>
  value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;

/** A message or map with what lies along a path taken from the body. */
const assign = (type: FieldType | undefined, target: Value, body: Value | undefined, path: Path): Value => {
  const [name, ...rest] = path;
  if (name === undefined) return target;
  const of = type?.kind === 'message' ? type.message?.() : undefined;
  const field = of?.fields.get(name);
  const inner = type?.kind === 'map' ? type.element : field?.type;
  const given = own(body, name);
  const before = own(target, name);
  // Without presence a zero is the same as nothing.
  const isCleared = field !== undefined && !field.presence && field.oneof === undefined && isZero(field.type, given);
  let value = isCleared ? undefined : given;
  if (rest.length > 0) {
    const next = assign(inner, (before ?? {}) as Value, given as Value | undefined, rest);
    // Clearing inside what is not set leaves it unset.
    value = before === undefined && Object.keys(next).length === 0 ? undefined : next;
  } else if (inner?.kind === 'message' && inner.message && given !== undefined) {
    value = replaced(inner.message(), (before ?? {}) as Value, given as Value, []);
  }
  const rivals = new Set([name]);
  if (field?.oneof !== undefined && value !== undefined) {
    for (const other of of?.fields.values() ?? []) if (other.oneof === field.oneof) rivals.add(other.name);
  }
  const others = without(target, rivals);
  return value === undefined ? others : Object.fromEntries([...Object.entries(others), [name, value]]);
};

const demandUnchanged = (of: AnyMessage, previous: Value, next: Value, prefix: string): void => {
  for (const field of of.fields.values()) {
    const path = `${prefix}${field.name}`;
    const [before, after] = [previous[field.name], next[field.name]];
    if (field.immutable && !same(before, after) && !(isZero(field.type, before) && isZero(field.type, after))) {
      throw invalidField(path, `${path} is immutable`);
    }
    const [inner, innerBefore] = [held(field, next), held(field, previous)];
    if (inner && innerBefore && field.type.message)
      demandUnchanged(field.type.message(), innerBefore, inner, `${path}.`);
  }
};

/**
 * Applies a PATCH body to a stored row (spec §4P, behaviour §6). Without a mask the fields given change; with one
 * the fields it lists do, and the ones absent from the body fall to zero; `*` replaces all of them. What a row holds
 * beyond its message stays.
 * @param paths the fields that the body gives, for a call without a mask
 * @throws ApiError INVALID_ARGUMENT for a bad mask or a change of what may not change
 */
export const applyMask = <T extends object>(
  of: AnyMessage,
  previous: T,
  body: Value,
  mask: string,
  paths: readonly string[],
  keptByWildcard: readonly string[] = [],
): Change<T> => {
  const before = previous as Value;
  const read: Mask = mask === '' ? paths.map((path) => path.split('.')) : readMask(of, mask);
  if (read !== '*' && read.length === 0) return { next: previous, touched: new Set() };
  const next =
    read === '*'
      ? { ...without(before, new Set(of.fields.keys())), ...replaced(of, before, body, keptByWildcard) }
      : read.reduce((so, path) => assign(typeOf(of), so, body, path), before);
  demandUnchanged(of, before, next, '');
  const touched =
    read === '*'
      ? [...of.fields.values()]
          .filter((field) => !stays(field, body[field.name], keptByWildcard))
          .map(({ name }) => name)
      : read.map(([name = '']) => name);
  return { next: next as T, touched: new Set(touched) };
};
