/** An object as JSON has it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as text over several lines. */
export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** The object that a text has as JSON. @throws Error for any other text */
export const parseObject = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error('it must be a JSON object');
  return value;
};

/** The number in a text; the text where it has none, so that it is sent as it is, and refused. */
export const numberIn = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));
