import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { anchorsBefore, anchorsOf, citationsOf, linksOf, partOf, straySigns } from './rule-book.ts';

const BOOK = 'docs/behaviour.md';
/** Files of tests: those of the library are run by other commands. */
const TESTS = /\.(?:test|spec)\.ts$|^contract-tests\/library\//;
const SELF = /^scripts\/rule-book\./;
const FOLDERS = ['src', 'contract-tests', 'scripts', 'bench', 'docs'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((at) => join(folder, at)),
  ),
  ...PAGES.filter((page) => existsSync(page)),
]
  .filter((path) => /\.(?:ts|md)$/.test(path) && path !== BOOK && !SELF.test(path))
  // A client of the contract suite has packages of its own.
  .filter((path) => !path.includes('node_modules'))
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const page = readFileSync(BOOK, 'utf8');
const anchors = anchorsOf(page);
const known = new Set(anchors.map(({ id }) => id));
const cited = files.flatMap(({ path, text }) => citationsOf(text).map((citation) => ({ ...citation, path })));

test('every anchor of the rule book is there once', () => {
  assert.equal(known.size, anchors.length);
});

test('every link within the rule book has its anchor', () => {
  assert.deepEqual(
    linksOf(page).filter((id) => !known.has(id)),
    [],
  );
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
  const rules = anchors.filter(({ id, isSection }) => !isSection && !id.startsWith('spec-')).map(({ id }) => id);
  assert.deepEqual(
    rules.filter((id) => !byTests.has(id)),
    [],
  );
});

/** The ids that links lead to, those between the two of a range and those within a section included. */
const reached = (text: string): ReadonlySet<string> => {
  const ids = anchors.map(({ id }) => id);
  const ranges = [...text.matchAll(/\(#([^)]+)\) to \[[^\]]+\]\(#([^)]+)\)/g)];
  return new Set([
    ...linksOf(text).flatMap((id) => [id, ...anchorsOf(partOf(page, id)).map((within) => within.id)]),
    ...ranges.flatMap(([, from = '', to = '']) => ids.slice(ids.indexOf(from), ids.indexOf(to) + 1)),
  ]);
};

test('17: every rule that is a decision is listed among the decisions', () => {
  const listed = reached(partOf(page, '17'));
  const own = new Set(['15', '16', '17', '21'].flatMap((id) => anchorsOf(partOf(page, id)).map((within) => within.id)));
  assert.deepEqual(
    anchorsBefore(page, 'decision').filter((id) => !own.has(id) && !listed.has(id)),
    [],
  );
});

test('a heading is a section where its part has anchors of its own', () => {
  const text = ['## <a id="1"></a>One', '| <a id="1.1"></a>1.1 |', '### <a id="1.2"></a>', '# <a id="2"></a>'].join(
    '\n',
  );
  assert.deepEqual(anchorsOf(text), [
    { id: '1', isSection: true },
    { id: '1.1', isSection: false },
    { id: '1.2', isSection: false },
    { id: '2', isSection: false },
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
