import { isDeepStrictEqual } from 'node:util';
import { expect as judged } from '@playwright/test';

type Message = Parameters<typeof judged>[1];
type Check = (actual: unknown, ...expected: readonly unknown[]) => boolean;

interface Asymmetric {
  readonly asymmetricMatch: (actual: unknown) => boolean;
}

const ASYMMETRIC = Symbol.for('jest.asymmetricMatcher');

const isAsymmetric = (value: object): value is Asymmetric =>
  (value as { readonly $$typeof?: unknown }).$$typeof === ASYMMETRIC;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether a value surely is as expected, with or without fields besides those expected. */
const matches = (actual: unknown, expected: unknown, isPart: boolean): boolean => {
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected);
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual);
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => matches(actual[index], item, isPart))
    );
  }
  if (!isPlain(expected) || !isPlain(actual)) return isDeepStrictEqual(actual, expected);
  const keys = Object.keys(expected);
  return (
    (isPart || Object.keys(actual).length === keys.length) &&
    keys.every((key) => Object.hasOwn(actual, key) && matches(actual[key], expected[key], isPart))
  );
};

const has = (actual: unknown, item: unknown): boolean | undefined => {
  if (Array.isArray(actual)) return actual.some((each) => each === item);
  return typeof actual === 'string' && typeof item === 'string' ? actual.includes(item) : undefined;
};

/** Undefined where it depends on more than the two values. */
const reads = (actual: unknown, pattern: unknown): boolean | undefined => {
  if (typeof actual !== 'string') return undefined;
  if (typeof pattern === 'string') return actual.includes(pattern);
  return pattern instanceof RegExp && !pattern.global && !pattern.sticky ? pattern.test(actual) : undefined;
};

/** Undefined where the name is a path, or there is a value to compare. */
const holds = (actual: unknown, name: unknown, more: readonly unknown[]): boolean | undefined =>
  isPlain(actual) && typeof name === 'string' && /^\w+$/.test(name) && more.length === 0 ? name in actual : undefined;

const numbers = (compare: (a: number, b: number) => boolean): Check => {
  return (actual, expected) => typeof actual === 'number' && typeof expected === 'number' && compare(actual, expected);
};

/** Whether an expectation surely holds; what is not sure is left to Playwright. */
const SURE: Readonly<Record<string, Check>> = {
  toBe: (actual, expected) => Object.is(actual, expected),
  toEqual: (actual, expected) => matches(actual, expected, false),
  toMatchObject: (actual, expected) =>
    (isPlain(expected) || Array.isArray(expected)) && matches(actual, expected, true),
  toMatch: (actual, pattern) => reads(actual, pattern) === true,
  toContain: (actual, item) => has(actual, item) === true,
  toHaveLength: (actual, length) => (Array.isArray(actual) || typeof actual === 'string') && actual.length === length,
  toBeLessThan: numbers((a, b) => a < b),
  toBeLessThanOrEqual: numbers((a, b) => a <= b),
  toBeGreaterThan: numbers((a, b) => a > b),
  toBeGreaterThanOrEqual: numbers((a, b) => a >= b),
};

const SURE_NOT: Readonly<Record<string, Check>> = {
  toBe: (actual, expected) => !Object.is(actual, expected),
  toMatch: (actual, pattern) => reads(actual, pattern) === false,
  toContain: (actual, item) => has(actual, item) === false,
  toHaveProperty: (actual, name, ...more) => holds(actual, name, more) === false,
};

type Matcher = (...expected: readonly unknown[]) => unknown;
type MatchersByName = Readonly<Record<string, unknown>>;

/** A value with Playwright's matchers for it, which are made only where they are needed. */
class Judged {
  readonly actual: unknown;
  readonly message: Message;

  constructor(actual: unknown, message: Message) {
    this.actual = actual;
    this.message = message;
  }

  matchers(): MatchersByName {
    return judged(this.actual, this.message) as unknown as MatchersByName;
  }
}

class JudgedNot extends Judged {
  override matchers(): MatchersByName {
    return super.matchers().not as MatchersByName;
  }
}

/** Gives a class each of Playwright's matchers by its name, ahead of which goes the check that is sure, if it has one. */
const giveMatchers = (to: typeof Judged, names: readonly string[], sure: Readonly<Record<string, Check>>): void => {
  for (const name of names) {
    const check = sure[name];
    const get = check
      ? function (this: Judged): Matcher {
          return (...expected) =>
            check(this.actual, ...expected) ? undefined : (this.matchers()[name] as Matcher)(...expected);
        }
      : function (this: Judged): unknown {
          return this.matchers()[name];
        };
    Object.defineProperty(to.prototype, name, { get });
  }
};

const NAMES = Object.keys(judged(undefined)).filter((name) => name !== 'not');
giveMatchers(Judged, NAMES, SURE);
giveMatchers(JudgedNot, NAMES, SURE_NOT);
Object.defineProperty(Judged.prototype, 'not', {
  get(this: Judged) {
    return new JudgedNot(this.actual, this.message);
  },
});

/**
 * Playwright's expect. For each expectation it takes a stack trace and sends two messages to the process that reports,
 * which is a third of the suite's time and read by nobody where the expectation holds. So those that surely hold return
 * at once; all others are judged and reported by Playwright.
 */
export const expect: typeof judged = Object.defineProperties(
  (actual: unknown, message: Message) => new Judged(actual, message),
  Object.getOwnPropertyDescriptors(judged),
) as unknown as typeof judged;
