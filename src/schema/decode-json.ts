import { isObject } from '../json.ts';
import type { AnyMessage, FieldType, NamedField } from './field-types.ts';
import { addViolation, type FieldViolation, referToPath, type Sentence } from './field-violation.ts';
import { canonicalEnum, canonicalFromText, canonicalInt64, expectation } from './scalars.ts';

/** The result of reading a value as a message. */
export interface Decoded {
  /** Canonical, with exactly the fields that were set, without output-only ones. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly violations: readonly FieldViolation[];
  /** The paths that were set, down to the members of messages: the mask of a PATCH without one (behaviour §6.1). */
  readonly paths: readonly string[];
}

interface Reading {
  readonly violations: FieldViolation[];
  readonly paths: string[];
  /** The paths that were set and dropped, since only the service sets them. */
  readonly dropped: string[];
  /** Report unknown keys, rather than ignore them (behaviour §6.4). */
  readonly strict: boolean;
  /** Keep output-only fields: fixtures may set them. */
  readonly keepOutput: boolean;
}

/** The result of reading a value that is not valid; its violation is already reported. */
const REJECTED = Symbol('rejected');

const scalarFromJson = (type: FieldType, value: unknown): unknown => {
  // Every scalar but a boolean can be written as text.
  if (typeof value === 'string') return type.kind === 'bool' ? undefined : canonicalFromText(type, value);
  if (typeof value === 'boolean') return type.kind === 'bool' ? value : undefined;
  if (typeof value !== 'number') return undefined;
  switch (type.kind) {
    case 'int32':
      return value === (value | 0) ? value : undefined;
    case 'uint32':
      return value === value >>> 0 ? value : undefined;
    case 'int64':
      return Number.isSafeInteger(value) ? String(value) : undefined;
    case 'enum':
      return canonicalEnum(type, value);
    default:
      return undefined;
  }
};

const reject = (reading: Reading, field: string, description: Sentence): typeof REJECTED => {
  addViolation(reading.violations, field, description);
  return REJECTED;
};

const readValue = (type: FieldType, value: unknown, path: string, reading: Reading): unknown => {
  if (type.kind === 'message') {
    const inner = type.message?.();
    if (!inner || !isObject(value)) return reject(reading, path, expectation(type));
    return readMessage(inner, value, path, reading);
  }
  if (type.kind === 'repeated') {
    if (!Array.isArray(value) || !type.element) return reject(reading, path, expectation(type));
    const { element } = type;
    const inner: Reading = { ...reading, paths: [], dropped: [] };
    return value.map((item, index) => readValue(element, item, `${path}[${index}]`, inner));
  }
  if (type.kind === 'map') {
    if (!isObject(value) || !type.element) return reject(reading, path, expectation(type));
    const { element, key } = type;
    const inner: Reading = { ...reading, paths: [], dropped: [] };
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        if (key === 'int64' && canonicalInt64(name) === undefined) {
          reject(reading, `${path}.${name}`, 'must have a whole number as key');
        }
        if (!name.isWellFormed()) reject(reading, `${path}.${name}`, 'must have well-formed text as key');
        return [name, readValue(element, item, `${path}.${name}`, inner)];
      }),
    );
  }
  return scalarFromJson(type, value) ?? reject(reading, path, expectation(type, value));
};

const readMessage = (
  of: AnyMessage,
  value: Readonly<Record<string, unknown>>,
  path: string,
  reading: Reading,
): Readonly<Record<string, unknown>> => {
  const above = path === '' ? '' : `${path}.`;
  const given = new Map<NamedField, unknown>();
  let oneofs: Map<string, NamedField> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const field = of.find(key);
    if (!field) {
      if (reading.strict) reject(reading, above + key, `could not find field ${JSON.stringify(key)} in "${of.name}"`);
      continue;
    }
    if (item === null) continue;
    if (given.has(field)) reject(reading, above + field.name, `duplicate field "${field.name}"`);
    given.set(field, item);
    if (field.oneof !== undefined) {
      oneofs ??= new Map();
      const other = oneofs.get(field.oneof);
      if (other && other !== field) {
        const path = above + field.name;
        reject(reading, path, ['cannot be set together with ', referToPath(path, above + other.name)]);
      }
      oneofs.set(field.oneof, field);
    }
  }
  const result: Record<string, unknown> = {};
  for (const field of of.fields.values()) {
    if (!given.has(field)) continue;
    if (field.behaviour === 'output' && !reading.keepOutput) {
      reading.dropped.push(above + field.name);
      continue;
    }
    const before = reading.paths.length + reading.dropped.length;
    const read = readValue(field.type, given.get(field), above + field.name, reading);
    if (read === REJECTED) continue;
    // A message with only output-only fields changes nothing (behaviour §6.7).
    if (reading.paths.length + reading.dropped.length === before) reading.paths.push(above + field.name);
    result[field.name] = read;
  }
  return result;
};

/**
 * Reads a JSON value as a message, with both spellings of each name (behaviour §1.4). All violations are reported, in
 * table order within a message.
 */
export const decodeJson = (
  of: AnyMessage,
  value: unknown,
  options: { readonly strict?: boolean; readonly keepOutput?: boolean; readonly path?: string } = {},
): Decoded => {
  const reading: Reading = {
    violations: [],
    paths: [],
    dropped: [],
    strict: options.strict ?? false,
    keepOutput: options.keepOutput ?? false,
  };
  const { path = '' } = options;
  if (!isObject(value)) reject(reading, path, expectation({ kind: 'message' }));
  return {
    value: isObject(value) ? readMessage(of, value, path, reading) : {},
    violations: reading.violations,
    paths: reading.paths,
  };
};
