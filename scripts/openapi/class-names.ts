import { isObject, type JsonObject } from '../../src/json.ts';

/** The rest of a name in a generated client: case and separators are the generator's own. */
const foldName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];

/** The paths of unnamed schemas within another, of which generators make classes or enums. */
const findUnnamed = (schema: JsonObject, path: string): readonly string[] => {
  const own = schema.type === 'object' || schema.enum !== undefined || schema.oneOf !== undefined ? [path] : [];
  return [...own, ...membersOf(schema, path)];
};

const membersOf = (schema: JsonObject, path: string): readonly string[] => [
  ...entriesOf(schema.properties).flatMap(([name, property]) =>
    isObject(property) ? findUnnamed(property, `${path}.${name}`) : [],
  ),
  ...(isObject(schema.items) ? findUnnamed(schema.items, `${path}.item`) : []),
  ...(isObject(schema.additionalProperties)
    ? findUnnamed(schema.additionalProperties, `${path}.additionalProperty`)
    : []),
];

/**
 * Demands that no two schemas of a document have one name in a generated client. Generators drop dots and underscores
 * and set the case, and they call a schema that has no name by the field that holds it (clients §7.1).
 * @throws Error that names the two schemas
 */
export const demandDistinctClasses = (schemas: JsonObject): void => {
  const known = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    for (const path of [name, ...(isObject(schema) ? membersOf(schema, name) : [])]) {
      const before = known.get(foldName(path));
      if (before !== undefined) throw new Error(`${before} and ${path} have one name in generated clients`);
      known.set(foldName(path), path);
    }
  }
};
