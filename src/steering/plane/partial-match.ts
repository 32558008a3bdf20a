import { compileRe2 } from '../../schema/re2.ts';
import type { MatchDifference } from '../contract/nouns.ts';

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** A pattern for whole paths, in which `*` is any text. */
export const pathPattern = (path: string): RegExp => new RegExp(`^${path.split('*').map(escaped).join('.*')}$`, 's');

/** Returns where an actual value is not as expected; nothing where it is. */
type Compare = (actual: unknown, path: string) => readonly MatchDifference[];

/** Reports a mistake in what is expected. */
type Report = (field: string, description: string) => void;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** What is not there is null, so that it can be shown as JSON. */
const differs = (field: string, expected: unknown, actual: unknown): readonly MatchDifference[] => [
  { field, expected, actual: actual ?? null },
];

const matchesNothing: Compare = (actual, path) => differs(path, undefined, actual);

const byPattern = (expected: unknown, pattern: unknown, path: string, report: Report): Compare => {
  const compiled = typeof pattern === 'string' ? compileRe2(pattern) : undefined;
  if (!compiled) {
    report(below(path, 'regex'), 'must be a regular expression of RE2');
    return matchesNothing;
  }
  return (actual, at) => {
    const isText = typeof actual === 'string' || typeof actual === 'number' || typeof actual === 'boolean';
    return isText && compiled.matcher(String(actual)).find() ? [] : differs(at, expected, actual);
  };
};

const byItems = (expected: readonly unknown[], path: string, report: Report): Compare => {
  const items = expected.map((item, index) => compared(item, `${path}[${index}]`, report));
  return (actual, at) => {
    if (!Array.isArray(actual)) return differs(at, expected, actual);
    const isMet = items.every((item) => actual.some((given) => item(given, at).length === 0));
    return isMet ? [] : differs(at, expected, actual);
  };
};

const byFields = (expected: Readonly<Record<string, unknown>>, path: string, report: Report): Compare => {
  const fields = Object.entries(expected).map(
    ([name, value]) => [name, compared(value, below(path, name), report)] as const,
  );
  return (actual, at) => {
    if (!isObject(actual)) return differs(at, expected, actual);
    return fields.flatMap(([name, field]) =>
      field(Object.hasOwn(actual, name) ? actual[name] : undefined, below(at, name)),
    );
  };
};

/**
 * Compiles what is expected: an object matches by the fields that it names, a list when each of its items matches some
 * item, `{regex}` by a pattern that is found in the text, `{any: true}` whatever is there, and `null` what is not there.
 * A number matches its decimal text, since 64-bit numbers are texts in JSON.
 */
export const compared = (expected: unknown, path: string, report: Report): Compare => {
  if (Array.isArray(expected)) return byItems(expected, path, report);
  if (!isObject(expected)) {
    return (actual, at) => {
      const isSame = expected === (actual ?? null) || (typeof expected === 'number' && String(expected) === actual);
      return isSame ? [] : differs(at, expected, actual);
    };
  }
  const [only, ...others] = Object.keys(expected);
  if (only === 'regex' && others.length === 0) return byPattern(expected, expected.regex, path, report);
  if (only === 'any' && others.length === 0 && expected.any === true) {
    return (actual, at) => (actual === undefined || actual === null ? differs(at, expected, actual) : []);
  }
  return byFields(expected, path, report);
};
