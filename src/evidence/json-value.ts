/** An object as JSON has it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
