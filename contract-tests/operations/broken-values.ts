import type { Schema } from '../support/openapi.ts';

/** A value that breaks one rule of a schema, and what is wrong with it. */
export type Broken = readonly [what: string, value: unknown];

const LONGEST = 70_000;

/** Texts of which some break a given pattern, and some match a pattern that is ruled out. */
const OFFERS: readonly string[] = [
  ' ',
  'UPPER CASE!',
  'no/such',
  '\n',
  'a b\tc',
  '-',
  ':',
  'x'.repeat(600),
  '0',
  '0s',
  '0000-01-01T00:00:00Z',
  '99999999999999999999s',
  '2027-01-01T00:00:00.1234567890Z',
];

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** Values of which none is of the type. */
const wrongTypes = (schema: Schema): readonly unknown[] => {
  const types = typesOf(schema);
  if (schema.enum || schema.anyOf || schema.oneOf) return [true, {}, []];
  if (types.includes('array')) return ['text', 7, {}];
  if (types.includes('object')) return ['text', 7, []];
  if (types.includes('boolean')) return ['true', 1, {}];
  if (types.includes('integer') || types.includes('number')) return ['many', 1.5, {}, true];
  if (types.includes('string')) return schema.format === 'int64' ? ['many', true, {}] : [7, true, {}, []];
  return [];
};

const matches = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text);

/** Texts that break the rules of a schema for texts. The empty text is one of them only if it is ruled out. */
export const brokenTexts = ({ pattern, format, minLength, maxLength, not }: Schema): readonly Broken[] => {
  const found: Broken[] = [];
  const other = pattern === undefined ? undefined : OFFERS.find((text) => !matches(pattern, text));
  if (other !== undefined) found.push(['breaks the pattern', other]);
  const excluded = not?.pattern;
  if (excluded !== undefined) {
    const text = OFFERS.find((offer) => matches(excluded, offer) && (pattern === undefined || matches(pattern, offer)));
    if (text !== undefined) found.push(['matches the pattern that is ruled out', text]);
  }
  if (minLength !== undefined) found.push(['is empty', '']);
  if (maxLength !== undefined && maxLength < LONGEST) found.push(['is too long', 'x'.repeat(maxLength + 1)]);
  if (format === 'date-time') found.push(['is not a timestamp', 'yesterday']);
  return found;
};

/** A key that begins with one that a pattern of the form `^(?:one|other)` has. */
const beginningWith = (pattern: string): string =>
  `${pattern
    .replaceAll(/^\^\(\?:|\)$/g, '')
    .split('|')[0]
    ?.replaceAll('\\', '')}x`;

const brokenMaps = ({ minProperties, propertyNames, additionalProperties }: Schema): readonly Broken[] => {
  const value = typeof additionalProperties === 'object' && additionalProperties.type === 'string' ? 'x' : {};
  const reserved = propertyNames?.not?.pattern;
  return [
    ...(minProperties === undefined ? [] : [['has too few members', {}] as const]),
    ...(reserved === undefined ? [] : [['has a reserved key', { [beginningWith(reserved)]: value }] as const]),
    ...(propertyNames?.pattern === undefined ? [] : [['has a key of another form', { 'no number': value }] as const]),
  ];
};

const brokenLists = ({ minItems, maxItems, items }: Schema): readonly Broken[] => [
  ...(minItems === undefined ? [] : [['has too few items', []] as const]),
  ...(maxItems === undefined
    ? []
    : [['has too many items', Array.from({ length: maxItems + 1 }, (_, at) => `x${at}`)] as const]),
  ...(items?.not?.enum ?? []).map((item) => ['has an item that is ruled out', [item]] as const),
];

const brokenNumbers = ({ minimum, maximum }: Schema): readonly Broken[] => [
  ...(minimum === undefined ? [] : [['is too small', minimum - 1] as const]),
  ...(maximum === undefined ? [] : [['is too large', maximum + 1] as const]),
];

/** Values that break one rule of a schema each. */
export const brokenValues = (schema: Schema): readonly Broken[] => [
  ...wrongTypes(schema).map((value) => ['is of another type', value] as const),
  ...(schema.enum ? [['is not a value of the enum', 'NO_SUCH_VALUE'] as const] : []),
  ...(schema.not?.enum ?? []).map((value) => ['is a value that is ruled out', value] as const),
  ...brokenTexts(schema),
  ...brokenMaps(schema),
  ...brokenLists(schema),
  ...brokenNumbers(schema),
];
