import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OF_READS, OF_WRITES, SURPRISES } from '../../../features/faults/fault-presets.contract.ts';
import { ALL_SURPRISES, surprisesFor } from './fault-rule.ts';

test('all surprises can be chosen, each with what it does', () => {
  assert.deepEqual(
    ALL_SURPRISES.map(([name]) => name),
    SURPRISES,
  );
  assert.equal(new Set(ALL_SURPRISES.map(([, words]) => words)).size, SURPRISES.length);
});

for (const [call, some, none] of [
  [
    { operation: 'ListRepos', method: 'GET', protocol: 'rest' },
    ['short_page', 'html_502', 'late_read', 'never'],
    ['lost_answer', 'created_before', 'too_many_pings'],
  ],
  [
    { operation: 'CreateRepo', method: 'POST', protocol: 'rest' },
    ['lost_answer', 'created_before', 'stalled_503'],
    ['short_page', 'changed_between', 'permission_lag'],
  ],
  [
    { operation: 'v1.Registry.UpdateRepo', method: 'POST', protocol: 'grpc' },
    ['changed_between', 'deleted_between', 'too_many_pings'],
    ['html_502', 'created_before'],
  ],
] as const) {
  test(`the next ${call.operation} over ${call.protocol} can meet what is of its kind`, () => {
    const names: readonly string[] = surprisesFor(call).map(([name]) => name);
    for (const name of some) assert.ok(names.includes(name), name);
    for (const name of none) assert.ok(!names.includes(name), name);
  });
}

test('surprises of reads or of writes alone are the ones of the contract', () => {
  const get = { operation: 'ListRepos', method: 'GET', protocol: 'rest' };
  const post = { operation: 'UpdateRepo', method: 'PATCH', protocol: 'rest' };
  const met = (call: typeof get): readonly string[] => surprisesFor(call).map(([name]) => name);
  assert.deepEqual(
    OF_WRITES.filter((name) => met(get).includes(name)),
    [],
  );
  assert.deepEqual(
    OF_READS.filter((name) => met(post).includes(name)),
    [],
  );
});
