import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeName, FaultEffect, FaultMatch, ListedFaultEffect, OperationId } from '../../generated/nouns.ts';
import { faultMatch, setFaults } from '../features/faults/faults.contract.ts';
import { codeName, openCodeName, openOperationId, openSchema, operationId } from './words.contract.ts';
import { z } from './zod.contract.ts';

const isRead = (schema: { readonly safeParse: (value: unknown) => { readonly success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test('the words of a request are closed, and those of an answer take any other', () => {
  assert.deepEqual(
    [codeName, openCodeName, openSchema(z.enum(['A', 'B']))].map((schema) => isRead(schema, 'ANOTHER')),
    [false, true, true],
  );
  assert.deepEqual(
    [codeName, openCodeName].map((schema) => isRead(schema, 'NOT_FOUND')),
    [true, true],
  );
  assert.deepEqual(
    [codeName, openCodeName, openSchema(z.enum(['A', 'B']))].map((schema) => isRead(schema, 1)),
    [false, false, false],
  );
});

test('an operation that is no name of one is read, so that its feature names the nearest', () => {
  assert.deepEqual(
    [operationId, openOperationId].map((schema) => isRead(schema, 'CreateRepos')),
    [true, true],
  );
  assert.deepEqual(faultMatch.parse({ operation: 'CreateRepos' }), { operation: 'CreateRepos' });
  assert.equal(isRead(operationId, ''), false);
});

test('the types of words complete, refuse a typo in a request, and take another word of an answer', () => {
  const match: FaultMatch = { operation: 'v1.Registry.CreateRepo' };
  // @ts-expect-error: no operation has that name.
  const misspelled: FaultMatch = { operation: 'CreateRepos' };
  // @ts-expect-error: no code has that name.
  const unknown: FaultEffect = { code: 'UNAVAILBLE' };
  const newer: ListedFaultEffect = { code: 'ANOTHER' };
  const known: readonly (OperationId | CodeName)[] = ['CreateRepo', 'Registry_CreateRepo', 'UNAVAILABLE'];
  assert.equal([match, misspelled, unknown, newer, ...known].length, 7);
});

test('mistakes are reported for the form that was meant', () => {
  const { error } = setFaults.safeParse([{ preset: 'flaky', phase: 'before' }, { match: {} }]);
  assert.deepEqual(
    error?.issues.map(({ path, message }) => [path, message]),
    [
      [[0], 'unknown key "phase" (known: preset, match)'],
      [[1, 'do'], 'is required'],
    ],
  );
});
