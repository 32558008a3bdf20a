import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { type ApiVersion, type DocumentedOperation, documents, type Parameter, type Schema } from './openapi.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: true, code: { optimize: false } });
ajvFormats.default(ajv);
for (const [version, document] of Object.entries(documents)) ajv.addSchema(document as object, version);

const compiled = new WeakMap<Schema, ValidateFunction>();

/** The schema with references that hold outside of its document. */
const rooted = (node: unknown, version: ApiVersion): unknown => {
  if (Array.isArray(node)) return node.map((item) => rooted(item, version));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? `${version}${value}`
        : rooted(value, version),
    ]),
  );
};

const allows = (schema: Schema, version: ApiVersion, value: unknown): boolean => {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(rooted(schema, version) as object);
    compiled.set(schema, validate);
  }
  return validate(value);
};

/** True for a body that the document of its operation allows. */
export const allowsBody = ({ body = {}, version }: DocumentedOperation, value: unknown): boolean =>
  allows(body, version, value);

/** True for a value of a parameter that the document allows. */
export const allowsParameter = ({ schema = {} }: Parameter, version: ApiVersion, value: unknown): boolean =>
  allows(schema, version, value);
