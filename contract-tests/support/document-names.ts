import { type ApiVersion, resolve, type Schema } from './openapi.ts';
import { seen } from './profile.ts';
import { camelName, snakeName } from './spelling.ts';

// Samples have the names of the default profile; the document of another one may have others.

/** A value with the names that a schema of the document has. */
export const inDocumentNames = (given: Schema, version: ApiVersion, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { items = {}, properties = {} } = resolve(given, version);
  if (Array.isArray(value)) return value.map((item) => inDocumentNames(items, version, item));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = [key, camelName(key), snakeName(key)].find((each) => each in properties) ?? key;
      return [name, inDocumentNames(properties[name] ?? {}, version, item)];
    }),
  );
};

/**
 * Names of v1 in one casing, to compare errors with the document: errors have snake case, whatever
 * the casing of answers (behaviour §12.4 V1).
 */
export const inOneCasing = (names: string, version: ApiVersion): string =>
  version === 'v1' && seen.camelV1 ? camelName(names) : names;
