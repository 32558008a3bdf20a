import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { xmlText } from './junit-text.ts';

test('behaviour O10: no text becomes markup in the report for JUnit', () => {
  const any = fc.string({ unit: fc.constantFrom(...'<>&"\'a \n\u0000\ud800') });
  fc.assert(
    fc.property(any, (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      assert.doesNotMatch(xmlText(text), /[<>"'\u0000\ud800]|&(?!#\d+;)/);
    }),
  );
});
