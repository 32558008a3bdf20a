import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MetOperation } from './coverage-control.ts';
import { COVERAGE_FORMATS } from './coverage-formats.contract.ts';
import { markdownText, renderCoverage } from './render.ts';
import { reportOf } from './report.ts';

const OK = { status: 200, code: 'OK' } as const;
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' } as const;
const INTERNAL = { status: 500, code: 'INTERNAL' } as const;
const dropped = { clients: 0, reasons: 0, unknownPaths: 0 };

const listRepos = (client: string): MetOperation => ({
  operation: 'ListRepos',
  version: 'v2',
  declared: [OK, NOT_FOUND, INTERNAL],
  clients: [
    {
      client,
      answers: [{ ...OK, count: 3 }],
      faulted: [{ ...INTERNAL, count: 1 }],
      walks: { lists: 2, notFollowed: 1, mostPages: 4 },
    },
  ],
});

const uncalled: MetOperation = { operation: 'GetRepo', version: 'v2', declared: [OK], clients: [] };

const older = (operation: string, replacedBy: string | null): MetOperation => ({
  operation,
  version: 'v1',
  declared: [OK],
  replacedBy,
  clients: [{ client: 'me', answers: [{ ...OK, count: 2 }], faulted: [] }],
});

const report = reportOf({
  operations: [listRepos('me'), uncalled, older('v1.A.List', 'ListRepos'), older('v1.A.Get', null)],
  unknownPaths: [{ client: 'me', method: 'GET', path: '/a', ...NOT_FOUND, count: 1 }],
  dropped: { ...dropped, clients: 7 },
});

test('behaviour K9: Markdown has what was met and what was not, each in a table', () => {
  const text = renderCoverage('markdown', report, [{ name: 'GetRepo:OK', isMet: false, says: 'it was never met' }]);
  for (const line of [
    '| v2 | 1 of 2 (50 %) | 1 of 4 | 1 | 2 |',
    '| v1 | 2 of 2 (100 %) | 2 of 2 | 0 | 0 |',
    '| GetRepo:OK | FAILED | it was never met |',
    '| ListRepos | me | 200 OK ×3 | 500 INTERNAL ×1 | 4 pages at most; 2 lists |',
    '| ListRepos | 404 NOT_FOUND |',
    '| ListRepos | me | 2 | 1 | 4 |',
    '| v1.A.List | 2 | me | ListRepos |',
    '| v1.A.Get | 2 | me | nothing: it stays on v1 |',
    '| GET /a | 404 NOT_FOUND | me | 1 |',
    '| v2 | GetRepo |',
    '| calls of clients beyond the first 100, which count as "(other clients)" | 7 |',
  ]) {
    assert.ok(text.includes(`\n${line}\n`), line);
  }
});

test('behaviour K9: no text of a report becomes markup in its forms', () => {
  const evil = `<a href="x">'&|`;
  const report = reportOf({
    operations: [{ ...listRepos(evil), operation: evil }, older(evil, evil)],
    unknownPaths: [{ client: evil, method: evil, path: evil, ...NOT_FOUND, count: 1 }],
    dropped,
  });
  for (const format of COVERAGE_FORMATS) {
    const text = renderCoverage(format, report, [{ name: evil, isMet: false, says: evil }]);
    if (format !== 'json') assert.doesNotMatch(text, /<a href|&'|="[^"<>]*[<>][^"<>]*"/, format);
  }
});

test('behaviour K9: JSON reads back as the same report', () => {
  assert.deepEqual(JSON.parse(renderCoverage('json', report)), report);
});

test('behaviour K9: a step summary stays below its bound, and says what it leaves out', () => {
  const operations = Array.from({ length: 2_000 }, (_, at) => ({
    ...listRepos('x'.repeat(400)),
    operation: `Operation${at}`,
  }));
  const text = renderCoverage('github', reportOf({ operations, unknownPaths: [], dropped }));
  assert.ok(Buffer.byteLength(text) < 1024 * 1024);
  assert.match(text, /further rows are omitted/);
  assert.equal(text.split('<details>').length, text.split('</details>').length);
});

test('behaviour K9: nothing is met of nothing', () => {
  const nothing = reportOf({ operations: [], unknownPaths: [], dropped });
  for (const format of COVERAGE_FORMATS) assert.notEqual(renderCoverage(format, nothing), '');
});

test('behaviour K9: the text of a client never becomes markup', () => {
  const any = fc.string({ unit: fc.constantFrom(...'<>&"\'|`*_[]\\ \n\u0000\ud800a') });
  fc.assert(
    fc.property(any, (text) => {
      assert.doesNotMatch(markdownText(text), /[<>\n]|(?<!\\)(?:\\\\)*[|`*[\]]|&(?!amp;|lt;|gt;)/);
    }),
  );
});
