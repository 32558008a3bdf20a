import { isObject } from '../../../features/evidence/json-value.ts';
import type { Schema } from './document.ts';

/** The schemas of which one, or all, describe a value, with the words before them. */
const CHOICES = { oneOf: 'one of', anyOf: 'any of', allOf: 'all of' } as const;

/** The schemas that a schema is made of, with the words before them; nothing if it is a plain one. */
export const choicesOf = (schema: Schema): readonly [words: string, schemas: readonly Schema[]] | undefined => {
  for (const [key, words] of Object.entries(CHOICES)) {
    const schemas = schema[key];
    if (Array.isArray(schemas)) return [words, schemas as readonly Schema[]];
  }
  return undefined;
};

/** The properties of an object, in order. */
export const propertiesOf = ({ properties }: Schema): readonly (readonly [name: string, schema: Schema])[] =>
  isObject(properties) ? (Object.entries(properties) as [string, Schema][]) : [];

/** The schema of each item of a list, or of each value of a map; undefined for anything else. */
export const innerOf = ({ type, items, additionalProperties }: Schema): readonly [string, Schema] | undefined => {
  if (type === 'array') return ['list of', isObject(items) ? items : {}];
  return isObject(additionalProperties) ? ['map of', additionalProperties] : undefined;
};

/** Bounds and forms with the words before them. */
const RULES: Readonly<Record<string, string>> = {
  const: 'always',
  default: 'if left out',
  format: 'format',
  minLength: 'characters at least',
  maxLength: 'characters at most',
  minimum: 'at least',
  maximum: 'at most',
  minItems: 'items at least',
  maxItems: 'items at most',
  minProperties: 'members at least',
  maxProperties: 'members at most',
  pattern: 'pattern',
};

/** The constraints on a value, each as words and a value. */
export const rulesOf = (schema: Schema): readonly (readonly [words: string, value: string])[] => [
  ...Object.entries(RULES).flatMap(([key, words]) =>
    schema[key] === undefined ? [] : [[words, String(schema[key])] as const],
  ),
  ...(Array.isArray(schema.enum) ? [['one of', schema.enum.join(', ')] as const] : []),
  ...(Array.isArray(schema.examples) ? [['such as', JSON.stringify(schema.examples[0])] as const] : []),
  ...(schema.example === undefined ? [] : [['such as', JSON.stringify(schema.example)] as const]),
];
