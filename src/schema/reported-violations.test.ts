import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addViolation, brief, type FieldViolation, limitViolations } from './field-violation.ts';

const violations = (count: number, length: number): readonly FieldViolation[] =>
  Array.from({ length: count }, (_, nth) => ({ field: `f${nth}`, description: 'x'.repeat(length) }));

const CASES: readonly (readonly [what: string, found: readonly FieldViolation[], reported: number])[] = [
  ['none', [], 0],
  ['a few', violations(3, 10), 3],
  ['a thousand short ones', violations(1_000, 10), 1_000],
  ['more than a thousand', violations(200_000, 10), 1_000],
  ['a thousand long ones', violations(1_000, 5_000), 127],
  ['one long one', violations(1, 5_000_000), 1],
];

for (const [what, found, count] of CASES) {
  test(`of ${what}, ${count} are reported, the first of them`, () => {
    const reported = limitViolations(found);
    assert.deepEqual(
      reported.map(({ field }) => field),
      found.slice(0, count).map(({ field }) => field),
    );
  });
}

test('a text is repeated up to its 1,024th character, and no pair of surrogates is split', () => {
  assert.equal(brief('x'.repeat(1_024)), 'x'.repeat(1_024));
  assert.equal(brief('x'.repeat(1_025)), `${'x'.repeat(1_024)}…`);
  assert.equal(brief(`${'x'.repeat(1_023)}\u{1f600}`), `${'x'.repeat(1_023)}…`);
});

test('a violation is brief once it is added, and the thousand-and-first is not added', () => {
  const found: FieldViolation[] = [];
  for (let nth = 0; nth < 2_000; nth += 1) addViolation(found, 'f'.repeat(2_000), 'd'.repeat(2_000));
  assert.equal(found.length, 1_000);
  assert.deepEqual([found[0]?.field.length, found[0]?.description.length], [1_025, 1_025]);
});
