/** A JSON object, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value at a path of names, such as `repo.uid`; undefined where the path leads nowhere. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (held, key) => (typeof held === 'object' && held !== null ? Reflect.get(held, key) : undefined),
      value,
    );
