import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesWhole } from './claim-match.ts';

const CASES: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  ['repo:a', 'repo:a', true],
  ['repo:a', 'repo:ab', false],
  ['repo:a', 'xrepo:a', false],
  ['repo:.*', 'repo:a/b@1:ref', true],
  ['^repo:a$', 'repo:a', true],
  ['', '', true],
  ['', 'a', false],
  ['a*', '', true],
  // The alternatives are anchored as a whole, and the longer one counts too.
  ['a|ab', 'a', true],
  ['a|ab', 'ab', true],
  ['a|ab', 'abc', false],
  ['a|b', 'xb', false],
  ['a|b', 'ax', false],
  ['a*?', 'aaa', true],
  // The end of the text is its end, not the line's.
  ['a$', 'a\n', false],
  ['a', 'a\n', false],
  ['.*', 'a\nb', false],
  ['(?s).*', 'a\nb', true],
  ['(?m)^b$', 'a\nb', false],
  ['REPO', 'repo', false],
  ['(?i)REPO', 'repo', true],
  ['(?i)re(?-i)PO', 'REpo', false],
  ['.', '😀', true],
  ['\\p{L}+', 'ñü', true],
  ['[а-я]+', 'мир', true],
  ['é', 'é'.normalize('NFD'), false],
  ['\\Qa.b\\E', 'a.b', true],
  ['a.b', 'a.b', true],
  ['a\\.b', 'axb', false],
];

for (const [pattern, text, matches] of CASES) {
  test(`${JSON.stringify(pattern)} ${matches ? 'matches' : 'does not match'} ${JSON.stringify(text)}`, () => {
    assert.equal(matchesWhole(pattern, text), matches);
    assert.equal(matchesWhole(pattern, text), matches, 'the second time too');
  });
}

// RE2 knows neither look-around nor back references, and limits repetition.
for (const pattern of ['(', '[', 'a**', '(?=a)a', '(?!b)a', '(a)\\1', 'a{1001}', '\\']) {
  test(`${pattern} is no expression, and matches nothing`, () => {
    for (const text of ['', 'a', 'aa', pattern]) assert.equal(matchesWhole(pattern, text), false);
  });
}

const SLOW_ELSEWHERE: readonly (readonly [pattern: string, text: string])[] = [
  ['(a+)+$', `${'a'.repeat(30_000)}!`],
  ['(x+x+)+y', 'x'.repeat(30_000)],
  ['(.*)(.*)(.*)(.*)(.*)x', 'a'.repeat(20_000)],
  ['(a|aa)+', `${'a'.repeat(30_000)}!`],
  ['(?:a?){1000}'.repeat(400), `${'a'.repeat(2_000)}!`],
];

// Ten milliseconds each as it is. A matcher that goes back never ends with the first four, and one without a bound needs
// a minute for the last.
const LIMIT_MS = 10_000;

for (const [pattern, text] of SLOW_ELSEWHERE) {
  test(`${pattern.slice(0, 24)} on ${text.length} characters takes no time`, () => {
    const began = performance.now();
    assert.equal(matchesWhole(pattern, text), false);
    assert.ok(performance.now() - began < LIMIT_MS, `${performance.now() - began} ms`);
  });
}

test('an expression that would take too long on a text matches nothing, and matches on a shorter one', () => {
  const pattern = '(?:a?){1000}'.repeat(4);
  assert.equal(matchesWhole(pattern, 'a'.repeat(2_000)), false);
  assert.equal(matchesWhole(pattern, 'a'.repeat(100)), true);
  assert.equal(matchesWhole('a+', 'a'.repeat(100_000)), true);
});

test('more expressions than are kept still match correctly', () => {
  for (let at = 0; at < 600; at += 1) assert.equal(matchesWhole(`v${at}`, `v${at}`), true);
  for (let at = 0; at < 600; at += 1) assert.equal(matchesWhole(`v${at}`, `v${at + 1}`), false);
});
