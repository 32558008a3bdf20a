export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is not a list. */
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
