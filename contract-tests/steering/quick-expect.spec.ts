import { expect as judged, test } from '@playwright/test';
import fc from 'fast-check';
import { expect } from '../support/quick-expect.ts';

/** Another seed searches for more differences. */
const SEED = Number(process.env.EXPECT_SEED ?? 20_261_121);
const RUNS = Number(process.env.EXPECT_RUNS ?? 200);

const leaf = fc.constantFrom<unknown>('a', 'ab', '', 'name', 0, -0, 1, Number.NaN, null, undefined, true, 1n);
const patterns = fc.constantFrom<unknown>(
  /a/,
  /^$/,
  /b/g,
  expect.any(String),
  expect.stringMatching(/b/),
  expect.anything(),
);
const key = fc.constantFrom('a', 'name', 'length', 'a.b');

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: leaf, weight: 3 },
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(key, tie('value'), { maxKeys: 2, noNullPrototype: false }),
    fc.constant(new Date(0)),
    fc.constant(Buffer.from('a')),
  ),
}));

const expected = fc.oneof(
  value,
  value,
  patterns,
  fc.array(patterns, { maxLength: 2 }),
  fc.dictionary(key, patterns, { maxKeys: 2 }),
);

/** A value and what is expected of it, often the same. */
const pair = fc.oneof(
  fc.tuple(value, expected),
  value.map((same) => [same, structuredClone(same)] as const),
);

const NAMES = [
  ...['toBe', 'toEqual', 'toMatchObject', 'toMatch', 'toContain', 'toHaveLength', 'toHaveProperty', 'toBeLessThan'],
  ...['toBeLessThanOrEqual', 'toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeUndefined', 'toBeTruthy'],
];

type Matchers = Readonly<Record<string, (...values: readonly unknown[]) => void>>;

/** What fails, by its message; empty where the expectation holds. */
const failureOf = (expectation: () => void): string => {
  try {
    expectation();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('whatever is expected, it holds where it holds for Playwright', () => {
  const holds = (judge: typeof judged, name: string, isNot: boolean, [actual, wanted]: readonly unknown[]): boolean => {
    const matchers = judge(actual);
    const of = (isNot ? matchers.not : matchers) as unknown as Matchers;
    return failureOf(() => of[name]?.(wanted)) === '';
  };
  const held = new Map<boolean, number>();
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), fc.boolean(), pair, (name, isNot, values) => {
      const outcome = holds(judged, name, isNot, values);
      held.set(outcome, (held.get(outcome) ?? 0) + 1);
      if (holds(expect, name, isNot, values) !== outcome)
        throw new Error(`Playwright: it ${outcome ? 'holds' : 'fails'}`);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  judged(Math.min(held.get(true) ?? 0, held.get(false) ?? 0)).toBeGreaterThan(RUNS / 20);
});

test('an expectation that fails has its own message, and place', () => {
  const failure = failureOf(() => expect({ a: 1 }, 'of the answer').toEqual({ a: 2 }));
  judged(failure).toMatch(/of the answer/);
});

test('promises, polls and asymmetric matchers are those of Playwright', async () => {
  await expect(Promise.resolve(1)).resolves.toBe(1);
  await expect(Promise.reject(new Error('no'))).rejects.toThrow('no');
  await expect(Promise.resolve(1)).resolves.not.toBe(2);
  await expect.poll(() => 1).toBe(1);
  judged(
    await expect(Promise.resolve(1))
      .resolves.toBe(2)
      .catch((error: Error) => error.message),
  ).toMatch(/Expected/);
});
