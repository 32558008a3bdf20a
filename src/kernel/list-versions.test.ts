import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../store/memory.ts';
import { uidFor } from './ids.ts';
import { openSpecimenWorld } from './specimen-world.ts';
import { groups, shelves } from './specimens.ts';
import { TOP } from './uid.ts';

const ROOT = uidFor('s', TOP, 'group', 'root');
const NOW = '2026-01-01T00:00:00.000Z';
const TIMES = { createTime: NOW, updateTime: NOW };
/** So many that the store keeps what a List selected for the next that selects the same. */
const COUNT = 2_100;

for (const first of ['v2', 'v1'] as const) {
  test(`what ${first} listed before is not what the other version lists by the same filter`, async () => {
    const world = await openSpecimenWorld(new MemoryStore());
    await world.put(groups, { uid: ROOT, name: 'root', ...TIMES });
    const row = (at: number) => ({ uid: uidFor('s', ROOT, 'shelf', 'same', at), name: 'same', ...TIMES });
    await world.put(shelves, ...Array.from({ length: COUNT }, (_, at) => row(at)), { ...row(COUNT), note: 'dusty' });
    await world.grant('reader', { [ROOT]: ['shelf.list'] });
    const counts = {
      v2: async () => {
        const answer = await world.call('ListShelves', { name: 'same' }, { as: 'reader' });
        return answer.kind === 'page' ? answer.page.totalCount : undefined;
      },
      v1: async () => {
        const answer = await world.call('v1.Shelves.List', { name: 'same' }, { as: 'reader' });
        return answer.kind === 'message' ? (answer.value.items as readonly unknown[]).length : undefined;
      },
    };
    await counts[first]();
    // v2 hides dusty shelves, v1 does not.
    assert.deepEqual([await counts.v2(), await counts.v1()], [COUNT, COUNT + 1]);
  });
}
