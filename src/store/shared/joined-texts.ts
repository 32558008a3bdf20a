/** A character that JSON has only escaped. */
const SEPARATOR = '\u0001';

/**
 * Joins texts of JSON, or empty ones, into one parameter of a statement. In an array each quote would be escaped and read
 * again, which takes longer than to store the text.
 */
export const joinTexts = (texts: readonly string[]): string => texts.map((text) => text + SEPARATOR).join('');

/** The array of the texts that are joined in a parameter. */
export const splitTexts = (parameter: string): string => `trim_array(string_to_array(${parameter}, chr(1)), 1)`;
