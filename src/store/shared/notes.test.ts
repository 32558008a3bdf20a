import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bySize, TEST_SIZE } from '../../../scripts/test-size.ts';
import { startProxy } from '../../testing/database-proxy.ts';
import { type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import type { Note } from '../notes.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { WorldNotes } from './world-notes.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

/** The notes of a world in one process, with what it has taken. */
interface Reading {
  readonly notes: WorldNotes;
  readonly taken: Note[];
  /** The states that it has begun with. */
  readonly begun: string[];
}

const KINDS = ['call', 'event'];

const readIn = async (database: SharedDatabase, world: string, mostCalls = 10_000): Promise<Reading> => {
  const notes = await database.openNotes(await database.openWorld(world));
  const [taken, begun]: [Note[], string[]] = [[], []];
  for (const kind of KINDS) notes.on(kind, (note) => taken.push(note));
  notes.keep({ mostCalls, write: () => `after ${taken.at(-1)?.number}`, read: (state) => begun.push(state) });
  return { notes, taken, begun };
};

const openIn = async (count: number, mostCalls?: number): Promise<readonly Reading[]> => {
  const world = scene.newName();
  const opened: Reading[] = [];
  for (let nth = 0; nth < count; nth += 1) opened.push(await readIn(await scene.openReplica(), world, mostCalls));
  return opened;
};

const addMany = async ({ notes }: Reading, count: number, name: string): Promise<void> => {
  const all = Array.from({ length: count }, (_, nth) =>
    notes.add({ kind: nth % 5 === 4 ? 'event' : 'call', text: `${name} ${nth}`, own: `${name} ${nth}` }),
  );
  await Promise.all(all);
};

const textsOf = ({ taken }: Reading): readonly string[] => taken.map(({ text }) => text);

describe('31.13 notes', () => {
  test('those of several processes are taken by all in one order, and numbered without a gap', async () => {
    const readings = await openIn(3);
    for (let round = 0; round < bySize({ small: 3, usual: 5, whole: 30 }); round += 1) {
      await Promise.all(readings.map((reading, nth) => addMany(reading, 20 + 70 * nth, `${round} ${nth}`)));
    }
    await Promise.all(readings.map(({ notes }) => notes.catchUp()));
    const [first, ...others] = readings as [Reading, ...Reading[]];
    for (const other of others) assert.deepEqual(textsOf(other), textsOf(first));
    assert.deepEqual(
      first.taken.map(({ number }) => number),
      first.taken.map((_, nth) => nth + 1),
    );
    const calls = first.taken.filter(({ kind }) => kind === 'call').map(({ call }) => call);
    assert.deepEqual(
      calls,
      calls.map((_, nth) => nth + 1),
    );
    assert.ok(first.taken.every(({ kind, call }) => kind === 'call' || call === 0));
    const expected = new Set(first.taken.map(({ text }) => text));
    assert.equal(expected.size, first.taken.length);
    for (const [nth, { taken }] of readings.entries()) {
      for (const { own, text } of taken) assert.equal(own, text.split(' ')[1] === String(nth) ? text : undefined);
    }
  });

  test('those of one statement that take several rows are numbered and placed without a gap, and in their order', async () => {
    const [one, other] = (await openIn(2)) as [Reading, Reading];
    await addMany(one, 1, 'first');
    await addMany(one, 20, 'x'.repeat(2_000));
    await other.notes.catchUp();
    assert.deepEqual(textsOf(other), textsOf(one));
    for (const { taken } of [one, other]) {
      const [{ place }] = taken as [Note, ...Note[]];
      const calls = taken.filter(({ kind }) => kind === 'call');
      assert.deepEqual(
        taken.map((note) => note.number),
        taken.map((_, nth) => nth + 1),
      );
      assert.deepEqual(
        taken.map((note) => note.place),
        taken.map((_, nth) => place + nth),
      );
      assert.deepEqual(
        calls.map((note) => note.call),
        calls.map((_, nth) => nth + 1),
      );
    }
  });

  test('one is taken by its process at once where nobody else has written, and by others when they ask', async () => {
    const [one, other] = (await openIn(2)) as [Reading, Reading];
    await one.notes.add({ kind: 'call', text: 'a' });
    await one.notes.add({ kind: 'call', text: 'a, too' });
    const own = ['a', 'a, too'];
    assert.deepEqual([textsOf(one), textsOf(other)], [own, []]);
    await other.notes.add({ kind: 'call', text: 'b' });
    assert.deepEqual([textsOf(one), textsOf(other)], [own, []]);
    await other.notes.catchUp();
    assert.deepEqual([textsOf(one), textsOf(other)], [own, [...own, 'b']]);
  });

  test('who watches takes those of others without asking', async () => {
    const [one, other] = (await openIn(2)) as [Reading, Reading];
    const arrived = new Promise<Note>((resolve) => other.notes.on('call', resolve));
    const end = other.notes.watch();
    await one.notes.add({ kind: 'call', text: 'seen' });
    assert.equal((await arrived).text, 'seen');
    end();
  });

  test('a process that begins later takes all that are kept', async () => {
    const world = scene.newName();
    const first = await readIn(await scene.openReplica(), world);
    await addMany(first, 1_234, 'early');
    const later = await readIn(await scene.openReplica(), world);
    await later.notes.catchUp();
    assert.deepEqual(textsOf(later), textsOf(first));
    assert.deepEqual(later.begun, []);
  });

  test('old ones are deleted, and a state replaces them, also for a process that was behind', async () => {
    const world = scene.newName();
    const first = await readIn(await scene.openReplica(), world, 1_000);
    const behind = await readIn(await scene.openReplica(), world, 1_000);
    await addMany(first, 10, 'before');
    await behind.notes.catchUp();
    for (let round = 0; round < 8; round += 1) await addMany(first, 500, `${round}`);
    const count =
      'SELECT (last - floor)::int AS count, (floor + 1)::int AS first FROM platform_mock.note_head WHERE born = $1';
    const query = () => scene.postgres.query(scene.url, count, [first.notes.born]);
    // The last ones are deleted beside the calls.
    for (let tries = 0; tries < 10_000 && Number((await query())[0]?.count) > 3_000; tries += 1);
    const [kept] = await query();
    assert.ok(Number(kept?.count) < 3_000 && Number(kept?.count) >= 1_250, `${kept?.count} are kept`);
    const below = `SELECT 1 FROM platform_mock.note n JOIN platform_mock.note_head h USING (born)
      WHERE born = $1 AND n.n <= h.floor LIMIT 1`;
    const areLeft = async () => (await scene.postgres.query(scene.url, below, [first.notes.born])).length > 0;
    for (let tries = 0; tries < 10_000 && (await areLeft()); tries += 1);
    assert.equal(await areLeft(), false);
    const later = await readIn(await scene.openReplica(), world, 1_000);
    for (const reading of [behind, later]) {
      await reading.notes.catchUp();
      assert.equal(reading.taken.at(-1)?.number, 4_010);
      const [state] = reading.begun;
      assert.ok(state);
      assert.ok(Number(state.replace('after ', '')) >= Number(kept?.first) - 1);
      assert.ok(reading.taken.some(({ number }) => number === Number(kept?.first)));
    }
    const calls = later.taken.filter(({ kind }) => kind === 'call').map(({ call }) => call);
    assert.ok(calls.length >= 1_000);
    assert.equal(calls.at(-1), first.taken.findLast(({ kind }) => kind === 'call')?.call);
  });

  test('where there are no calls, as many stay as notes are kept', async () => {
    const database = await scene.openReplica();
    const notes = await database.openNotes(await database.openWorld(scene.newName()));
    notes.keep({ mostCalls: Number.POSITIVE_INFINITY, mostNotes: 1_000, write: () => '', read: () => undefined });
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 500 }, () => notes.add({ kind: 'event', text: 'e' })));
    }
    const count = 'SELECT (last - floor)::int AS count FROM platform_mock.note_head WHERE born = $1';
    const countNow = async (): Promise<number> =>
      Number((await scene.postgres.query(scene.url, count, [notes.born]))[0]?.count);
    for (let tries = 0; tries < 10_000 && (await countNow()) > 3_000; tries += 1);
    const left = await countNow();
    assert.ok(left >= 1_000 && left <= 3_000, `${left} are kept`);
  });

  test('no more than 64 MiB of text are kept of a world', {
    skip: TEST_SIZE !== 'whole' && 'it stores 100 MB',
  }, async () => {
    const database = await scene.openReplica();
    const notes = await database.openNotes(await database.openWorld(scene.newName()));
    notes.keep({ mostCalls: 10_000, write: () => '', read: () => undefined });
    const text = 'x'.repeat(100_000);
    for (let nth = 0; nth < 1_000; nth += 1) await notes.add({ kind: 'call', text });
    const size = 'SELECT sum(length(body))::int8 AS size FROM platform_mock.note WHERE born = $1';
    const sizeNow = async (): Promise<number> =>
      Number((await scene.postgres.query(scene.url, size, [notes.born]))[0]?.size);
    for (let tries = 0; tries < 1_000 && (await sizeNow()) > 80_000_000; tries += 1);
    const left = await sizeNow();
    assert.ok(left >= 64 * 1024 * 1024 - 10_000_000 && left <= 80_000_000, `${left} characters are kept`);
  });

  test('those that an earlier release has stored, one in a row, are taken as they are', async () => {
    const world = scene.newName();
    const reading = await readIn(await scene.openReplica(), world);
    const { born } = reading.notes;
    const insert = `INSERT INTO platform_mock.note (born, n, call, origin, key, kind, body)
      VALUES ($1, 1, 1, 7, 21, 'call', '{"a":"b"}'), ($1, 2, 0, 7, 22, 'event', ''), ($1, 3, 2, 7, 23, 'call', 'c')`;
    await scene.postgres.query(scene.url, insert, [born]);
    await scene.postgres.query(scene.url, 'INSERT INTO platform_mock.note_head (born, last, calls) VALUES ($1, 3, 2)', [
      born,
    ]);
    await reading.notes.add({ kind: 'call', text: 'd', common: 'all' });
    await reading.notes.catchUp();
    assert.deepEqual(
      reading.taken.map(({ number, kind, call, text, common }) => [number, kind, call, text, common]),
      [
        [1, 'call', 1, '{"a":"b"}', undefined],
        [2, 'event', 0, '', undefined],
        [3, 'call', 2, 'c', undefined],
        [4, 'call', 3, 'd', 'all'],
      ],
    );
  });

  test('what several have in common is stored once, and is of each of them for every process', async () => {
    const [one, other] = (await openIn(2)) as [Reading, Reading];
    const commons = ['x'.repeat(900), 'y'.repeat(900), '', undefined];
    const texts = Array.from({ length: 60 }, (_, nth) => ({ text: `${nth}`, common: commons[nth % 4] }));
    await Promise.all(texts.map((each) => one.notes.add({ kind: 'call', ...each })));
    await Promise.all([one, other].map(({ notes }) => notes.catchUp()));
    for (const { taken } of [one, other])
      assert.deepEqual(
        taken.map(({ text, common }) => ({ text, common })),
        texts,
      );
    const size = 'SELECT sum(length(body))::int AS size FROM platform_mock.note WHERE born = $1';
    const [stored] = await scene.postgres.query(scene.url, size, [one.notes.born]);
    assert.ok(Number(stored?.size) < 6_000, `${stored?.size} characters`);
  });

  test('a connection that is cut loses none, and stores none twice', async () => {
    const [one, other] = (await openIn(2)) as [Reading, Reading];
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    const stored: string[] = [];
    for (let round = 0; round < bySize({ small: 5, usual: 8, whole: 100 }); round += 1) {
      const texts = Array.from({ length: 30 }, (_, nth) => `cut ${round} ${nth}`);
      const all = texts.map((text, nth) => (nth % 2 === 0 ? one : other).notes.add({ kind: 'call', text }));
      await scene.postgres.query(scene.url, cut);
      await Promise.all(all);
      stored.push(...texts);
    }
    await Promise.all([one, other].map(({ notes }) => notes.catchUp()));
    assert.deepEqual(textsOf(other), textsOf(one));
    assert.deepEqual(textsOf(one).toSorted(), stored.toSorted());
  });

  test('those whose answer is lost are stored once', async () => {
    let isCut = false;
    const cut = (): boolean => {
      const cutsNow = isCut;
      isCut = false;
      return cutsNow;
    };
    const proxy = await startProxy(scene.postgres.socketFolder, scene.url, { cut });
    const replica = await scene.openReplica({ url: proxy.url });
    try {
      const reading = await readIn(replica, scene.newName());
      const texts = Array.from({ length: 20 }, (_, nth) => `lost ${nth}`);
      for (const text of texts) {
        await reading.notes.add({ kind: 'call', text: `${text}, not cut` });
        isCut = true;
        await reading.notes.add({ kind: 'call', text, own: text });
        await reading.notes.catchUp();
      }
      assert.deepEqual(
        textsOf(reading),
        texts.flatMap((text) => [`${text}, not cut`, text]),
      );
      assert.deepEqual(
        reading.taken.map(({ own }) => own),
        texts.flatMap((text) => [undefined, text]),
      );
    } finally {
      await replica.close();
      await proxy.stop();
    }
  });

  test('the notes of a world that has ended are deleted, and a later one of its name has none', async () => {
    const database = await scene.openReplica();
    const world = scene.newName();
    const first = await readIn(database, world);
    await addMany(first, 10, 'gone');
    await database.endWorld(world);
    await database.sweep();
    const left =
      'SELECT 1 FROM platform_mock.note WHERE born = $1 UNION ALL SELECT 1 FROM platform_mock.note_head WHERE born = $1';
    assert.deepEqual(await scene.postgres.query(scene.url, left, [first.notes.born]), []);
    const later = await readIn(database, world);
    await later.notes.catchUp();
    assert.deepEqual(textsOf(later), []);
  });
});
