import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wordsOf } from './house-figures.ts';
import { anchorsOf, citationsOf, linksOf, RULE_INDEX, ruleFiles, straySigns } from './rule-book.ts';
import { SPEC_SECTIONS } from './spec-sections.ts';

/** Files of tests; the tests of the library are run by other commands. */
const TESTS = /\.(?:test|spec)\.ts$|^contract-tests\/library\//;
const SELF = /^scripts\/rule-book\./;
const FOLDERS = ['src', 'contract-tests', 'scripts', 'bench', 'docs'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

const book = ruleFiles();
const bookPaths = new Set(book.map(({ path }) => path));

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((at) => join(folder, at)),
  ),
  ...PAGES.filter((page) => existsSync(page)),
]
  .filter((path) => /\.(?:ts|md)$/.test(path) && path !== RULE_INDEX && !bookPaths.has(path) && !SELF.test(path))
  // A client of the contract suite has packages of its own.
  .filter((path) => !path.includes('node_modules'))
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const anchors = book.flatMap(({ text }) => anchorsOf(text));
const rules = new Set(anchors.map(({ id }) => id));
const known = new Set([...rules, ...[...SPEC_SECTIONS.keys()].map((id) => `spec-${id}`)]);
const cited = files.flatMap(({ path, text }) => citationsOf(text).map((citation) => ({ ...citation, path })));

test('every anchor of the rule book is there once, with a title', () => {
  assert.ok(anchors.length > 500);
  assert.equal(rules.size, anchors.length);
  assert.deepEqual(
    anchors.filter(({ title }) => title === '').map(({ id }) => id),
    [],
  );
});

for (const { path, text } of book) {
  test(`every link within ${path} has its anchor`, () => {
    const own = new Set(anchorsOf(text).map(({ id }) => id));
    assert.deepEqual(
      linksOf(text).filter((id) => !own.has(id)),
      [],
    );
  });
}

test('no rule has more than 80 words', () => {
  const long = book.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const words = wordsOf(line);
      return words > 80 ? [`${path}:${at + 1} has ${words} words`] : [];
    }),
  );
  assert.deepEqual(long, []);
});

test('every citation has its anchor in the rule book', () => {
  assert.ok(cited.length > 900, `${cited.length} citations were found`);
  const lost = cited.filter(({ id }) => !known.has(id)).map(({ path, line, id }) => `${path}:${line} cites ${id}`);
  assert.deepEqual(lost, []);
});

test('every section sign belongs to a citation or to a standard', () => {
  assert.deepEqual(
    files.flatMap(({ path, text }) => straySigns(text).map((line) => `${path}:${line}`)),
    [],
  );
});

test('every rule is cited by a test', () => {
  const byTests = new Set(cited.filter(({ path }) => TESTS.test(path)).map(({ id }) => id));
  assert.deepEqual(
    anchors
      .filter(({ id, isSection }) => !isSection && !byTests.has(id))
      .map(({ id }) => `${id}: no test cites it, by a title such as "${id}: a fact in the present tense"`),
    [],
  );
});

test('an anchor has the title behind it, and is a section if its part has anchors of its own', () => {
  const text = [
    '## <a id="1"></a>1. One',
    '| <a id="1.1"></a>1.1 In a cell | of a table |',
    '- <a id="J2"></a>**J2 In an item.** And more.',
    '### <a id="9.9.A"></a>**9.9 A**: `{}`',
    '# <a id="clients-2"></a>Two',
  ];
  assert.deepEqual(anchorsOf(text.join('\n')), [
    { id: '1', title: 'One', isSection: true },
    { id: '1.1', title: 'In a cell', isSection: false },
    { id: 'J2', title: 'In an item', isSection: false },
    { id: '9.9.A', title: '`{}`', isSection: false },
    { id: 'clients-2', title: 'Two', isSection: false },
  ]);
});

const FORMS: readonly (readonly [text: string, ...ids: string[]])[] = [
  ['// behaviour §9.7', '9.7'],
  ['/** Words (behaviour L22, §7). */', 'L22', '7'],
  ['(behaviour §12.4 V10)', '12.4', 'V10'],
  ['(behaviour §10.1 to §10.5, clients §2)', '10.1', '10.5', 'clients-2'],
  ['(behaviour §10.7,\n * §10.8). More.', '10.7', '10.8'],
  ['(behaviour\n// §8.2)', '8.2'],
  ['(spec §4P.2)', 'spec-4P.2'],
  ["test('7.1, 7.2: a parent', () => {", '7.1', '7.2'],
  ['test(\n  `9.9 A, spec §4I.2: a name`, () => {', '9.9.A', 'spec-4I.2'],
  ["test.describe('V2 to V5: one thing', () => {", 'V2', 'V5'],
  ["onEachFace('L16, L18: an order', async () => {", 'L16', 'L18'],
  ["test('2026-01-01: no rule', () => {"],
  ['const behaviour = { 1: 2 };'],
];

for (const [text, ...ids] of FORMS) {
  test(`${JSON.stringify(text)} cites ${ids.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(
      citationsOf(text).map(({ id }) => id),
      ids,
    );
    assert.deepEqual(straySigns(text), []);
  });
}

test('a section sign without a book is found, and one of a standard is not', () => {
  assert.deepEqual(straySigns('RFC 9113 §6.5.2\n(§9.2)\nOpenID Connect Discovery 1.0 §3'), [2]);
});
