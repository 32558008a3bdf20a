import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { anyCharacter } from '../../scripts/any-character.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { pairLines } from './yaml-text.ts';

const written = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .flatMap(([key, item]) => [...pairLines(key, item, 0)])
    .map((line) => `${line}\n`)
    .join('');

/** A value as JSON whose keys are sorted; `__proto__` is an ordinary one. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${members.sort().join()}}`;
};

const line = fc.oneof(
  fc.constantFrom('', ' ', 'a', ' a', 'a ', '#', '- a', 'a: b', '---', '...', '\t', 'null', 'é', '\u2028', '\u0085'),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);
const text = fc.oneof(
  fc.constantFrom('', 'true', 'Yes', 'null', '~', '1', '0x1', '1e3', '<<', '__proto__', '\ud800', 'a\r\nb\n', '!tag'),
  fc.string({ unit: anyCharacter }),
  fc.array(line).map((lines) => lines.join('\n')),
  fc.array(line).map((lines) => lines.map((one) => `${one}\n`).join('')),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));

test('every value is read back as it was, by the reader of fixtures and by another', () => {
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 4 }), (given) => {
      const plain = JSON.parse(JSON.stringify(given)) as typeof given;
      if (Object.keys(plain).length === 0) return;
      assert.equal(canonical(parseFixture(written(plain), 'a').contents), canonical(plain));
      assert.equal(canonical(parse(written(plain))), canonical(plain));
    }),
    { numRuns: 300 },
  );
});

test('YAML is written as people write it by hand', () => {
  const value = { name: 'app-1', digest: 'sha256:ab', list: ['a', { b: [1, []] }], none: {}, text: 'one\n\n  two\n' };
  assert.equal(
    written(value),
    'name: app-1\ndigest: "sha256:ab"\nlist:\n  - a\n  - b:\n      - 1\n      - []\nnone: {}\ntext: |\n  one\n\n    two\n',
  );
});
