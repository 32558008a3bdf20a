import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { isObject } from '../support/json-object.ts';
import type { Parameter, Schema } from '../support/openapi.ts';
import { parsedYaml } from '../support/parsed-yaml.ts';

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Answer {
  readonly content?: Content;
}

interface Described {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** One operation of the control document, without references. */
export interface ControlOperation extends Described {
  /** Its method and path, such as `PUT /clock`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The node with the target in the place of each reference, and with `allOf` folded into it. */
const inlined = (node: unknown, root: unknown): unknown => {
  if (Array.isArray(node)) return node.map((item) => inlined(item, root));
  if (!isObject(node)) return node;
  const { $ref, allOf, ...rest } = node;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlined(value, root)]));
  if (Array.isArray(allOf) && allOf.some((part) => '$ref' in part))
    return Object.assign({}, ...allOf.map((part) => inlined(part, root)), own);
  if (typeof $ref !== 'string') return allOf === undefined ? own : { ...own, allOf: inlined(allOf, root) };
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), root);
  if (found === undefined) throw new Error(`the document has no ${$ref}`);
  return Object.assign({}, inlined(found, root), own);
};

/** The operations of the control document, in its order. */
export const controlOperations = (text: string): readonly ControlOperation[] => {
  const root = parsedYaml(text) as { readonly paths: Readonly<Record<string, object>> };
  return Object.entries(root.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...(inlined(described, root) as Described),
      id: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  );
};

const ajv = new Ajv2020({ strict: false, validateFormats: true, code: { optimize: false } });
ajvFormats.default(ajv);

const compiled = new WeakMap<Schema, ValidateFunction>();

/** The violations of a schema, in words; empty if there are none. */
export const violationsOf = (schema: Schema, value: unknown): string => {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
};
