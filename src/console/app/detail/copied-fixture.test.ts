import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '../../../../generated/nouns.ts';
import { findCreated, toFixture, uidsAbove } from './copied-fixture.ts';

const ORG = 'a'.repeat(40);

const created: JournalEntry = {
  id: '1',
  state: 'ended',
  time: '',
  machineTime: '',
  protocol: 'rest',
  version: 'v2',
  method: 'POST',
  path: `/registry/v2/repos/${ORG}`,
  operation: 'CreateRepo',
  caller: { identity: `${ORG}/b`, name: 'viewer' },
  request: { repo: { name: "o'neil" }, parent: ORG },
  unread: [],
  status: 200,
  faults: [],
  changes: [{ change: 'created', type: 'repos', uid: `${ORG}/c`, name: "o'neil" }],
};

test('what a call has created is copied as a fixture below the names of its groups', () => {
  const made = findCreated(created);
  assert.ok(made);
  assert.deepEqual(uidsAbove(made.uid), [ORG]);
  assert.deepEqual(JSON.parse(toFixture(made, ['example.com'])), {
    groups: [{ name: 'example.com', repos: [{ name: "o'neil" }] }],
  });
  assert.equal(findCreated({ ...created, operation: 'ListRepos', changes: [] }), undefined);
});
