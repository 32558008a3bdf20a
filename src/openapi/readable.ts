import { isObject, type JsonObject } from '../json.ts';

/** The keywords that are beside a `$ref` rather than in an `allOf` with it, which generators make a type of. */
const BESIDE: ReadonlySet<string> = new Set(['description', 'readOnly', 'examples', 'default', 'not']);

/** `allOf: [{$ref}, {description}]`, as zod-to-openapi writes it for OpenAPI 3.0, as one object. */
const unwrapReference = (value: JsonObject): JsonObject => {
  const { allOf, ...rest } = value;
  if (!Array.isArray(allOf) || allOf.length !== 2 || Object.keys(rest).length > 0) return value;
  const [reference, annotations]: readonly unknown[] = allOf;
  if (!isObject(reference) || typeof reference.$ref !== 'string' || !isObject(annotations)) return value;
  return Object.keys(annotations).every((key) => BESIDE.has(key)) ? { ...reference, ...annotations } : value;
};

/** The keys that readers look for first, in this order; the others keep theirs. */
const FIRST = ['$ref', 'name', 'in', 'required', 'type', 'description', 'schema'];

const sortForReading = (value: JsonObject): JsonObject => {
  // Not a map of properties, which has the order of the table, and not an operation, which begins with its id.
  if ((typeof value.description !== 'string' && !isObject(value.schema)) || value.operationId !== undefined)
    return value;
  const first = FIRST.filter((key) => value[key] !== undefined && !Array.isArray(value[key]));
  // `required: false` is the default.
  const leading = first.filter((key) => key !== 'required' || value.required === true);
  const rest = Object.entries(value).filter(([key]) => !first.includes(key));
  return Object.fromEntries([...leading.map((key): [string, unknown] => [key, value[key]]), ...rest]);
};

/**
 * A part of a document as OpenAPI 3.1 allows to write it, for people to read: annotations of a reference are beside
 * it, and the keys that matter most come first. Examples stay as they are.
 */
export const makeReadable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(makeReadable);
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, item]) => {
    // `RegExp` escapes each slash, and a generator may do it once more.
    if (key === 'pattern' && typeof item === 'string') return [key, item.replace(/(\\[^/])|\\(?=\/)/g, '$1')];
    return [key, /^examples?$/.test(key) ? item : makeReadable(item)];
  });
  return sortForReading(unwrapReference(Object.fromEntries(inner)));
};
