import { isDeepStrictEqual } from 'node:util';
import { expect as reported } from '@playwright/test';

type Holds = (value: unknown, expected: unknown) => boolean;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isWithin: Holds = (value, expected) => {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return false;
    return expected.every((item, at) => isWithin(value[at], item));
  }
  if (!isPlain(expected)) return isDeepStrictEqual(value, expected);
  if (!isPlain(value)) return false;
  return Object.entries(expected).every(([key, item]) => Object.hasOwn(value, key) && isWithin(value[key], item));
};

/** True if a value surely meets a matcher; false also if only Playwright can decide. */
export const HOLDS = {
  toBe: Object.is,
  toEqual: isDeepStrictEqual,
  toMatchObject: (value, expected) => (isPlain(value) || Array.isArray(value)) && isWithin(value, expected),
  toContain: (value, expected) => {
    if (typeof value === 'string') return typeof expected === 'string' && value.includes(expected);
    return Array.isArray(value) && value.includes(expected);
  },
  toMatch: (value, expected) => typeof value === 'string' && expected instanceof RegExp && value.search(expected) >= 0,
  toHaveLength: (value, expected) => Array.isArray(value) && value.length === expected,
  toBeGreaterThan: (value, expected) => typeof value === 'number' && typeof expected === 'number' && value > expected,
  toBeLessThan: (value, expected) => typeof value === 'number' && typeof expected === 'number' && value < expected,
} as const satisfies Readonly<Record<string, Holds>>;

const matchers = new Map<string | symbol, Holds>(Object.entries(HOLDS));

/** The expectation of a value, and the message if it does not hold. */
interface Expectation {
  readonly value: unknown;
  readonly message: Parameters<typeof reported>[1];
}

/** Lets Playwright judge, and show the place of the test in what it throws. */
const judge = ({ value, message }: Expectation, name: string | symbol, expected: unknown): unknown => {
  try {
    return Reflect.get(reported(value, message), name)(expected);
  } catch (error) {
    const { stack } = error as Error;
    const ofTest = stack?.split('\n').filter((line) => !line.includes(import.meta.filename));
    throw Object.assign(error as Error, { stack: ofTest?.join('\n') });
  }
};

const matcherOf: ProxyHandler<Expectation> = {
  get: (expectation, name) => {
    const holds = matchers.get(name);
    if (!holds) return Reflect.get(reported(expectation.value, expectation.message), name);
    return (expected: unknown) => holds(expectation.value, expected) || judge(expectation, name, expected);
  },
};

/**
 * Playwright's `expect`, which is called only for what may not hold: it takes a stack trace for every expectation, and
 * sends it as a step to the process that runs the tests, which takes longer than what is tested.
 */
export const expect = new Proxy(reported, {
  apply: (_, __, [value, message]) => new Proxy({ value, message }, matcherOf),
});
