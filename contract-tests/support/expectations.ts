import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';

// Playwright reports each expectation as a step to the process that runs the tests, which takes longer than to compare.
// Here what holds is not reported: these are for what is expected of thousands of answers.

/** Expects a value to equal another one, as `toEqual` does. */
export const expectEqual = (value: unknown, expected: unknown, message: string): void => {
  if (!isDeepStrictEqual(value, expected)) expect(value, message).toEqual(expected);
};

/** Expects a text to match a pattern. */
export const expectMatch = (text: unknown, pattern: RegExp, message: string): void => {
  if (typeof text !== 'string' || !pattern.test(text)) expect(text, message).toMatch(pattern);
};
