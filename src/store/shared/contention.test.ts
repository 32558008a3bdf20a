import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { bySize } from '../../../scripts/test-size.ts';
import type { Tx } from '../../kernel/rows.ts';
import { type ProxyRules, startProxy } from '../../testing/database-proxy.ts';
import { type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { put, ROOT, thing, things } from '../../testing/store-specimens.ts';
import type { SharedStore } from './shared-store.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

const bump = (tx: Tx): number => {
  const size = (tx.get(things, ROOT)?.size ?? 0) + 1;
  tx.put(things, thing(ROOT, 'count', size));
  return size;
};

const isAppend = (bytes: Buffer): boolean => bytes.includes('append\0');

/** A new world in two processes, of which the first has its way to the database by a proxy with some rules. */
const besideProxy = async (
  rules: ProxyRules,
  work: (near: SharedStore, rival: SharedStore) => Promise<void>,
): Promise<void> => {
  const rival = await scene.openWorld();
  const proxy = await startProxy(scene.postgres.socketFolder, scene.url, rules);
  const replica = await scene.openReplica({ url: proxy.url, bounds: { idleMillis: 60_000 } });
  try {
    await work(await replica.openWorld(rival.world), rival);
  } finally {
    await replica.close();
    await proxy.stop();
  }
};

const isSomebodyBlocked = async (): Promise<boolean> => {
  const text = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'platform-mock' AND wait_event_type = 'Lock'";
  return (await scene.postgres.query(scene.url, text)).length > 0;
};

test('a writer that others always outrun gets through at the third try', async () => {
  let rival: SharedStore | undefined;
  let outrun = 0;
  const hold = async (bytes: Buffer): Promise<void> => {
    if (!isAppend(bytes) || !rival || outrun > 5) return;
    let isStored = false;
    void rival.write(bump).then(() => {
      isStored = true;
      outrun += 1;
    });
    // With the lock the rival cannot write before the writer has.
    while (!isStored && !(await isSomebodyBlocked())) await pause(5);
  };
  await besideProxy({ hold }, async (slow, busy) => {
    await put(slow, thing(ROOT, 'count', 0));
    rival = busy;
    assert.equal(await slow.write(bump), 3);
    assert.equal(await busy.write(bump), 5);
  });
});

test('an append whose answer is cut off is stored once, whether it had reached the database or not', async () => {
  let sent = 0;
  let cuts = 0;
  // Every third append loses its answer, and the connection.
  let isDue = false;
  const hold = async (bytes: Buffer): Promise<void> => {
    if (!isAppend(bytes)) return;
    sent += 1;
    isDue = sent % 3 === 0;
  };
  const cut = (): boolean => {
    if (!isDue) return false;
    isDue = false;
    cuts += 1;
    return true;
  };
  await besideProxy({ hold, cut }, async (near, rival) => {
    const count = bySize({ small: 30, usual: 30, whole: 400 });
    const sizes: number[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const [mine, its] = await Promise.all([near.write(bump), nth % 2 === 0 ? rival.write(bump) : undefined]);
      sizes.push(mine, ...(its === undefined ? [] : [its]));
    }
    await near.awaitHead();
    assert.equal(new Set(sizes).size, sizes.length);
    assert.equal(near.rows.get(things, ROOT)?.size, sizes.length);
    assert.ok(cuts > 5);
  });
});
