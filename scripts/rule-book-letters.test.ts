import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorsOf, ruleFiles, ruleIndex } from './rule-book.ts';

const files = ruleFiles();
const lettered = files.flatMap(({ text }) => anchorsOf(text)).filter(({ id }) => /^[A-Z]\d+$/.test(id));

test('the index has each letter that a rule begins with, once and in order', () => {
  const used = new Set(lettered.map(({ id }) => id.charAt(0)));
  assert.ok(used.size > 20);
  const listed = [...ruleIndex(files).matchAll(/^\| ([A-Z]) \| [^|]+ \| [A-Z]\d+ \|$/gm)].map(([, letter]) => letter);
  assert.deepEqual(listed, [...used].sort());
});

test('the index names the next rule of each letter, which the book does not have', () => {
  const made = ruleIndex([
    { path: 'docs/rules/a.md', text: '- <a id="L2"></a>**L2 Two.** A fact.\n- <a id="L9"></a>**L9 Nine.** A fact.' },
    {
      path: 'docs/rules/b.md',
      text: '- <a id="L10"></a>**L10 Ten.** A fact.\n- <a id="4L.2"></a>**4L.2 Else.** A fact.',
    },
  ]);
  assert.match(made, /^\| L \| every List \| L11 \|$/m);
  assert.match(made, /^\| T \| tags \| T1 \|$/m);
});
