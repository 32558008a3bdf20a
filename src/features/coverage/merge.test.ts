import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Coverage, CoverageClient, MetAnswer } from '../../../generated/nouns.ts';
import type { MetOperation } from './coverage-control.ts';
import { mergeReports } from './merge.ts';
import { reportOf } from './report.ts';

const OK = { status: 200, code: 'OK' } as const;
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' } as const;
const BLOCKED = { status: 400, code: 'FAILED_PRECONDITION', reason: 'IN_USE' } as const;

const count = fc.integer({ min: 1, max: 1_000 });
const answers: fc.Arbitrary<readonly MetAnswer[]> = fc
  .subarray([OK, NOT_FOUND, BLOCKED])
  .chain((kinds) => fc.tuple(...kinds.map((kind) => count.map((times) => ({ ...kind, count: times })))));

const walks = fc.record({ lists: count, notFollowed: count, mostPages: count });

const client: fc.Arbitrary<CoverageClient> = fc
  .record({
    client: fc.constantFrom('a', 'b', ''),
    answers,
    faulted: answers,
    walks: fc.option(walks, { nil: undefined }),
  })
  .map(({ walks: walked, ...rest }) => ({ ...rest, ...(walked && { walks: walked }) }));

const operation: fc.Arbitrary<MetOperation> = fc
  .record({
    operation: fc.constantFrom('GetRepo', 'ListRepos', 'v1.Registry.ListRepos'),
    declared: fc.subarray([OK, NOT_FOUND]),
    clients: fc.uniqueArray(client, { selector: (each) => each.client, maxLength: 3 }),
    replacedBy: fc.option(fc.constantFrom('ListRepos', 'GetRepo', null), { nil: undefined }),
  })
  .map(({ replacedBy, ...rest }) => ({
    ...rest,
    version: rest.operation.startsWith('v1.') ? 'v1' : 'v2',
    ...(replacedBy !== undefined && { replacedBy }),
  }));

const unknownPath = fc.record({
  client: fc.constantFrom('a', 'b'),
  method: fc.constant('GET'),
  path: fc.constantFrom('/a', '/b'),
  status: fc.constant(404),
  code: fc.constant('NOT_FOUND' as const),
  count,
});

const report: fc.Arbitrary<Coverage> = fc
  .record({
    operations: fc.uniqueArray(operation, { selector: (each) => each.operation, maxLength: 3 }),
    unknownPaths: fc.uniqueArray(unknownPath, { selector: ({ client: name, path }) => `${name} ${path}` }),
    dropped: fc.record({ clients: count, reasons: count, unknownPaths: count }),
  })
  // The records of fast-check have no prototype.
  .map((counts) => reportOf(structuredClone(counts)));

test('behaviour K10: merging does not depend on the order of the reports, nor on how they are grouped', () => {
  fc.assert(
    fc.property(report, report, report, (a, b, c) => {
      const all = mergeReports([a, b, c]);
      assert.deepEqual(mergeReports([c, b, a]), all);
      assert.deepEqual(mergeReports([b, a, c]), all);
      assert.deepEqual(mergeReports([mergeReports([a, b]), c]), all);
      assert.deepEqual(mergeReports([a, mergeReports([b, c])]), all);
    }),
  );
});

test('behaviour K10: one report is the merge of itself, also with the one of nothing', () => {
  fc.assert(
    fc.property(report, (one) => {
      assert.deepEqual(mergeReports([one]), one);
      assert.deepEqual(mergeReports([one, mergeReports([])]), one);
    }),
  );
});

test('behaviour K10: counts are added up, the pages that were read at most are the most of all', () => {
  const one = reportOf({
    operations: [
      {
        operation: 'ListRepos',
        version: 'v2',
        declared: [OK, NOT_FOUND],
        clients: [
          {
            client: 'a',
            answers: [{ ...OK, count: 2 }],
            faulted: [{ ...NOT_FOUND, count: 1 }],
            walks: { lists: 2, notFollowed: 1, mostPages: 3 },
          },
        ],
      },
    ],
    unknownPaths: [],
    dropped: { clients: 1, reasons: 2, unknownPaths: 3 },
  });
  const { operations, dropped, versions } = mergeReports([one, one]);
  assert.deepEqual(operations[0]?.clients, [
    {
      client: 'a',
      answers: [{ ...OK, count: 4 }],
      faulted: [{ ...NOT_FOUND, count: 2 }],
      walks: { lists: 4, notFollowed: 2, mostPages: 3 },
    },
  ]);
  assert.deepEqual(dropped, { clients: 2, reasons: 4, unknownPaths: 6 });
  assert.deepEqual(versions, one.versions);
});
