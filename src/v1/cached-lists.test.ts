import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uidFor } from '../kernel/ids.ts';
import { TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { openSpecimenWorld } from '../testing/specimen-world.ts';
import { groups, shelves } from '../testing/specimens.ts';
import { kernelWithV1 } from '../testing/v1-specimens.ts';

const ROOT = uidFor('s', TOP, 'group', 'root');
const NOW = '2026-01-01T00:00:00.000Z';
const TIMES = { createTime: NOW, updateTime: NOW };
/** Enough rows for the store to keep the selection of a List for the next equal one. */
const COUNT = 2_100;

for (const first of ['v2', 'v1'] as const) {
  test(`a list of ${first} does not change the rows of the other version's list with the same filter`, async () => {
    const world = await openSpecimenWorld(new MemoryStore(), kernelWithV1);
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
