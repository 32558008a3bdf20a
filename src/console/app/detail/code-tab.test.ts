import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdCall as created, ORG } from '../../../testing/created-call.ts';
import { findCreated, toFixture, uidsAbove } from './code-tab.tsx';

test('the row that a call created is copied as a fixture below the names of its groups', () => {
  const made = findCreated(created);
  assert.ok(made);
  assert.deepEqual(uidsAbove(made.uid), [ORG]);
  assert.deepEqual(JSON.parse(toFixture(made, ['example.com'])), {
    groups: [{ name: 'example.com', repos: [{ name: "o'neil" }] }],
  });
  assert.equal(findCreated({ ...created, operation: 'ListRepos', changes: [] }), undefined);
});
