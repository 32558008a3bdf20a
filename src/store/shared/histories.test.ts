import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bySize } from '../../../scripts/test-size.ts';
import {
  collection,
  type Snapshot,
  type Store,
  settingCollection,
  type Tx,
  transientCollection,
} from '../../kernel/rows.ts';
import { type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { numbered, thing } from '../../testing/store-specimens.ts';
import { MemoryStore } from '../memory.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { SharedStore } from './shared-store.ts';
import { partsOf } from './states.ts';

let scene: SharedScene;
let replicas: readonly SharedDatabase[];
before(async () => {
  scene = await startSharedScene();
  // The first writes a checkpoint after each of its writes.
  // Neither keeps what nobody points at.
  const keepMillis = 0;
  replicas = [await scene.openReplica({ checkpointSize: 1, keepMillis }), await scene.openReplica({ keepMillis })];
});
after(() => scene.stop());

const COLLECTIONS = [collection('things', 'name'), transientCollection('passing'), settingCollection('chosen')];

/** Something that is done to a world, by one of two processes. */
type Step = { readonly by: number } & (
  | { readonly does: 'write' | 'long write' | 'refused write'; readonly rows: readonly RowStep[] }
  | { readonly does: 'capture' }
  | { readonly does: 'sweep' }
  | { readonly does: 'restore'; readonly nth: number }
);

/** A row that is put, or removed where it has no name. */
interface RowStep {
  readonly of: number;
  readonly uid: number;
  readonly name: string | undefined;
}

const by = fc.integer({ min: 0, max: 1 });
const rows = fc.array(
  fc.record({
    of: fc.integer({ min: 0, max: COLLECTIONS.length - 1 }),
    uid: fc.integer({ min: 0, max: 5 }),
    name: fc.constantFrom('a', 'b', undefined),
  }),
  { minLength: 1, maxLength: 5 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ by, does: fc.constant('write' as const), rows }) },
  {
    weight: 1,
    arbitrary: fc.record({ by, does: fc.constantFrom('long write' as const, 'refused write' as const), rows }),
  },
  { weight: 3, arbitrary: fc.record({ by, does: fc.constantFrom('capture' as const, 'sweep' as const) }) },
  { weight: 2, arbitrary: fc.record({ by, does: fc.constant('restore' as const), nth: fc.nat({ max: 9 }) }) },
);

const digestOf = (store: SharedStore | MemoryStore): string => {
  const hash = createHash('sha256');
  for (const part of partsOf(store.copy())) hash.update(part);
  return hash.digest('hex');
};

const REFUSED = new Error('refused');

const change = (tx: Tx, { rows: changed, does }: Extract<Step, { readonly rows: unknown }>): void => {
  for (const { of, uid, name } of changed) {
    const to = COLLECTIONS[of] as (typeof COLLECTIONS)[number];
    if (name === undefined) tx.remove(to, numbered(uid));
    else tx.put(to, thing(numbered(uid), name));
  }
  if (does === 'refused write') throw REFUSED;
};

/** Does a step to a store, with the states that were captured before, by whichever process. */
const take = async (store: Store, captured: Snapshot[], taken: Step): Promise<void> => {
  if (taken.does === 'sweep') return;
  if (taken.does === 'capture') captured.push(store.capture());
  else if (taken.does === 'restore') {
    const snapshot = captured[taken.nth % captured.length];
    if (snapshot) await store.restore(snapshot);
  } else if (taken.does === 'long write') {
    await store.writeInSteps(function* (tx) {
      yield;
      change(tx, taken);
    });
  } else {
    const written = store.write((tx) => change(tx, taken));
    await (taken.does === 'write' ? written : assert.rejects(written, REFUSED));
  }
};

let worlds = 0;

test('two processes that change, capture and restore a world by turns have the rows that memory has, and so has a third', async () => {
  const runs = bySize({ small: 6, usual: 12, whole: 400 });
  const steps = fc.array(step, { minLength: 1, maxLength: 20, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      worlds += 1;
      const world = `history-${worlds}`;
      const model = new MemoryStore();
      const [ofModel, ofShared]: [Snapshot[], Snapshot[]] = [[], []];
      const stores = await Promise.all(replicas.map((replica) => replica.openWorld(world)));
      for (const taken of history) {
        const store = stores[taken.by] as SharedStore;
        await store.awaitHead();
        await take(model, ofModel, taken);
        await take(store, ofShared, taken);
        if (taken.does === 'sweep') await replicas[taken.by]?.sweep();
        assert.equal(digestOf(store), digestOf(model));
      }
      for (const store of stores) {
        await store.awaitHead();
        assert.equal(digestOf(store), digestOf(model));
      }
      const loaded = await (replicas[1] as SharedDatabase).openWorld(world);
      assert.equal(digestOf(loaded), digestOf(model));
    }),
    { numRuns: runs },
  );
});
