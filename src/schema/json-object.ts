/** A JSON object, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object of JSON, which is neither null nor a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that is a text; empty for any other. */
export const textOrNone = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value at a path of names, such as `repo.uid`; undefined where the path leads nowhere. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (held, key) => (typeof held === 'object' && held !== null ? Reflect.get(held, key) : undefined),
      value,
    );
