import type { MatchDifference } from '../../generated/nouns.ts';
import { isObject } from '../json.ts';
import { compileRe2 } from '../schema/re2.ts';

/** A pattern for whole paths, in which `*` is any text. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's');

/** Returns the differences of an actual value from the expected one; none if it matches. */
type Compare = (actual: unknown, path: string) => readonly MatchDifference[];

/** Reports a mistake in an expectation. */
export type Report = (field: string, description: string) => void;

const pathBelow = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** A difference. A missing value is null, so that JSON can have it. */
const differs = (field: string, expected: unknown, actual: unknown): readonly MatchDifference[] => [
  { field, expected, actual: actual ?? null },
];

const compareByPattern = (expected: unknown, pattern: unknown, path: string, report: Report): Compare => {
  const compiled = typeof pattern === 'string' ? compileRe2(pattern) : undefined;
  if (!compiled) {
    report(pathBelow(path, 'regex'), 'must be a regular expression of RE2');
    return (actual, at) => differs(at, undefined, actual);
  }
  return (actual, at) => {
    const isText = typeof actual === 'string' || typeof actual === 'number' || typeof actual === 'boolean';
    return isText && compiled.matcher(String(actual)).find() ? [] : differs(at, expected, actual);
  };
};

const compareByItems = (expected: readonly unknown[], path: string, report: Report): Compare => {
  const items = expected.map((item, index) => compileExpected(item, `${path}[${index}]`, report));
  return (actual, at) => {
    if (!Array.isArray(actual)) return differs(at, expected, actual);
    const isMet = items.every((item) => actual.some((given) => item(given, at).length === 0));
    return isMet ? [] : differs(at, expected, actual);
  };
};

const compareByFields = (expected: Readonly<Record<string, unknown>>, path: string, report: Report): Compare => {
  const fields = Object.entries(expected).map(
    ([name, value]) => [name, compileExpected(value, pathBelow(path, name), report)] as const,
  );
  return (actual, at) => {
    if (!isObject(actual)) return differs(at, expected, actual);
    return fields.flatMap(([name, field]) =>
      field(Object.hasOwn(actual, name) ? actual[name] : undefined, pathBelow(at, name)),
    );
  };
};

/**
 * Compiles an expectation: an object matches by the fields that it names, a list when each of its items matches some
 * item, `{regex}` by a pattern that is found in the text, `{any: true}` whatever is there, and `null` a missing value.
 * A number matches its decimal text, since 64-bit numbers are texts in JSON.
 */
export const compileExpected = (expected: unknown, path: string, report: Report): Compare => {
  if (Array.isArray(expected)) return compareByItems(expected, path, report);
  if (!isObject(expected)) {
    return (actual, at) => {
      const isSame = expected === (actual ?? null) || (typeof expected === 'number' && String(expected) === actual);
      return isSame ? [] : differs(at, expected, actual);
    };
  }
  const [only, ...others] = Object.keys(expected);
  if (only === 'regex' && others.length === 0) return compareByPattern(expected, expected.regex, path, report);
  if (only === 'any' && others.length === 0 && expected.any === true) {
    return (actual, at) => (actual === undefined || actual === null ? differs(at, expected, actual) : []);
  }
  return compareByFields(expected, path, report);
};
