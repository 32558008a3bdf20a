import type { JsonObject } from '../../src/json.ts';
import type { BoundHttpOperation } from '../../src/kernel/over-http.ts';
import type { Examples } from '../../src/openapi/examples.ts';
import { querySpelling } from '../../src/schema/decode-query.ts';
import { omitUndefined } from '../../src/schema/defined.ts';
import type { Edition } from '../../src/schema/edition.ts';
import { type FieldType, matching, type NamedField, repeated, string } from '../../src/schema/field-types.ts';
import type { Components } from './components.ts';
import { naturalDigitsOf64Bits } from './digits-of-64-bits.ts';
import { schemaOf } from './fields.ts';
import { orderPattern } from './order-pattern.ts';
import type { DocumentedPath, PathVariable } from './paths.ts';

const code = (name: string): string => `\`${name}\``;

interface QueryField {
  readonly name: string;
  readonly field: NamedField;
}

/** The query parameters of fields: a message has a short form, or one parameter for each of its members. */
const queryFields = (fields: Iterable<NamedField>, prefix = ''): readonly QueryField[] =>
  [...fields].flatMap((field) => {
    const name = `${prefix}${querySpelling(field)}`;
    const { type } = field;
    // A list of messages without a short form: no query can have it (behaviour §3.11).
    if (type.element?.kind === 'message' && type.element.fromText === undefined) return [];
    if (type.kind !== 'message' || type.fromText) return { name, field };
    return queryFields(type.message?.().fields.values() ?? [], `${name}.`);
  });

const toShortForm = ({ textPattern }: FieldType): FieldType =>
  textPattern === undefined ? string() : matching(new RegExp(textPattern, 'u'), '', '');

interface Paging {
  readonly minimum?: number;
  readonly pattern?: string;
  readonly default?: number;
  readonly words?: string;
}

/** The rules of paging fields beyond their tables: defaults and limits. */
const describePaging = (field: NamedField, { list, sorted = list, resource }: BoundHttpOperation): Paging => {
  const { name, type, minimum } = field;
  if (name === 'orderBy' && type.kind === 'string' && sorted) {
    const { sortable, order } = sorted;
    // No default: some generators send it on every page, and a page_token goes on in its own order (clients §7.2).
    const words = `Sortable: ${sortable.map(code).join(', ')}. Without it, the order is ${code(order)}, or the order of the list that the page_token is from.`;
    return { pattern: orderPattern(resource, sorted), words };
  }
  if (!list) {
    if (minimum === undefined) return {};
    // 64 bits are a text, which a pattern keeps from being negative.
    return type.kind === 'int64' ? { pattern: naturalDigitsOf64Bits } : { minimum };
  }
  switch (name) {
    // No maximum: a larger value means 200 and is not rejected (behaviour L2).
    case 'pageSize':
      return { minimum: 0, default: 50, words: 'A larger value means 200.' };
    case 'skip':
      return { minimum: 0, default: 0 };
    default:
      return {};
  }
};

const queryParameter = (
  { name, field }: QueryField,
  bound: BoundHttpOperation,
  components: Components,
  examples: Examples,
): JsonObject => {
  const { words, ...rules } = describePaging(field, bound);
  const required = field.behaviour === 'required';
  const { type } = field;
  const items = type.element?.fromText ? repeated(toShortForm(type.element)) : type;
  const asked = type.fromText ? toShortForm(type) : items;
  const schema = schemaOf(asked, 'input', components, required ? 'refused' : 'unset');
  return {
    name,
    in: 'query',
    required,
    description: words === undefined ? field.description : `${field.description} ${words}`,
    schema: { ...schema, ...rules },
    // Pages that try calls fill in examples; one of an optional filter would narrow the result of a call.
    ...(required && omitUndefined({ example: examples.field(field, 'input', bound.resource.singular) })),
    ...(field.deprecated && { deprecated: true }),
  };
};

/** The query parameters of an operation, in the spelling of the specification. */
export const queryOf = (
  bound: BoundHttpOperation,
  { variables }: DocumentedPath,
  components: Components,
  examples: Examples,
): readonly JsonObject[] => {
  const { request, http } = bound.operation;
  if (http.body === '*') return [];
  const given = new Set([...variables.map(({ root }) => root), http.body]);
  return queryFields([...request.fields.values()].filter(({ name }) => !given.has(name))).map((field) =>
    queryParameter(field, bound, components, examples),
  );
};

const pathWords = ({ name, field, many }: PathVariable, { spelling }: Edition): string => {
  // The published name of a variable, where the document must use another.
  const isRenamed = spelling === 'proto' && name !== field.proto;
  const isParent = spelling !== 'proto' && field.name === 'parent' && name !== 'parent';
  return [
    field.description,
    ...(isRenamed ? [`It is published as \`{${field.proto}}\`.`] : []),
    ...(isParent ? ['It is the `{parent}` of the specification.'] : []),
    ...(many ? ['Its slashes may be sent as they are or as `%2F`.'] : []),
  ].join(' ');
};

/** The path parameters of an operation. */
export const paramsOf = (
  { resource, operation }: BoundHttpOperation,
  { variables }: DocumentedPath,
  examples: Examples,
): readonly JsonObject[] =>
  variables.map((variable) => ({
    name: variable.name,
    in: 'path',
    required: true,
    description: pathWords(variable, operation.edition),
    schema: { type: 'string', minLength: 1 },
    ...omitUndefined({ example: examples.field(variable.field, 'input', resource.singular) }),
  }));
