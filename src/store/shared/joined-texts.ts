/** A character that JSON has only escaped. */
const SEPARATOR = '\u0001';

/**
 * Joins texts of JSON, or empty ones, into one parameter of a statement. In an array each quote would be escaped and read
 * again, which takes longer than to store the text.
 */
export const joinTexts = (texts: readonly string[]): string => {
  // Added up, they are copied once, when they are sent.
  let joined = '';
  for (const text of texts) joined += text + SEPARATOR;
  return joined;
};

/** The array of the texts that are joined in a parameter: as many as an array beside it has items. */
export const splitTexts = (parameter: string, beside: string): string =>
  `(string_to_array(${parameter}, chr(1)))[:cardinality(${beside})]`;
