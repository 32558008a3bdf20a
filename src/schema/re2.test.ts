import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRe2 } from './re2.ts';

const CASES: readonly (readonly [what: string, pattern: string, compiles: boolean])[] = [
  ['nothing', '', true],
  ['a word', 'repo:a', true],
  ['flags', '(?i)a', true],
  ['named groups', '(?P<name>a)', true],
  ['a long expression', 'a'.repeat(1_024), true],
  ['a longer one', 'a'.repeat(1_025), false],
  ['a repetition', 'a{1000}', true],
  ['a longer repetition', 'a{1001}', false],
  ['a few repetitions', '(?:a?){1000}'.repeat(4), true],
  ['many repetitions', '(?:a?){1000}'.repeat(12), false],
  ['a repetition of a repetition', '(?:a{100}){100}', false],
  ['a repetition of a repetition, and so on', `${'(?:'.repeat(9)}a${'{100})'.repeat(9)}{100}`, false],
  ['a group that does not end', '(', false],
  ['a look ahead', '(?=a)', false],
  ['a back reference', '(a)\\1', false],
];

// Each takes a tenth of a second. Code that expanded these repetitions before it checked the size would not end.
const LIMIT_MS = 10_000;

for (const [what, pattern, compiles] of CASES) {
  test(`${what} ${compiles ? 'is an' : 'is not an'} RE2 expression`, () => {
    const began = performance.now();
    assert.equal(compileRe2(pattern) !== undefined, compiles);
    assert.ok(performance.now() - began < LIMIT_MS);
  });
}
