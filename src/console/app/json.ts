import { isObject, type JsonObject } from '../../evidence/json-value.ts';

export { isObject, type JsonObject };

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
