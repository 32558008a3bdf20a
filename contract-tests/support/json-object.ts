/** An object of JSON, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
