import { expect as reported } from '@playwright/test';
import { expect, HOLDS } from './expect.ts';
import { test } from './test.ts';

const SHARED = { a: 1 };

/** Values of which some equal others, have them as a part, or look as if they did. */
const VALUES: readonly unknown[] = [
  ...[undefined, null, 0, -0, 1, 2, Number.NaN, '', 'a', 'ab', /a/g, /^b/],
  ...[[], ['a'], ['a', 'b'], [undefined], [['a']], [1, 2], [null]],
  ...[{}, SHARED, { a: 1 }, { a: 2 }, { a: undefined }, { a: 1, b: ['a', { c: null }] }, { b: ['a', {}] }],
  ...[new Date(0), new Map([['a', 1]]), new Set(['a']), new Error('a'), Object.create({ a: 1 }), () => 1],
  ...[reported.anything(), reported.any(Number), { a: reported.any(Number) }, reported.stringMatching('a')],
];

for (const [name, holds] of Object.entries(HOLDS)) {
  test(`all that ${name} accepts is accepted by Playwright, and nothing else passes`, () => {
    const pairs = VALUES.flatMap((value) => VALUES.map((expected) => [value, expected] as const));
    const holding = pairs.filter(([value, expected]) => holds(value, expected));
    reported(holding.length).toBeGreaterThan(1);
    for (const [value, expected] of holding) Reflect.get(reported(value), name)(expected);
    reported(() => Reflect.get(expect({ b: 1 }), name)(SHARED)).toThrow();
  });
}
