import type { EnumType, FieldType } from './field-types.ts';

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const DURATION = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const INT64_MAX = 9_223_372_036_854_775_807n;

/** A timestamp in its canonical form (UTC, three digits); undefined when the text is not one. */
export const canonicalTimestamp = (text: string): string | undefined => {
  const match = RFC3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  if (y < 1 || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCDate() !== d) return undefined;
  date.setUTCHours(h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (sign !== undefined) {
    if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
    const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
    date.setTime(date.getTime() - (sign === '+' ? offset : -offset));
  }
  const year4 = date.getUTCFullYear();
  return year4 < 1 || year4 > 9999 ? undefined : date.toISOString();
};

/** A duration in its canonical form (`90s`, `1.500s`); undefined when the text is not one. */
export const canonicalDuration = (text: string): string | undefined => {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const [, sign = '', seconds = '0', fraction = ''] = match;
  if (Number(seconds) > 315_576_000_000) return undefined;
  const digits = fraction.replace(/0+$/, '');
  const padded = digits === '' ? '' : `.${digits.padEnd(Math.ceil(digits.length / 3) * 3, '0')}`;
  return `${sign}${BigInt(seconds)}${padded}s`;
};

/** Milliseconds of a canonical duration. */
export const durationMillis = (text: string): number => Number(text.slice(0, -1)) * 1000;

/** Standard base64 with padding; undefined when the text is not base64 in either alphabet. */
export const canonicalBytes = (text: string): string | undefined => {
  if (!BASE64.test(text)) return undefined;
  const bare = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  return bare.length % 4 === 1 ? undefined : Buffer.from(bare, 'base64').toString('base64');
};

/** A 64-bit integer as a decimal string; undefined when the text is not one. */
export const canonicalInt64 = (text: string): string | undefined => {
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value > INT64_MAX || value < -INT64_MAX - 1n ? undefined : value.toString();
};

/** A 32-bit integer; undefined when the text is not one. */
export const canonicalInt32 = (text: string): number | undefined => {
  if (!/^[+-]?\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value === (value | 0) ? value : undefined;
};

/** A whole number of 32 bits without a sign; undefined when the text is not one. */
const canonicalUint32 = (text: string): number | undefined => {
  if (!/^\+?\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value === value >>> 0 ? value : undefined;
};

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** A boolean in any of the spellings that a query may use (behaviour §3.8). */
export const canonicalBool = (text: string): boolean | undefined =>
  TRUE.has(text) ? true : FALSE.has(text) ? false : undefined;

const namesByNumber = new WeakMap<EnumType, ReadonlyMap<number, string>>();

/** The name of an enum's number, the first of several; undefined when there is none. */
export const enumNameOf = (of: EnumType, number: number): string | undefined => {
  let names = namesByNumber.get(of);
  if (!names) {
    names = new Map(
      Object.entries(of.values)
        .reverse()
        .map(([name, value]) => [value, name]),
    );
    namesByNumber.set(of, names);
  }
  return names.get(number);
};

/** The name of an enum value, given by name or number; undefined when there is none. */
export const canonicalEnum = ({ enum: of }: FieldType, value: string | number): string | undefined => {
  if (!of) return undefined;
  if (typeof value === 'number') return enumNameOf(of, value);
  if (Object.hasOwn(of.values, value)) return value;
  return /^-?\d{1,10}$/.test(value) ? enumNameOf(of, Number(value)) : undefined;
};

/** The canonical form of a scalar from its text, as in a query, or in JSON for types that JSON writes as text. */
export const canonicalFromText = (type: FieldType, text: string): unknown => {
  switch (type.kind) {
    case 'string':
    case 'fieldMask':
      return text.isWellFormed() ? text : undefined;
    case 'bool':
      return canonicalBool(text);
    case 'int32':
      return canonicalInt32(text);
    case 'uint32':
      return canonicalUint32(text);
    case 'int64':
      return canonicalInt64(text);
    case 'bytes':
      return canonicalBytes(text);
    case 'timestamp':
      return canonicalTimestamp(text);
    case 'duration':
      return canonicalDuration(text);
    case 'enum':
      return canonicalEnum(type, text);
    default:
      return undefined;
  }
};

/** The value of an unset field of the type; undefined if it has none. */
export const zeroOf = (type: FieldType): unknown => {
  switch (type.kind) {
    case 'string':
    case 'bytes':
    case 'fieldMask':
      return '';
    case 'bool':
      return false;
    case 'int32':
    case 'uint32':
      return 0;
    case 'int64':
      return '0';
    case 'enum':
      return Object.keys(type.enum?.values ?? {})[0];
    case 'repeated':
      return [];
    case 'map':
      return {};
    default:
      return undefined;
  }
};

/** True for an absent value and for the zero value of its type. */
export const isZero = (type: FieldType, value: unknown): boolean => {
  if (value === undefined) return true;
  if (type.kind === 'repeated') return (value as readonly unknown[]).length === 0;
  if (type.kind === 'map') return Object.keys(value as object).length === 0;
  return value === zeroOf(type);
};

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'must be a string',
  bool: 'must be true or false',
  int32: 'must be a whole number between -2147483648 and 2147483647',
  uint32: 'must be a whole number between 0 and 4294967295',
  int64: 'must be a whole number of at most 64 bits',
  bytes: 'must be base64',
  timestamp: 'must be an RFC 3339 timestamp with an offset',
  duration: 'must be a duration in seconds, such as "3600s"',
  fieldMask: 'must be a comma-separated list of fields',
  message: 'must be an object',
  repeated: 'must be a list',
  map: 'must be an object',
};

/** The error message for a value that is not of the type. */
export const expectation = (type: Pick<FieldType, 'kind'>, value?: unknown): string =>
  typeof value === 'string' && !value.isWellFormed()
    ? 'must be valid Unicode: it has half of a surrogate pair'
    : type.kind === 'enum'
      ? typeof value === 'string' || typeof value === 'number'
        ? `unknown value ${JSON.stringify(value)}`
        : 'must be the name of an enum value'
      : (EXPECTED[type.kind] ?? 'is not valid');
