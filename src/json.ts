/** A JSON object, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object of JSON, which is neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a text in JSON; undefined for any other text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value of a text in JSON, or else the text itself. */
export const jsonOrText = (text: string): unknown => {
  const value = parseJson(text);
  return value === undefined ? text : value;
};

/** The object that a text has as JSON. @throws Error for any other text */
export const parseObject = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error('it must be a JSON object');
  return value;
};

/**
 * Copies an object, with one more member or with another value of a member. V8 gives each `{ ...given, more }` a hidden
 * class of its own: that takes microseconds to make, and every later read of the object is slow.
 */
export const withMember = <T extends object, K extends string, V>(given: T, name: K, value: V): T & Record<K, V> => {
  const copy = Object.assign({}, given) as Record<string, unknown>;
  copy[name] = value;
  return copy as T & Record<K, V>;
};

/** A value as JSON that is the same for equal values, whatever the order of their keys; empty for undefined. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  ) ?? '';

/** A value that is a text; empty for any other. */
export const textOrNone = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value at a path of names, such as `repo.uid`; undefined if the path leads nowhere. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      value,
    );

/**
 * Replaces each text in a value of JSON. `change` receives a text with the name of the member that has it, or that has
 * its list; `changeName` replaces the names of members.
 */
export const mapTexts = (
  value: unknown,
  change: (text: string, name: string) => string,
  changeName = (name: string): string => name,
  name = '',
): unknown => {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, changeName, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [changeName(key), mapTexts(item, change, changeName, key)]),
  );
};
