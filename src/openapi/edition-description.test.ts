import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations, editions } from '../editions/editions.ts';
import { describeEdition } from './document.ts';

for (const { edition } of editions) {
  test(`${edition.name}: its operations are described by the paths of HTTP`, () => {
    assert.ok(Object.keys(describeEdition(allOperations(), edition, {}).paths).length > 20);
  });
}
