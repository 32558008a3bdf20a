import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorsOf, ruleFiles, ruleIndex } from './rule-book.ts';

const files = ruleFiles();
const lettered = files.flatMap(({ text }) => anchorsOf(text)).filter(({ id }) => /^[A-Z]\d+$/.test(id));

test('the index has each letter that a rule begins with, once and in order', () => {
  const used = new Set(lettered.map(({ id }) => id.charAt(0)));
  assert.ok(used.size > 20);
  const listed = [...ruleIndex(files).matchAll(/^\| ([A-Z]) \| [^|]+ \|$/gm)].map(([, letter]) => letter);
  assert.deepEqual(listed, [...used].sort());
});
