import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { anchorsOf, partOf } from './rule-book.ts';

const page = readFileSync('docs/behaviour.md', 'utf8');

/** The letters of the legend at the top of the rule book, each with the section that its rules are in. */
const legend = [...page.matchAll(/^\| ([A-Z]) \| [^|]+ \| \[([\d.]+)\]\(#\2\) \|$/gm)].map(
  ([, letter = '', section = '']) => ({ letter, section }),
);

/** The rules of a text whose names begin with a letter. */
const letteredRules = (text: string): readonly string[] =>
  anchorsOf(text)
    .map(({ id }) => id)
    .filter((id) => /^[A-Z]\d+$/.test(id));

test('the legend of the rule book has each letter that a rule begins with, once and in order', () => {
  const used = new Set(letteredRules(page).map((id) => id.charAt(0)));
  assert.ok(used.size > 20);
  assert.deepEqual(
    legend.map(({ letter }) => letter),
    [...used].sort(),
  );
});

for (const { letter, section } of legend) {
  test(`all rules of the letter ${letter} are in section ${section}, as the legend says`, () => {
    const within = new Set(letteredRules(partOf(page, section)));
    const rules = letteredRules(page).filter((id) => id.startsWith(letter));
    assert.ok(rules.length > 0);
    assert.deepEqual(
      rules.filter((id) => !within.has(id)),
      [],
    );
  });
}
