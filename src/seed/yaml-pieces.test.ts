import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Composer, type CST, type Document, isAlias, isCollection, Parser, type Scalar, stringify, visit } from 'yaml';
import { runAtOnce } from '../kernel/steps.ts';
import { COMPOSED, composePieces, TooMuchText } from './yaml-pieces.ts';
import { valuesOf, writtenText } from './yaml-values.ts';

const tokensOf = (text: string): readonly CST.Token[] => [...new Parser().parse(text)];

/** The result for a text, or the offset at which its second document begins. */
type Outcome = Document.Parsed | number;

const inPieces = (text: string, piece: number): Outcome => {
  try {
    return runAtOnce(composePieces(tokensOf(text), text.length, piece));
  } catch (error) {
    assert.ok(error instanceof TooMuchText && error.message === 'holds several documents', String(error));
    return error.offset;
  }
};

const whole = (text: string): Outcome => {
  const [document, other] = new Composer(COMPOSED).compose(tokensOf(text), true, text.length);
  assert.ok(document);
  return other ? other.range[0] : document;
};

const problemsOf = ({ errors, warnings }: Document.Parsed): readonly string[] =>
  [...errors, ...warnings]
    .sort((a, b) => a.pos[0] - b.pos[0] || (a.message < b.message ? -1 : 1))
    .map(({ pos, message }) => `${pos[0]}: ${message}`);

/** True when an alias has no anchor before it, or is inside of it: that is refused before values are made. */
const hasLooseAlias = (document: Document.Parsed): boolean => {
  try {
    document.toJS({ maxAliasCount: -1 });
    return false;
  } catch {
    return true;
  }
};

/** True when a key has a text of the parser's own: a map, a list, or a number that is not written as JavaScript would. */
const hasKeyOfOtherText = (document: Document.Parsed): boolean => {
  let count = 0;
  visit(document, {
    Pair: (_, { key: given }) => {
      const key = isAlias(given) ? given.resolve(document) : given;
      const written = writtenText(key);
      if (isCollection(key) || (written !== undefined && written !== String((key as Scalar).value))) count += 1;
    },
  });
  return count > 0;
};

/** The outcome of a text as a whole: its problems, and its values if they are compared. */
interface Expected {
  readonly problems: readonly string[];
  readonly value?: unknown;
}

/** The result that a text has as a whole, or the offset at which its second document begins. */
const expectedOf = (text: string): Expected | number => {
  const made = whole(text);
  if (typeof made === 'number') return made;
  const problems = problemsOf(made);
  if (made.errors.length > 0 || hasLooseAlias(made) || hasKeyOfOtherText(made)) return { problems };
  return { problems, value: made.toJS({ maxAliasCount: -1 }) };
};

/** Demands that the first problem is one of those that the text has as a whole at the same first place. */
const demandSameFirst = ([found]: readonly string[], problems: readonly string[], text: string): void => {
  const [place] = problems[0]?.split(' ', 1) ?? [];
  const first = problems.filter((problem) => problem.split(' ', 1)[0] === place);
  // The parser has several problems of one place, some of which follow from another: those may be found elsewhere.
  if (found === undefined || !first.includes(found)) assert.deepEqual(found, problems[0], text);
};

const demandSame = (
  text: string,
  pieces: Iterable<number>,
  compare: typeof demandSameFirst = assert.deepEqual,
): void => {
  const expected = expectedOf(text);
  for (const piece of pieces) {
    const made = inPieces(text, piece);
    if (typeof made === 'number' || typeof expected === 'number') {
      assert.equal(made, expected, text);
      continue;
    }
    compare(problemsOf(made), expected.problems, text);
    if ('value' in expected) assert.deepEqual(runAtOnce(valuesOf(made.contents)).value, expected.value, text);
  }
};

const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['block maps and lists', 'a:\n  - b: 1\n    c: [x, y]\n  - d\ne:\n- f\n-\n- - g\n  - h: |\n      text\n      more\n'],
  ['JSON', '{"a": [1, 2, {"b": null, "c": [[], {}]}],\n "d": "x\\n", "e": {"f": [true, false,]}}'],
  [
    'comments and empty lines',
    '# one\na: # two\n  # three\n  - 1 # four\n\n  # five\n  - 2\n# six\nb: [ # seven\n 1, # eight\n 2\n# nine\n]\n# ten\n',
  ],
  ['anchors, aliases and merges', 'a: &a { x: 1, y: &y [1, 2] }\nb: { <<: *a, y: *y, z: 3 }\nc: [*a, *y]\n'],
  ['anchors of keys', '&a k: 1\n? &b x\n: 2\n&c : *c\nz: [*a, *b, *c, { &d 1: *d }]\n'],
  ['tags', 'a: !!str 1\nb: !!map { c: !!seq [!!int "1"] }\nd: !!seq\n- x\n'],
  ['a document behind a directive', '%YAML 1.2\n---\na: yes\nb: [no, 0o7]\n...\n# end\n'],
  ['directives of an older version', '%YAML 1.1\n---\na: yes\nb: [no, 0o7, 1:20]\n'],
  ['keys of all kinds', '? a\n: 1\n? b\n"c": 2\n\'d\': 3\n4: 5\nnull: 6\n? |\n  long\n: 7\n'],
  ['lists of pairs', '[a: 1, b: 2, ? c : 3, "d": 4]'],
  ['a flow map without values', '{ a, b: , "c", ? d }'],
  ['text after an end', '{ a: 1 } b'],
  ['a missing comma', '{ "a": 1\n"b": 2 }'],
  ['missing commas in a list', '[ "a" "b", { c: 1 } { d: 1 } ]'],
  ['commas without items', '[ , a, , b ]'],
  ['commas without keys', '{ a: 1, , b: 2, , }'],
  ['an open list in a map', 'a:\n  b: [ 1, 2\nc: 3\n'],
  ['an open map', '{ a: { b: [ { c: 1 }, { d: 2 } ] '],
  ['a wrong end', '[ { a: 1 ], 2 }'],
  ['bad indentation', 'a:\n  - b: 1\n   c: 2\n  - d\n e: 1\n'],
  ['tabs', 'a:\n\t- b\n\tc: 1\n'],
  ['maps in one line', 'a: b: c: d\ne: - f\n'],
  ['values without keys', 'a: 1\nb\nc: 2\n  d\ne:\n  f\n  g: 1\n'],
  ['list items without a dash', '- a\n- b\nc\n- d\n'],
  ['tags and anchors of the wrong kind', 'a: !x { b: 1 }\nc: &a &b [1]\nd: &e *a\nf: !!int [1]\n'],
  ['several documents', 'a: 1\n---\nb: [1, 2]\n...\n--- c\n'],
  ['an end before the document', '...\na: [1, 2]\n'],
  ['block scalars', 'a: |+\n  one\n\n   two\n\nb: >2-\n   three\n  four\nc:\n- |\n five\n- >\n\n six\n'],
  ['a list within flow', '{ a: 1,\n- b\n}'],
];

for (const [what, text] of TEXTS) {
  test(`${what}: the same in pieces as at once`, () => {
    demandSame(
      text,
      Array.from({ length: text.length }, (_, nth) => nth + 1),
    );
    for (const same of [text.replaceAll('\n', '\r\n'), `\uFEFF${text}`]) demandSame(same, [1, 7, 30]);
  });
}

const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'a b', 'x: y', '# no', '- no', 'two\nlines', '"', "'", '{', '1', 'true', '~', 'ü'),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'tree' },
    scalar,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'long key', '1', '__proto__', ''), tie('tree'), { maxKeys: 5 }),
  ),
}));
const text = fc
  .record({ value: tree, indent: fc.constantFrom(1, 2, 4), style: fc.constantFrom('any', 'flow', 'json') })
  .map(({ value, indent, style }) =>
    style === 'json'
      ? JSON.stringify(value, null, indent)
      : stringify(value, { indent, collectionStyle: style as 'any' | 'flow', indentSeq: indent !== 4 }),
  );
const damage = fc.record({
  at: fc.nat({ max: 400 }),
  length: fc.constantFrom(0, 1, 2, 7),
  put: fc.constantFrom(
    '',
    ',',
    ':',
    ': ',
    '\n',
    ' ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '"',
    '#',
    ' # c\n',
    '&a ',
    '*a',
    '!t ',
    '? ',
    '\t',
    '\r\n',
    '|\n',
    '>-\n  ',
    '<<: *a',
    '\n--- # c\n',
    '\n...\n',
    '\uFEFF',
  ),
});
const damaged = (whole: string, { at, length, put }: { at: number; length: number; put: string }): string => {
  const from = at % (whole.length + 1);
  return whole.slice(0, from) + put + whole.slice(from + length);
};

test('any text, intact or damaged, is the same in pieces as at once', () => {
  fc.assert(
    fc.property(
      text,
      fc.array(damage, { maxLength: 3 }),
      fc.constantFrom(1, 2, 5, 12, 40),
      (intact, damages, piece) => {
        // Problems behind the first may follow from it, and be found elsewhere.
        demandSame(damages.reduce(damaged, intact), [piece], demandSameFirst);
      },
    ),
    {
      numRuns: 400,
      examples: [
        ['a:\n  a:\n    "":\n      - "1"\n      - ""\n', [{ at: 32, length: 0, put: '|\n' }], 1],
        ['[ [], null, { a: 10000000, c: "" } ]\n', [{ at: 92, length: 2, put: ',' }], 1],
      ],
    },
  );
});
