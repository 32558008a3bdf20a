import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY } from '../../kernel/answer.ts';
import { ApiError } from '../../kernel/errors.ts';
import { V2 } from '../../schema/edition.ts';
import type { Operation } from '../../schema/operation.ts';
import { plainEntryWorld } from '../../testing/entry-world.ts';
import { PackedEntry } from '../journal/packed-entry.ts';
import type { DeclaredOperation } from './coverage-control.ts';
import { WorldCoverage } from './world-coverage.ts';

const DECLARED: readonly DeclaredOperation[] = [
  { operation: 'GetRepo', version: 'v2', declared: [{ status: 200, code: 'OK' }] },
];

const coverageOf = (all?: WorldCoverage): WorldCoverage => new WorldCoverage(() => DECLARED, all);

const operationOf = (id: string): Operation => ({ id, edition: V2, request: { fields: new Map() } }) as never;

const entryOf = (operation: Operation | undefined, delivered: PackedEntry['delivered'], client?: string) => {
  const entry = new PackedEntry(1, 'grpc', { method: 'POST', target: '/a', client }, [0, 0], plainEntryWorld);
  entry.operation = operation;
  entry.delivered = delivered;
  return entry;
};

const ofAny = (coverage: WorldCoverage) =>
  coverage.report().operations.map(({ operation, clients }) => [operation, clients.map(({ client }) => client)]);

test('behaviour K2: a reason is the one of the details, or the type of the first precondition', () => {
  const coverage = coverageOf();
  const getRepo = operationOf('GetRepo');
  const info = { type: 'google.rpc.ErrorInfo', value: { reason: 'SLEEPY' } } as const;
  for (const detail of [{}, { reason: 'MOCK_DISK_FULL' }, { preconditions: [{ type: 'IN_USE', description: '' }] }]) {
    coverage.count(entryOf(getRepo, new ApiError('ABORTED', '', detail)));
  }
  coverage.count(entryOf(getRepo, new ApiError('ABORTED', '', { typed: [info] })));
  const [first] = coverage.report().operations;
  assert.deepEqual(
    first?.clients[0]?.answers.map(({ status, reason }) => [status, reason]),
    [
      [409, undefined],
      [409, 'IN_USE'],
      [409, 'MOCK_DISK_FULL'],
      [409, 'SLEEPY'],
    ],
  );
});

test('behaviour K6: at most 50 kinds of failures of one client and operation are counted', () => {
  const coverage = coverageOf();
  for (let at = 0; at < 60; at += 1) {
    coverage.count(entryOf(operationOf('GetRepo'), new ApiError('ABORTED', '', { reason: `R${at}` })));
  }
  const { operations, dropped } = coverage.report();
  // Each entry has an operation object of its own; they are one operation by their id.
  assert.equal(operations.length, 1);
  assert.equal(operations[0]?.clients.length, 1);
  assert.equal(operations[0]?.clients[0]?.answers.length, 60);
  const one = coverageOf();
  const getRepo = operationOf('GetRepo');
  for (let at = 0; at < 60; at += 1) one.count(entryOf(getRepo, new ApiError('ABORTED', '', { reason: `R${at}` })));
  assert.equal(one.report().operations[0]?.clients[0]?.answers.length, 50);
  assert.deepEqual([dropped.reasons, one.report().dropped.reasons], [0, 10]);
});

test('behaviour K6: clients whose names are the same once secrets are gone are one', () => {
  const coverage = coverageOf();
  const getRepo = operationOf('GetRepo');
  for (const client of ['a cgscim_5', 'a [redacted]', undefined]) coverage.count(entryOf(getRepo, EMPTY, client));
  assert.deepEqual(ofAny(coverage), [['GetRepo', ['(unnamed)', 'a [redacted]']]]);
  coverage.clear();
  assert.deepEqual(ofAny(coverage), [['GetRepo', []]]);
});

test('behaviour K12: calls that are counted in a world are counted for all worlds, also if only another profile has them', () => {
  const all = coverageOf();
  const [one, two] = [coverageOf(all), coverageOf(all)];
  one.count(entryOf(operationOf('GetRepo'), EMPTY, 'a'));
  two.count(entryOf(operationOf('Other'), EMPTY, 'b'));
  two.count(entryOf(operationOf('GetRepo'), undefined, 'open'));
  one.clear();
  assert.deepEqual(ofAny(one), [['GetRepo', []]]);
  assert.deepEqual(ofAny(all), [
    ['GetRepo', ['a']],
    ['Other', ['b']],
  ]);
});
