/** An object as JSON has it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as text over several lines. */
export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';
