import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';

// Playwright sends each expectation as a step to the process that runs the tests, which takes longer than the comparison.
// These functions call it only for what does not hold. They are for expectations that are checked thousands of times.

/** Expects a value to equal another one, as `toEqual` does. */
export const expectEqual = (value: unknown, expected: unknown, message: string): void => {
  if (!isDeepStrictEqual(value, expected)) expect(value, message).toEqual(expected);
};

/** Expects a text to match a pattern. */
export const expectMatch = (text: unknown, pattern: RegExp, message: string): void => {
  if (typeof text !== 'string' || !pattern.test(text)) expect(text, message).toMatch(pattern);
};
