import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATION_IDS } from '../../generated/operation-ids.ts';
import { describedOperations } from '../editions/editions.ts';
import { namesOf } from '../plane/operation-names.ts';

test('the emitted names of operations are those of the resources, sorted', () => {
  const names = new Set(describedOperations().flatMap(({ operation }) => namesOf(operation)));
  assert.deepEqual(OPERATION_IDS, [...names].sort(), 'npm run emit');
});
