import { z } from '@hono/zod-openapi';
import { orderPattern } from '../kernel/order-by.ts';
import type { BoundHttpOperation } from '../kernel/over-http.ts';
import type { ListRule } from '../kernel/resource.ts';
import { querySpelling } from '../schema/decode-query.ts';
import { naturalDigitsOf64Bits } from '../schema/digit-patterns.ts';
import type { Edition } from '../schema/edition.ts';
import { type FieldType, matching, type NamedField, repeated, string } from '../schema/field-types.ts';
import type { Components } from './components.ts';
import type { Examples } from './examples.ts';
import { schemaOf } from './fields.ts';
import type { DocumentedPath, PathVariable } from './paths.ts';

const code = (name: string): string => `\`${name}\``;

interface QueryField {
  readonly name: string;
  readonly field: NamedField;
}

/** True for a list of messages without a short form, which no query can have (behaviour §3.11). */
const isBeyondQueries = ({ type: { element } }: NamedField): boolean =>
  element?.kind === 'message' && element.fromText === undefined;

/** The query parameters of fields: a message has a short form, or one parameter for each of its members. */
const queryFields = (fields: Iterable<NamedField>, prefix = ''): readonly QueryField[] =>
  [...fields].flatMap((field) => {
    const name = `${prefix}${querySpelling(field)}`;
    const { type } = field;
    if (isBeyondQueries(field)) return [];
    if (type.kind !== 'message' || type.fromText) return { name, field };
    return queryFields(type.message?.().fields.values() ?? [], `${name}.`);
  });

const toShortForm = ({ textPattern }: FieldType): FieldType =>
  textPattern === undefined ? string() : matching(new RegExp(textPattern, 'u'), '', '');

const toQueryType = (type: FieldType): FieldType => {
  if (type.fromText) return toShortForm(type);
  return type.element?.fromText ? repeated(toShortForm(type.element)) : type;
};

interface Paging {
  readonly minimum?: number;
  readonly pattern?: string;
  readonly default?: number;
  readonly words?: string;
}

/** A smallest number: 64 bits are a text, which a pattern keeps from being negative. */
const minimumOf = ({ type, minimum }: NamedField): Paging => {
  if (minimum === undefined) return {};
  return type.kind === 'int64' ? { pattern: naturalDigitsOf64Bits } : { minimum };
};

/** The fields by which a List is sorted, in words and as a pattern. */
const describeSorting = ({ sortable, order }: ListRule, pattern: string): Paging => ({
  pattern,
  // No default: some generators send it on every page, and a page_token goes on in its own order (clients §7.2).
  words: `Sortable: ${sortable.map(code).join(', ')}. Without it, the order is ${code(order)}, or that of the page_token.`,
});

/** The rules of paging fields beyond their tables: defaults and limits. */
const describePaging = (field: NamedField, { list, sorted = list, resource }: BoundHttpOperation): Paging => {
  const { name, type } = field;
  if (name === 'orderBy' && type.kind === 'string' && sorted)
    return describeSorting(sorted, orderPattern(resource, sorted));
  if (!list) return minimumOf(field);
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
): [string, z.ZodType] => {
  const { words, ...rules } = describePaging(field, bound);
  const isRequired = field.behaviour === 'required';
  // Pages that try calls fill in examples; one of an optional filter would narrow the result of a call.
  const example = isRequired ? { example: examples.field(field, 'input', bound.resource.singular) } : {};
  const description = words === undefined ? field.description : `${field.description} ${words}`;
  const schema = schemaOf(toQueryType(field.type), 'input', components, isRequired ? 'refused' : 'unset').openapi({
    ...rules,
    param: { description, ...example, ...(field.deprecated && { deprecated: true }) },
  });
  return [name, isRequired ? schema : schema.optional()];
};

/** The query parameters of an operation, in the spelling of the specification; undefined if it has none. */
export const queryOf = (
  bound: BoundHttpOperation,
  { variables }: DocumentedPath,
  components: Components,
  examples: Examples,
): z.ZodObject | undefined => {
  const { request, http } = bound.operation;
  if (http.body === '*') return undefined;
  const given = new Set([...variables.map(({ root }) => root), http.body]);
  const fields = queryFields([...request.fields.values()].filter(({ name }) => !given.has(name)));
  if (fields.length === 0) return undefined;
  return z.object(Object.fromEntries(fields.map((field) => queryParameter(field, bound, components, examples))));
};

/** The published name of a variable, where the document must use another. */
const describeRenaming = ({ name, field }: PathVariable, { spelling }: Edition): readonly string[] => {
  if (spelling === 'proto') return name === field.proto ? [] : [`It is published as \`{${field.proto}}\`.`];
  return field.name === 'parent' && name !== 'parent' ? ['It is the `{parent}` of the specification.'] : [];
};

const pathWords = (variable: PathVariable, edition: Edition): string => {
  const { field, many } = variable;
  return [
    field.description,
    ...describeRenaming(variable, edition),
    ...(many ? ['Its slashes may be sent as they are or as `%2F`.'] : []),
  ].join(' ');
};

/** The path parameters of an operation; undefined if its path has no variable. */
export const paramsOf = (
  { resource, operation }: BoundHttpOperation,
  { variables }: DocumentedPath,
  examples: Examples,
): z.ZodObject | undefined => {
  if (variables.length === 0) return undefined;
  return z.object(
    Object.fromEntries(
      variables.map((variable) => {
        const example = examples.field(variable.field, 'input', resource.singular);
        return [
          variable.name,
          z
            .string()
            .min(1)
            .openapi({ param: { description: pathWords(variable, operation.edition), example } }),
        ];
      }),
    ),
  );
};
