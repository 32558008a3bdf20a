import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bySize } from '../../../scripts/test-size.ts';
import { startProxy } from '../../testing/database-proxy.ts';
import { type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { put, ROOT, thing, things } from '../../testing/store-specimens.ts';
import type { Note } from '../notes.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { SharedStore } from './shared-store.ts';
import type { WorldNotes } from './world-notes.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

/** A world in one process, with its notes and what has been taken of them. */
interface Opened {
  readonly store: SharedStore;
  readonly notes: WorldNotes;
  readonly taken: Note[];
}

const openIn = async (database: SharedDatabase, world: string): Promise<Opened> => {
  const store = await database.openWorld(world);
  const notes = await database.openNotes(store);
  const taken: Note[] = [];
  notes.on('call', (note) => taken.push(note));
  return { store, notes, taken };
};

const openTwo = async (): Promise<readonly [Opened, Opened]> => {
  const world = scene.newName();
  const [one, other] = [await scene.openReplica(), await scene.openReplica()];
  return [await openIn(one, world), await openIn(other, world)];
};

/** Adds a note of the state that is read here; resolves to what it was refused with. */
const addAt = ({ notes }: Opened, at: string, text: string): Promise<string> =>
  notes.add({ kind: 'call', text, own: text, at }).then(
    () => 'stored',
    ({ code }: { readonly code: string }) => code,
  );

const textsOf = ({ taken }: Opened): readonly string[] => taken.map(({ text }) => text);

let names = 0;
const write = ({ store }: Opened): Promise<void> => {
  names += 1;
  return put(store, thing(ROOT, `name ${names}`));
};

describe('31.20 notes of early calls', () => {
  test('one is stored where nobody has written since, and refused where somebody has', async () => {
    const [one, other] = await openTwo();
    await write(one);
    assert.equal(await addAt(one, one.store.place.tag, 'a'), 'stored');
    assert.equal(await addAt(one, one.store.place.tag, 'b'), 'stored');
    await write(other);
    assert.equal(await addAt(one, one.store.place.tag, 'old'), 'ABORTED');
    await one.store.awaitHead();
    assert.equal(await addAt(one, one.store.place.tag, 'c'), 'stored');
    assert.deepEqual(textsOf(one), ['a', 'b', 'c']);
    await other.notes.catchUp();
    assert.deepEqual(
      other.taken.map(({ number, call, text }) => [number, call, text]),
      [
        [1, 1, 'a'],
        [2, 2, 'b'],
        [3, 3, 'c'],
      ],
    );
  });

  test('those of one statement are refused together, of whichever world they are, and the others of it are stored', async () => {
    const database = await scene.openReplica();
    const [moved, still] = [await openIn(database, scene.newName()), await openIn(database, scene.newName())];
    const elsewhere = await openIn(await scene.openReplica(), moved.store.world);
    for (const round of [0, 1]) {
      await write(elsewhere);
      const { tag } = moved.store.place;
      const added = [
        addAt(moved, tag, `old ${round}`),
        moved.notes.add({ kind: 'call', text: `any ${round}` }).then(() => 'stored'),
        addAt(still, still.store.place.tag, `still ${round}`),
        still.notes.add({ kind: 'call', text: `any ${round}` }).then(() => 'stored'),
      ];
      assert.deepEqual(await Promise.all(added), ['ABORTED', 'stored', 'ABORTED', 'stored']);
      assert.equal(await addAt(still, still.store.place.tag, `again ${round}`), 'stored');
    }
    assert.deepEqual(textsOf(moved), ['any 0', 'any 1']);
    assert.deepEqual(textsOf(still), ['any 0', 'again 0', 'any 1', 'again 1']);
    assert.deepEqual(
      still.taken.map(({ number, call }) => [number, call]),
      [1, 2, 3, 4].map((number) => [number, number]),
    );
  });

  test('one of a world that has ended is refused, also where another has its name', async () => {
    const database = await scene.openReplica();
    const gone = await openIn(database, scene.newName());
    const { tag } = gone.store.place;
    await (await scene.openReplica()).endWorld(gone.store.world);
    assert.equal(await addAt(gone, tag, 'gone'), 'ABORTED');
    const next = await openIn(database, gone.store.world);
    assert.equal(await addAt(gone, next.store.place.tag, 'of another'), 'ABORTED');
    assert.equal(await addAt(next, next.store.place.tag, 'its own'), 'stored');
  });

  test('one whose answer is lost is stored once, or not at all where the world has moved', async () => {
    /** How many of the next answers are lost, and then how many that say whether a batch was stored. */
    let [cuts, settles] = [0, 0];
    const cut = (bytes: Buffer): boolean => {
      const isLost = cuts > 0 || (settles > 0 && bytes.includes('stored'));
      if (cuts > 0) cuts -= 1;
      else if (isLost) settles -= 1;
      return isLost;
    };
    const proxy = await startProxy(scene.postgres.socketFolder, scene.url, { cut });
    const replica = await scene.openReplica({ url: proxy.url });
    const elsewhere = await scene.openReplica();
    try {
      const world = scene.newName();
      const [one, other] = [await openIn(replica, world), await openIn(elsewhere, world)];
      const expected: string[] = [];
      for (let round = 0; round < bySize({ small: 3, usual: 10, whole: 100 }); round += 1) {
        await one.store.awaitHead();
        [cuts, settles] = [1, round % 3];
        assert.equal(await addAt(one, one.store.place.tag, `lost ${round}`), 'stored');
        await write(other);
        [cuts, settles] = [1, round % 3];
        assert.equal(await addAt(one, one.store.place.tag, `old ${round}`), 'ABORTED');
        await one.notes.add({ kind: 'call', text: `any ${round}` });
        expected.push(`lost ${round}`, `any ${round}`);
      }
      await Promise.all([one.notes.catchUp(), other.notes.catchUp()]);
      assert.deepEqual([textsOf(one), textsOf(other)], [expected, expected]);
    } finally {
      await replica.close();
      await proxy.stop();
    }
  });
});

describe('31.20 early calls', () => {
  test('one begins on the rows as they are, unless something is being written, or others were found to write', async () => {
    const [one] = await openTwo();
    await one.store.awaitHead();
    const first = one.store.beginEarly(true);
    assert.deepEqual([first?.state, first?.isCurrent, first?.refusal], [one.store.place.tag, true, undefined]);
    const writing = write(one);
    assert.equal(one.store.beginEarly(true), undefined);
    assert.ok(one.store.beginEarly(false));
    await writing;
    assert.deepEqual([first?.isCurrent, one.store.rows.get(things, ROOT)?.uid], [false, ROOT]);
    first?.refuse({} as never);
    const second = one.store.beginEarly(true);
    assert.equal(second?.state, one.store.place.tag);
  });

  test('after a write that others were before, a hundred wait for the head', async () => {
    const [one, other] = await openTwo();
    await one.store.awaitHead();
    await write(other);
    await write(one);
    const began = Array.from({ length: 101 }, () => one.store.beginEarly(false) !== undefined);
    assert.deepEqual(began, [...Array.from({ length: 100 }, () => false), true]);
  });

  test('after one that was refused, a hundred wait for the head', async () => {
    const [one] = await openTwo();
    await one.store.awaitHead();
    const refusal = await one.notes.add({ kind: 'call', text: '', at: '1' }).catch((error: unknown) => error);
    one.store.beginEarly(true)?.refuse(refusal as never);
    const began = Array.from({ length: 102 }, () => one.store.beginEarly(true) !== undefined);
    assert.deepEqual(began, [...Array.from({ length: 100 }, () => false), true, true]);
  });
});
