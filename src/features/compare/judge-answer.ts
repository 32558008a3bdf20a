import type { BoundComparer, Judge } from './bound-comparer.ts';
import type { Difference } from './compare-values.ts';

/** An answer as a client sees it. */
export interface SeenAnswer {
  /** The status of HTTP, or of gRPC. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

/** The codes whose messages begin with words that the specification fixes (spec §7). */
const FIXED_WORDS: ReadonlySet<unknown> = new Set([3, 9]);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Cursors: each implementation seals its own. */
const CURSORS: ReadonlySet<unknown> = new Set(['nextPageToken', 'next_page_token']);

const headOf = (text: string): string => text.split(': ', 1)[0] ?? '';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** True for equal headers by the part that has a meaning: a media type, a scheme, a set of methods. */
const areHeaders = (name: unknown, one: unknown, other: unknown): boolean => {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  if (name === 'allow') return methodsIn(one) === methodsIn(other);
  const [word, otherWord] = [one, other].map((text) => text.split(/[;\s]/, 1)[0]?.toLowerCase());
  return word === otherWord;
};

const methodsIn = (text: string): string =>
  text
    .split(/\s*,\s*/)
    .sort()
    .join();

/** True for times of one form; `areEqual` demands the same moment, to the millisecond. */
const areTimes = (one: string, other: unknown, areEqual: boolean): boolean => {
  const match = typeof other === 'string' ? TIME.exec(other) : null;
  if (!match) return false;
  if ((match[1] === undefined) !== (TIME.exec(one)?.[1] === undefined)) return false;
  return !areEqual || Date.parse(one) === Date.parse(String(other));
};

/** The rules by which answers of two implementations are compared. */
export interface JudgeRules {
  /** True if both have the same rows, so that ids and times are the same. */
  readonly hasSameRows: boolean;
  /** Names of fields whose times depend on the moment of the call. */
  readonly momentary: ReadonlySet<string>;
}

/** Judges the values of an answer; of a failure, by the parts that the specification fixes. */
const judgeAnswer = (expected: SeenAnswer, { hasSameRows, momentary }: JudgeRules): Judge => {
  const code = (expected.body as { readonly code?: unknown } | null | undefined)?.code;
  const isFailure = typeof code === 'number';
  return (one, other, path, bound) => {
    if (path[0] === 'headers') return areHeaders(path[1], one, other);
    // An empty cursor is as good as none (behaviour L9).
    if (CURSORS.has(path.at(-1)) && (hasSameRows || !isText(one))) return isText(one) === isText(other);
    if (typeof one !== 'string') return Object.is(one, other);
    // Words for people, of which only the beginning can be fixed: a client branches on code and details.
    const isMessage = path.length === 2 && path[1] === 'message';
    if (isFailure && (isMessage || path.at(-1) === 'description')) {
      const isFixed = path.length === 2 && FIXED_WORDS.has(code);
      return isText(other) ? !isFixed || headOf(one) === headOf(other) : one === other;
    }
    if (TIME.test(one)) return areTimes(one, other, hasSameRows && !momentary.has(String(path.at(-1))));
    return hasSameRows ? one === other : bound(one, other, path);
  };
};

/** Compares an answer with the expected one, and counts what was compared. */
export const compareAnswers = (
  comparer: BoundComparer,
  expected: SeenAnswer,
  got: SeenAnswer,
  rules: JudgeRules,
): { readonly differences: readonly Difference[]; readonly comparisons: number } => {
  let comparisons = 0;
  const judge = judgeAnswer(expected, rules);
  const differences = comparer.differences(expected, got, (...values) => {
    comparisons += 1;
    return judge(...values);
  });
  return { differences, comparisons };
};
