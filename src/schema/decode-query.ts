import { cachesByOwner } from './bounded-cache.ts';
import {
  type AnyMessage,
  type FieldType,
  int32,
  int64,
  type Kind,
  type NamedField,
  repeated,
  string,
} from './field-types.ts';
import { addViolation, type FieldViolation } from './field-violation.ts';
import { message, plain } from './message.ts';
import { canonicalFromText, expectation } from './scalars.ts';

const moment = (name: string): AnyMessage =>
  message(`google.protobuf.${name}`, 'A time in its parts.', {
    seconds: plain(1, int64(), 'Whole seconds.'),
    nanos: plain(2, int32(), 'Nanoseconds beside them.'),
  });

/** The messages of protobuf that JSON writes as a text; in a query their members may be named instead (behaviour §3.6). */
const WELL_KNOWN: Partial<Readonly<Record<Kind, AnyMessage>>> = {
  fieldMask: message('google.protobuf.FieldMask', 'The paths of fields.', {
    paths: plain(1, repeated(string()), 'Each path.'),
  }),
  timestamp: moment('Timestamp'),
  duration: moment('Duration'),
};

interface Members {
  readonly paths?: readonly string[];
  readonly seconds?: string;
  readonly nanos?: number;
}

const NANOS = 1_000_000_000;
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** The value of a field by its members; undefined if they make none. */
const valueOfMembers = (type: FieldType, { paths = [], seconds = '0', nanos = 0 }: Members): unknown => {
  if (type.kind === 'fieldMask') return paths.join(',');
  const whole = Number(seconds);
  const fraction = String(Math.abs(nanos)).padStart(9, '0');
  if (Math.abs(nanos) >= NANOS) return undefined;
  if (type.kind === 'duration') {
    if (whole * nanos < 0) return undefined;
    return canonicalFromText(type, `${whole < 0 || nanos < 0 ? '-' : ''}${Math.abs(whole)}.${fraction}s`);
  }
  if (nanos < 0 || whole < FIRST_SECOND || whole > LAST_SECOND) return undefined;
  return canonicalFromText(type, new Date(whole * 1_000).toISOString().replace('000Z', `${fraction}Z`));
};

/** The result of reading a query string as a request. */
export interface DecodedQuery {
  readonly value: Readonly<Record<string, unknown>>;
  readonly violations: readonly FieldViolation[];
}

/** Decodes `%xx` and `+`; undefined for a malformed escape and for bytes that are not UTF-8. */
const unescapeText = (text: string): string | undefined => {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

const valueFromText = (type: FieldType, text: string): unknown =>
  type.kind === 'message' ? type.fromText?.(text) : canonicalFromText(type, text);

/** The name of a field in queries, for messages about it. */
export const querySpelling = (field: NamedField): string => field.query ?? field.proto;

interface Parameter {
  readonly spelling: string;
  readonly field: NamedField;
  readonly path: readonly NamedField[];
  /** The spelling of the mask, the time or the duration that it is a member of. */
  readonly whole?: string;
}

/** A value that was sent, with the spelling of its name. */
interface Sent {
  readonly name: string;
  readonly text: string;
}

interface Given {
  readonly of: Parameter;
  readonly first: Sent;
  /** The values behind the first. */
  further?: Sent[];
}

/** The most parameters that a query may have, empty ones included; a form in a body may hold a million (behaviour §3.14). */
const MAX_PARAMETERS = 10_000;

/**
 * Reads a query string (without `?`) as a request message, with both spellings of each name (behaviour §3). Ignores
 * unknown parameters, and the fields in `except`, which the path has set.
 */
export const decodeQuery = (of: AnyMessage, query: string, except: ReadonlySet<string>): DecodedQuery => {
  if (query === '') return { value: {}, violations: [] };
  const pairs = query.split('&');
  if (pairs.length > MAX_PARAMETERS) {
    return {
      value: {},
      violations: [{ field: 'query', description: `must have at most ${MAX_PARAMETERS} parameters` }],
    };
  }
  const violations: FieldViolation[] = [];
  const given = new Map<string, Given>();
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = unescapeText(cut < 0 ? pair : pair.slice(0, cut));
    const text = unescapeText(cut < 0 ? '' : pair.slice(cut + 1));
    if (name === undefined || text === undefined || !text.isWellFormed()) {
      addViolation(violations, name ?? 'query', 'has a malformed percent escape');
      continue;
    }
    const found = resolveOnce(of, name);
    if (!found || except.has(found.first)) continue;
    if ('violation' in found) {
      addViolation(violations, found.violation.field, found.violation.description);
      continue;
    }
    const known = given.get(found.spelling);
    if (!known) given.set(found.spelling, { of: found, first: { name, text } });
    else if (known.further) known.further.push({ name, text });
    else known.further = [{ name, text }];
  }
  const value: Record<string, unknown> = {};
  for (const each of given.values()) {
    const read = readTexts(each, violations);
    const { path, whole } = each.of;
    if (whole !== undefined && given.has(whole)) {
      addViolation(
        violations,
        whole,
        `too many values for field "${whole}": it is given as a whole, and by its members`,
      );
    } else if (read !== undefined) assign(value, path, read);
  }
  for (const { of: parameter } of given.values()) joinMembers(value, parameter, violations);
  return { value, violations };
};

/** The field that a parameter names, or the violation of its name; undefined for an unknown name. */
type Resolved = ((Parameter | { readonly violation: FieldViolation }) & { readonly first: string }) | undefined;

const resolve = (of: AnyMessage, name: string): Resolved => {
  const path: NamedField[] = [];
  const spellings: string[] = [];
  let first = '';
  let within: AnyMessage | undefined = of;
  for (const part of name.split('.')) {
    if (!within) {
      const description = `invalid path: "${path.at(-1)?.name}" is not a message`;
      return { first, violation: { field: spellings.join('.'), description } };
    }
    const field = within.find(part);
    if (!field) return undefined;
    first ||= field.name;
    path.push(field);
    spellings.push(querySpelling(field));
    within = field.type.kind === 'message' ? field.type.message?.() : WELL_KNOWN[field.type.kind];
  }
  const field = path.at(-1);
  const spelling = spellings.join('.');
  if (!field) return undefined;
  if (field.type.kind === 'message' || field.type.kind === 'map') {
    const description = `invalid path: "${field.name}" is a message, name one of its fields`;
    return { first, violation: { field: spelling, description } };
  }
  const parent = path.at(-2);
  const whole = parent && WELL_KNOWN[parent.type.kind] ? spellings.slice(0, -1).join('.') : undefined;
  return { first, spelling, field, path, ...(whole !== undefined && { whole }) };
};

const CACHED_NAMES = 256;
const resolvedIn = cachesByOwner<AnyMessage, Resolved>(CACHED_NAMES);

/** Resolves a name through a cache, since clients repeat the same few names. */
const resolveOnce = (of: AnyMessage, name: string): Resolved => {
  const names = resolvedIn(of);
  if (names.has(name)) return names.get(name);
  const found = resolve(of, name);
  names.set(name, found);
  return found;
};

/** The error message for a parameter's text; an unknown number of an enum is reported as a number, not as a text. */
const describeWrongText = (type: FieldType, text: string): string =>
  expectation(type, type.kind === 'enum' && /^-?\d{1,10}$/.test(text) ? Number(text) : text);

/** Two spellings of one value are one value; the same spelling twice is not (behaviour §3.3, §3.4). */
const isOneValue = (sent: readonly Sent[]): boolean =>
  new Set(sent.map(({ name }) => name)).size === sent.length && new Set(sent.map(({ text }) => text)).size === 1;

const readTexts = ({ of, first, further = [] }: Given, violations: FieldViolation[]): unknown => {
  const { spelling, field } = of;
  const { type } = field;
  if (type.kind === 'repeated' && type.element) {
    const { element } = type;
    const read = [first, ...further].map(({ text }) => {
      const item = valueFromText(element, text);
      if (item === undefined) addViolation(violations, spelling, describeWrongText(element, text));
      return item;
    });
    return read.includes(undefined) ? undefined : read;
  }
  if (further.length > 0 && !isOneValue([first, ...further])) {
    const texts = [first, ...further].map(({ text }) => text);
    addViolation(violations, spelling, `too many values for field "${spelling}": ${texts.join(', ')}`);
    return undefined;
  }
  const read = valueFromText(type, first.text);
  if (read === undefined) addViolation(violations, spelling, describeWrongText(type, first.text));
  return read;
};

/** Makes one value of the members of a mask, a time or a duration, once all of them are there. */
const joinMembers = (
  value: Record<string, unknown>,
  { path, whole }: Parameter,
  violations: FieldViolation[],
): void => {
  const field = path.at(-2);
  if (!field || whole === undefined) return;
  let at: Record<string, unknown> | undefined = value;
  for (const { name } of path.slice(0, -2)) at = at?.[name] as Record<string, unknown> | undefined;
  const members = at?.[field.name];
  if (!at || typeof members !== 'object' || members === null) return;
  const made = valueOfMembers(field.type, members);
  if (made === undefined) addViolation(violations, whole, expectation(field.type));
  if (made === undefined) delete at[field.name];
  else at[field.name] = made;
};

const assign = (value: Record<string, unknown>, path: readonly NamedField[], read: unknown): void => {
  let at = value;
  for (let index = 0; index < path.length - 1; index += 1) {
    const { name } = path[index] as NamedField;
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  const last = path.at(-1);
  if (last) at[last.name] = read;
};
