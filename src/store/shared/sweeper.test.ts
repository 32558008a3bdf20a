import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Snapshot, Tx } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { makeStore, makeTag, type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { numbered, thing, things } from '../../testing/store-specimens.ts';
import { MemoryStore } from '../memory.ts';
import type { SnapshotHead } from '../snapshot-text.ts';
import { Connections } from './connections.ts';
import { SharedDatabase, type SharedDatabaseOptions } from './shared-database.ts';
import type { SharedStore } from './shared-store.ts';
import { Sweeper } from './sweeper.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

/** Two processes on a new database, of which the first writes checkpoints; both keep nothing unless for so long. */
const withReplicas = async (
  work: (one: SharedDatabase, other: SharedDatabase, counts: () => Promise<unknown>, url: string) => Promise<void>,
  options: Partial<SharedDatabaseOptions> = {},
): Promise<void> => {
  const url = await scene.postgres.makeDatabase();
  const parts = { url, makeTag, now: () => performance.now(), report: assert.ifError, keepMillis: 0, ...options };
  const one = await SharedDatabase.open({ ...parts, checkpointSize: 1 });
  const other = await SharedDatabase.open(parts);
  const text = `SELECT (SELECT count(*)::int FROM platform_mock.world) AS worlds, (SELECT count(*)::int FROM platform_mock.line) AS lines,
    (SELECT count(*)::int FROM platform_mock.entry) AS entries, (SELECT count(*)::int FROM platform_mock.checkpoint) AS checkpoints,
    (SELECT count(*)::int FROM platform_mock.snapshot) AS snapshots`;
  try {
    await work(one, other, async () => (await scene.postgres.query(url, text))[0], url);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
};

const put =
  (nth: number, name: string) =>
  (tx: Tx): void =>
    tx.put(things, thing(numbered(nth), name));

const write = async (store: SharedStore, times = 40): Promise<void> => {
  for (let nth = 0; nth < times; nth += 1) await store.write(put(nth % 3, `name-${nth}`));
};

/** Writes all rows once more and one beside them, which is enough for a checkpoint, and deletes what nobody needs. */
const sweepAfterWrite = async (database: SharedDatabase, store: SharedStore): Promise<void> => {
  await database.sweep();
  await store.write((tx) => {
    for (const row of [...tx.listWithin(things, TOP), thing(numbered(5), 'last')]) tx.put(things, row);
  });
  await database.sweep();
};

/** The texts of the notes of a world that has ended. */
const notesOf = async (database: SharedDatabase, born: string): Promise<readonly string[]> => {
  const notes = await database.openPastNotes(born);
  const texts: string[] = [];
  notes.on('call', ({ text }) => void texts.push(text));
  await notes.catchUp();
  return texts;
};

const namesIn = (store: Pick<SharedStore, 'rows'> | undefined): readonly string[] =>
  (store?.rows.listWithin(things, TOP) ?? []).map(({ name }) => name);

const namesOf = async (state: Snapshot | undefined): Promise<readonly string[]> => {
  const store = new MemoryStore();
  if (state) await store.restore(state);
  return namesIn(store);
};

test('31.12: entries that a checkpoint has taken the place of are deleted, and every process has the same rows', () =>
  withReplicas(async (one, other, counts) => {
    const store = await one.openWorld('w');
    const behind = await other.openWorld('w');
    await write(store);
    await sweepAfterWrite(one, store);
    assert.deepEqual(await counts(), { worlds: 1, lines: 1, entries: 0, checkpoints: 1, snapshots: 0 });
    // None of the entries that it lacks is there.
    await behind.awaitHead();
    assert.deepEqual(namesIn(behind), ['name-39', 'name-37', 'name-38', 'last']);
    await behind.write(put(6, 'goes on'));
    assert.deepEqual(namesIn(await one.findStore('w')), namesIn(behind));
    assert.deepEqual(await other.findStore('w').then(namesIn), namesIn(behind));
  }));

test('31.12: an older state that is needed has a place of its own before its entries are deleted', () =>
  withReplicas(async (one, other, counts) => {
    const store = await makeStore(one, 'w');
    await store.write(put(0, 'before'));
    const captured = store.capture();
    const pointer = one.pointerOf(captured);
    await one.noteWorld('w', JSON.stringify({ origin: pointer, labels: { run: '1' } }), 10);
    const snapshots = await one.openSnapshots('w');
    await snapshots.write({ name: 'kept' } as SnapshotHead, store.rows, captured);
    await makeStore(one, 'fork', 'w');
    await write(store, 400);
    await sweepAfterWrite(one, store);
    assert.deepEqual(await counts(), { worlds: 2, lines: 3, entries: 0, checkpoints: 2, snapshots: 1 });
    assert.deepEqual(await (await other.openSnapshots('w')).stateOf('kept').then(namesOf), ['before']);
    assert.deepEqual(namesIn(await other.findStore('fork')), ['before']);
    const record = JSON.parse((await other.kept.find('w'))?.record ?? '');
    assert.deepEqual(record.labels, { run: '1' });
    assert.deepEqual(await other.stateAt(async () => record.origin).then(namesOf), ['before']);
    assert.deepEqual(await snapshots.stateOf('kept').then(namesOf), ['before']);
    // The state that is still in memory has no place in the database any more.
    await store.restore(captured);
    assert.deepEqual(await other.findStore('w').then(namesIn), ['before']);
  }));

test('31.12: what restores and worlds that have ended leave is deleted', () =>
  withReplicas(async (one, other, counts) => {
    const [store, ended] = [await one.openWorld('w'), await one.openWorld('ended')];
    const beginning = store.capture();
    await write(store);
    await write(ended);
    await (await one.openSnapshots('ended')).write({ name: 'of it' } as SnapshotHead, ended.rows, ended.capture());
    await store.restore(beginning);
    await one.endWorld('ended');
    // The first time it is seen that nobody needs them.
    for (let times = 0; times < 3; times += 1) await Promise.all([one.sweep(), other.sweep()]);
    const left = (await counts()) as Readonly<Record<string, number>>;
    assert.deepEqual([left.worlds, left.snapshots], [1, 0]);
    assert.ok(Number(left.lines) <= 2, JSON.stringify(left));
    await store.write(put(1, 'goes on'));
    assert.deepEqual(namesIn(await other.openWorld('w')), ['goes on']);
  }));

test('31.12: old notes that a stopped process has left are deleted, and no others', () =>
  withReplicas(async (one, other, _, url) => {
    const [trimmed, whole] = [await one.openWorld('trimmed'), await one.openWorld('whole')];
    for (const store of [trimmed, whole]) {
      const notes = await one.openNotes(store);
      for (const text of ['a', 'b', 'c']) await notes.add({ kind: 'call', text });
    }
    await scene.postgres.query(url, 'UPDATE platform_mock.note_head SET floor = 2 WHERE born = $1', [trimmed.born]);
    await one.sweep();
    const left = 'SELECT born, array_agg(n ORDER BY n) AS numbers FROM platform_mock.note GROUP BY born ORDER BY born';
    assert.deepEqual(await scene.postgres.query(url, left), [
      { born: trimmed.born, numbers: ['3'] },
      { born: whole.born, numbers: ['1', '2', '3'] },
    ]);
    assert.deepEqual(await notesOf(other, trimmed.born), ['c']);
  }));

test('31.12: a world whose time is up ends, and others do not', () =>
  withReplicas(async (one) => {
    for (const [id, expiresMillis] of [
      ['over', one.now() - 1],
      ['later', one.now() + 600_000],
      ['without', undefined],
    ] as const) {
      await one.makeWorld(id);
      await one.noteWorld(id, JSON.stringify({ expiresMillis }), 10);
    }
    await one.sweep();
    assert.deepEqual(
      (await one.listed.list('default')).map(({ id }) => id),
      ['later', 'without'],
    );
  }));

test('31.12: the worlds that have ended last are kept with their rows and notes, and no others', () =>
  withReplicas(
    async (one, other, counts) => {
      const borns: string[] = [];
      for (const id of ['first', 'second', 'again']) {
        const store = await makeStore(one, id);
        await store.write(put(1, `of ${id}`));
        await one.noteWorld(id, JSON.stringify({ from: id }), 10);
        await one.beginNotes(store).add({ kind: 'call', text: id });
        borns.push(store.born);
        await one.endWorld(id);
      }
      // One that was not whole, and one that has the name of another.
      await one.openWorld('unfinished');
      await one.endWorld('unfinished');
      await one.makeWorld('again');
      assert.deepEqual(await other.past.list(), borns);
      for (let times = 0; times < 3; times += 1) await Promise.all([one.sweep(), other.sweep()]);
      const [gone = '', ...kept] = borns;
      assert.deepEqual(await other.past.list(), kept);
      assert.equal(await other.past.find(gone), undefined);
      assert.deepEqual(await notesOf(other, gone), []);
      for (const [nth, born] of kept.entries()) {
        const past = await other.past.find(born);
        const id = ['second', 'again'][nth];
        assert.deepEqual([past?.id, JSON.parse(past?.record ?? '')], [id, { from: id }]);
        assert.deepEqual(namesIn(await past?.rows()), [`of ${id}`]);
        assert.deepEqual(await notesOf(other, born), [id]);
      }
      const left = (await counts()) as Readonly<Record<string, number>>;
      assert.deepEqual([left.worlds, left.lines], [1, 3]);
    },
    { mostPast: 2 },
  ));

test('31.11: what was counted in worlds that are forgotten is in the sum, once', () =>
  withReplicas(
    async (one, other, _, url) => {
      const asked: string[] = [];
      const accounts = {
        settle: async (borns: readonly string[]) => {
          asked.push(...borns);
          for (const born of borns) await one.past.keepCounts(born, `settled`);
        },
        add: (texts: readonly string[]) => texts.join('+'),
      };
      const borns: string[] = [];
      for (const id of ['kept', 'unknown', 'nothing', 'last']) {
        borns.push((await makeStore(one, id)).born);
        await one.noteWorld(id, '{}', 10);
        await one.endWorld(id);
      }
      const [kept = '', unknown = '', nothing = '', last = ''] = borns;
      await one.past.keepCounts(kept, 'first');
      await one.past.keepCounts(kept, 'too late');
      await one.past.keepCounts(nothing, '');
      const connections = new Connections(url);
      const parts = { connections, keepMillis: 0, makeTag, report: assert.ifError, mostPast: 1 };
      const sweepers = [new Sweeper(parts), new Sweeper(parts)];
      for (const sweeper of sweepers) sweeper.start(accounts);
      await Promise.all(sweepers.map((sweeper) => sweeper.sweep()));
      for (const sweeper of sweepers) await sweeper.stop();
      await connections.close();
      assert.deepEqual([...new Set(asked)], [unknown]);
      const counts = await other.past.listCounts();
      assert.deepEqual(counts.sum.split('+').sort(), ['first', 'settled']);
      assert.deepEqual([...counts.worlds], [[last, undefined]]);
      await one.past.clearCounts();
      assert.deepEqual(await other.past.listCounts(), { sum: '', worlds: new Map([[last, '']]) });
    },
    { mostPast: 1 },
  ));

test('31.12: what was needed within the time that is kept is not deleted', () =>
  withReplicas(
    async (one, _, counts) => {
      const store = await one.openWorld('w');
      const beginning = store.capture();
      await write(store);
      await store.restore(beginning);
      await write(store);
      for (let times = 0; times < 3; times += 1) await one.sweep();
      const { lines, entries } = (await counts()) as Readonly<Record<string, number>>;
      assert.deepEqual([lines, entries], [2, 80]);
    },
    { keepMillis: 600_000 },
  ));

test('a sweep reports nothing while the database does not answer: the next one deletes', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const connections = new Connections('postgres://127.0.0.1:1/none');
  const reported: unknown[] = [];
  const sweeper = new Sweeper({ connections, keepMillis: 0, makeTag, report: (error) => reported.push(error) });
  sweeper.start();
  t.mock.timers.tick(60_000);
  await sweeper.stop();
  assert.deepEqual(reported, []);
  await connections.close();
});
