import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../store/memory.ts';
import type { Need } from './access.ts';
import { AccessRecord } from './access-record.ts';
import { collection } from './rows.ts';

const groups = collection('groups');

const recordWith = async (...uids: readonly string[]): Promise<AccessRecord> => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const uid of uids) tx.put(groups, { uid });
  });
  return new AccessRecord(store.rows, groups);
};

const NEEDED: readonly (readonly [what: string, needs: readonly Need[], byGroup: Readonly<Record<string, string>>])[] =
  [
    ['nothing', [], {}],
    [
      'a row below a group',
      [{ place: 'at', capabilities: ['read', 'write'], uid: 'a/b/row' }],
      { 'a/b': 'read write' },
    ],
    ['a group that is newer', [{ place: 'at', capabilities: ['read'], uid: 'a/new/row' }], { a: 'read' }],
    ['an organization that is newer', [{ place: 'at', capabilities: ['read'], uid: 'new/row' }], {}],
    [
      'a group and one above it',
      [
        { place: 'at', capabilities: ['read', 'write'], uid: 'a/b/row' },
        { place: 'near', capabilities: ['read'], uid: 'a' },
      ],
      { a: 'read', 'a/b': 'write' },
    ],
    ['anything that will do', [{ place: 'anywhere', capabilities: ['read'], uid: '/' }], { home: 'read' }],
    [
      'anything that will do, where it is needed anyway',
      [
        { place: 'together', capabilities: ['read'], uid: '/' },
        { place: 'at', capabilities: ['read'], uid: 'z' },
      ],
      { z: 'read' },
    ],
    [
      'two in one place, of which each is needed elsewhere',
      [
        { place: 'together', capabilities: ['read', 'write'], uid: '/' },
        { place: 'at', capabilities: ['read'], uid: 'z' },
        { place: 'at', capabilities: ['write'], uid: 'a' },
      ],
      { a: 'write', home: 'read write', z: 'read' },
    ],
    [
      'two in one place, of which one is needed above the other',
      [
        { place: 'together', capabilities: ['read', 'write'], uid: '/' },
        { place: 'at', capabilities: ['read'], uid: 'a' },
        { place: 'at', capabilities: ['write'], uid: 'a/b' },
      ],
      { a: 'read', 'a/b': 'write' },
    ],
  ];

for (const [what, needs, byGroup] of NEEDED) {
  test(`A5, A10: the least that is needed for ${what}`, async () => {
    const record = await recordWith('a', 'a/b', 'z');
    for (const need of needs) record.note('me', need);
    record.note('other', { place: 'at', capabilities: ['fly'], uid: 'z' });
    const found = [...record.getNeeded('me', 'home')].map(([group, needed]) => [group, [...needed].sort().join(' ')]);
    assert.deepEqual(Object.fromEntries(found), byGroup);
  });
}

test('A4: a record is bounded, and counts what it leaves out', async () => {
  const record = await recordWith('a');
  const denial = { operation: 'Get', identity: 'me', group: 'a' };
  for (let nth = 0; nth < 1_003; nth += 1) record.deny({ ...denial, capability: `c${nth}` });
  record.deny({ ...denial, capability: 'c0' });
  assert.deepEqual([record.denials.length, record.denials[0]?.count, record.dropped], [1_000, 2, 3]);
  for (let nth = 0; nth < 10_004; nth += 1) record.note(`i${nth}`, { place: 'at', capabilities: ['read'], uid: 'a' });
  record.note('i0', { place: 'at', capabilities: ['read'], uid: 'a' });
  assert.equal(record.dropped, 3 + 4);
});
