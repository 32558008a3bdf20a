import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentLines } from './messages.ts';

const CASES: readonly (readonly [what: string, text: string, indent: string, lines: readonly string[]])[] = [
  ['no text is no comment', '', '', []],
  ['blanks are no comment', ' \n\n ', '', []],
  ['a short text is one line', 'One repo.', '  ', ['  // One repo.']],
  ['line breaks and runs of blanks are one blank', 'a\nb   c', '', ['// a b c']],
  ['an empty line parts paragraphs', 'a\n\n\nb', '  ', ['  // a', '  //', '  // b']],
  ['a line may be 100 columns wide', `${'x'.repeat(95)} y`, '', [`// ${'x'.repeat(95)} y`]],
  ['a wider line is broken between words', `${'x'.repeat(96)} y`, '', [`// ${'x'.repeat(96)}`, '// y']],
  ['the indent counts', `${'x'.repeat(93)} y`, '    ', [`    // ${'x'.repeat(93)}`, '    // y']],
  ['a word that is wider stays whole', `a ${'x'.repeat(120)} b`, '', ['// a', `// ${'x'.repeat(120)}`, '// b']],
];

for (const [what, text, indent, lines] of CASES) {
  test(what, () => assert.deepEqual(commentLines(text, indent), lines));
}
