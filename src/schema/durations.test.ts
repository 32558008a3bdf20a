import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalFromSpelling, durationFrom } from './durations.ts';

const CASES: readonly (readonly [text: string, millis: number | undefined])[] = [
  ['0s', 0],
  ['90s', 90_000],
  ['1.5s', 1_500],
  ['-5s', -5_000],
  ['500ms', 500],
  ['2m', 120_000],
  ['1m30s', 90_000],
  ['72h1s', 259_201_000],
  ['1.5h', 5_400_000],
  ['7d', 604_800_000],
  ['1d2h3m4s5ms', 93_784_005],
  ['1h1h', 7_200_000],
  ['0.4ms', 0],
  ['315576000000s', 315_576_000_000_000],
  ['', undefined],
  ['90', undefined],
  ['h', undefined],
  ['1h 1s', undefined],
  ['1H', undefined],
  ['1w', undefined],
  ['.5h', undefined],
  ['1.h', undefined],
  ['-1h', undefined],
  ['1e3h', undefined],
  ['1h30', undefined],
  [`${'9'.repeat(20)}d`, undefined],
  [`${'9'.repeat(400)}d`, undefined],
];

for (const [text, millis] of CASES) {
  test(`${JSON.stringify(text.slice(0, 30))} is ${millis === undefined ? 'no duration' : `${millis} ms`}`, () => {
    assert.equal(durationFrom(text), millis);
  });
}

const CANONICAL: readonly (readonly [text: string, canonical: string | undefined])[] = [
  ['86400s', '86400s'],
  ['24h', '86400s'],
  ['1d', '86400s'],
  ['72h1s', '259201s'],
  ['1.5h', '5400s'],
  ['250ms', '0.250s'],
  ['-5s', '-5s'],
  ['0.000000001s', '0.000000001s'],
  ['315576000000s', '315576000000s'],
  ['4000000d', undefined],
  ['90', undefined],
  ['soon', undefined],
];

for (const [text, canonical] of CANONICAL) {
  test(`${text} is ${canonical ?? 'no duration'} in canonical form`, () => {
    assert.equal(canonicalFromSpelling(text), canonical);
  });
}
