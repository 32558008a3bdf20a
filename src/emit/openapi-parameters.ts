import { z } from '@hono/zod-openapi';
import type { BoundHttpOperation } from '../kernel/standard-operations.ts';
import { querySpelling } from '../schema/decode-query.ts';
import { type FieldType, type NamedField, repeated, string } from '../schema/field-types.ts';
import type { Operation } from '../schema/operation.ts';
import type { Components } from './openapi-components.ts';
import type { Examples } from './openapi-examples.ts';
import { schemaOf } from './openapi-fields.ts';
import type { DocumentedPath, PathVariable } from './openapi-paths.ts';

interface QueryField {
  readonly name: string;
  readonly field: NamedField;
}

/** A message has a short form in a query, or gives one parameter for each of its members. */
const queryFields = (fields: Iterable<NamedField>, prefix = ''): readonly QueryField[] =>
  [...fields].flatMap((field) => {
    const name = `${prefix}${querySpelling(field)}`;
    const { type } = field;
    if (type.kind !== 'message' || type.fromText) return { name, field };
    return queryFields(type.message?.().fields.values() ?? [], `${name}.`);
  });

const inQuery = (type: FieldType): FieldType => {
  if (type.fromText) return string();
  return type.element?.fromText ? repeated(string()) : type;
};

const code = (name: string): string => `\`${name}\``;

interface Paging {
  readonly minimum?: number;
  readonly default?: number | string;
  readonly words?: string;
}

/** What asks for a slice of a full result set of v1; only pages are counted from 1 (behaviour §12.4 V8). */
const SLICES: ReadonlyMap<string, Paging> = new Map([
  ['pageSize', { minimum: 0 }],
  ['limit', { minimum: 0 }],
  ['offset', { minimum: 0 }],
  ['page', { minimum: 1 }],
]);

/** What is to be said of the paging fields beyond their tables: what is left out, and what is too large. */
const paging = ({ name }: NamedField, { resource, operation, v1 }: BoundHttpOperation): Paging => {
  // A List with a published cursor has a size of its own, some as a text of 64 bits.
  if (operation.version === 'v1') return v1?.list?.cursor && name === 'pageSize' ? {} : (SLICES.get(name) ?? {});
  const { order, sortable } = resource.verbs.list ?? { order: '', sortable: [] };
  switch (name) {
    // No maximum: a larger value is taken as 200, not refused (behaviour L2).
    case 'pageSize':
      return { minimum: 0, default: 50, words: 'A larger value is taken as 200.' };
    case 'skip':
      return { minimum: 0, default: 0 };
    case 'orderBy':
      return { default: order, words: `Sortable: ${sortable.map(code).join(', ')}.` };
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
  const { words, ...rules } = bound.verb === 'list' ? paging(field, bound) : {};
  const isRequired = field.behaviour === 'required';
  // An example would be filled in by whoever tries a call in the browser, and narrow what it finds.
  const example = isRequired ? { example: examples.field(field, 'input', bound.resource.singular) } : {};
  const description = words === undefined ? field.description : `${field.description} ${words}`;
  const schema = schemaOf(inQuery(field.type), 'input', components).openapi({
    ...rules,
    param: { description, ...example, ...(field.deprecated && { deprecated: true }) },
  });
  return [name, isRequired ? schema : schema.optional()];
};

/** The query parameters of an operation, in spec.md's spelling; undefined where it takes none. */
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

/** Which name it goes by elsewhere, where the document cannot keep that. */
const renamed = ({ name, field }: PathVariable, version: Operation['version']): readonly string[] => {
  if (version === 'v1') return name === field.proto ? [] : [`It is published as \`{${field.proto}}\`.`];
  return field.name === 'parent' && name !== 'parent' ? ['It is the `{parent}` of the specification.'] : [];
};

const pathWords = (variable: PathVariable, version: Operation['version']): string => {
  const { field, many } = variable;
  return [
    field.description,
    ...renamed(variable, version),
    ...(many ? ['Its slashes may be sent as they are or as `%2F`.'] : []),
  ].join(' ');
};

/** The path parameters of an operation; undefined where its path has no variable. */
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
            .openapi({ param: { description: pathWords(variable, operation.version), example } }),
        ];
      }),
    ),
  );
};
