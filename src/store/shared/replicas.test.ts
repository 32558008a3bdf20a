import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { bySize } from '../../../scripts/test-size.ts';
import { ApiError } from '../../kernel/errors.ts';
import { settingCollection, type Tx, transientCollection } from '../../kernel/rows.ts';
import { type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import {
  below,
  contentsOf,
  numbered,
  ONE,
  put,
  ROOT,
  TWO,
  thing,
  things,
  uidsOf,
} from '../../testing/store-specimens.ts';
import { MemoryStore } from '../memory.ts';
import type { SharedStore } from './shared-store.ts';
import { partsOf } from './states.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

/** The same new world in some processes. */
const openIn = async (count: number): Promise<readonly SharedStore[]> => {
  const world = scene.newName();
  const opened: SharedStore[] = [];
  for (let nth = 0; nth < count; nth += 1) opened.push(await (await scene.openReplica()).openWorld(world));
  return opened;
};

const digestOf = (store: SharedStore): string => {
  const hash = createHash('sha256');
  for (const part of partsOf(store.copy())) hash.update(part);
  return hash.digest('hex');
};

/** Compares what processes have at a place, by its tag. */
class Digests {
  readonly #known = new Map<string, string>();
  /** How many places were compared. */
  compared = 0;

  note(store: SharedStore): void {
    const { tag } = store.place;
    const digest = digestOf(store);
    const known = this.#known.get(tag);
    if (known !== undefined) this.compared += 1;
    assert.equal(digest, known ?? digest);
    this.#known.set(tag, digest);
  }
}

interface StoredEntry {
  readonly seq: number;
  readonly changes: string;
}

/** The entries of the line that a world is in, which must follow each other without a gap. */
const readChain = async ({ place: { line } }: SharedStore): Promise<readonly StoredEntry[]> => {
  const text = 'SELECT seq::int, prev, tag, changes FROM platform_mock.entry WHERE line = $1 ORDER BY seq';
  const entries = await scene.postgres.query(scene.url, text, [line]);
  for (const [nth, { seq, prev }] of entries.entries()) {
    assert.equal(seq, nth + 1);
    if (nth > 0) assert.equal(prev, entries[nth - 1]?.tag);
  }
  return entries as unknown as readonly StoredEntry[];
};

/** Puts a row of a name once; refused where there is one of that name. */
const create =
  (name: string, at: number) =>
  (tx: Tx): void => {
    if (tx.by(things, 'name', name).length > 0) throw new ApiError('ALREADY_EXISTS', `${name} is there`);
    tx.put(things, thing(numbered(at), name));
  };

const bump = (tx: Tx): number => {
  const size = (tx.get(things, ROOT)?.size ?? 0) + 1;
  tx.put(things, thing(ROOT, 'count', size));
  return size;
};

/** Does some things again and again until some work is done; the first failure is thrown. */
const beside = async (always: readonly (() => Promise<void>)[], work: () => Promise<void>): Promise<void> => {
  let isOver = false;
  const repeat = async (one: () => Promise<void>): Promise<void> => {
    while (!isOver) await one();
  };
  const over = async (): Promise<void> => {
    try {
      await work();
    } finally {
      isOver = true;
    }
  };
  const done = await Promise.allSettled([over(), ...always.map(repeat)]);
  for (const outcome of done) if (outcome.status === 'rejected') throw outcome.reason;
};

test('two processes that write by turns and at once have equal rows at each place, and a third that loads them too', async () => {
  const [one, other] = (await openIn(2)) as [SharedStore, SharedStore];
  const digests = new Digests();
  const writes = bySize({ small: 40, usual: 75, whole: 600 });
  const run = async (store: SharedStore, mine: number): Promise<void> => {
    for (let nth = 0; nth < writes; nth += 1) {
      const uid = numbered((nth * 7 + mine) % 30);
      await store
        .write((tx) => {
          if (nth % 11 === 3) throw new Error('refused');
          if (nth % 5 === 4) tx.remove(things, uid);
          else tx.put(things, thing(uid, `n${nth % 3}`, nth));
          bump(tx);
        })
        .catch((error) => assert.equal(error.message, 'refused'));
      digests.note(store);
    }
  };
  await Promise.all([run(one, 0), run(other, 1), run(one, 2)]);
  await Promise.all([one.awaitHead(), other.awaitHead()]);
  assert.deepEqual(one.place, other.place);
  digests.note(one);
  digests.note(other);
  assert.deepEqual(one.rows.by(things, 'name', 'n1'), other.rows.by(things, 'name', 'n1'));
  assert.ok(digests.compared > 0);
  const written = 3 * writes - 3 * Math.ceil((writes - 3) / 11);
  assert.equal((await readChain(one)).length, written);
  assert.equal(one.rows.get(things, ROOT)?.size, written);
  const third = await (await scene.openReplica()).openWorld(one.world);
  assert.deepEqual(third.place, one.place);
  digests.note(third);
});

test('of equal creates in three processes at once, one wins and the others are refused', async () => {
  const stores = await openIn(3);
  const rounds = bySize({ small: 20, usual: 30, whole: 300 });
  for (let round = 0; round < rounds; round += 1) {
    const outcomes = await Promise.allSettled(
      [...stores, ...stores].map((store, nth) => store.write(create(`name ${round}`, round * 10 + nth))),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'ALREADY_EXISTS');
  }
  const [first] = stores as [SharedStore];
  assert.equal((await readChain(first)).length, rounds);
});

test('a read sees each write that was answered before it, whatever other reads are under way', async () => {
  const [writer, reader] = (await openIn(2)) as [SharedStore, SharedStore];
  const read = (): Promise<void> => reader.awaitHead();
  await beside([read, read], async () => {
    for (let nth = 1; nth <= bySize({ small: 50, usual: 100, whole: 1_000 }); nth += 1) {
      await writer.write(bump);
      await reader.awaitHead();
      assert.ok((reader.rows.get(things, ROOT)?.size ?? 0) >= nth);
    }
  });
});

test('a refusal is of a state that is not older than its call', async () => {
  const [writer, other] = (await openIn(2)) as [SharedStore, SharedStore];
  await writer.write(create('here', 1));
  await other.awaitHead();
  await writer.write((tx) => tx.remove(things, numbered(1)));
  await other.write(create('here', 2));
  await writer.write((tx) => tx.remove(things, numbered(2)));
  assert.equal(await other.write((tx) => tx.by(things, 'name', 'here').length), 0);
});

test('a read that lacks more entries than one query brings has them all', async () => {
  const [writer, reader] = (await openIn(2)) as [SharedStore, SharedStore];
  const count = 650;
  await Promise.all(Array.from({ length: count }, () => writer.write(bump)));
  await reader.awaitHead();
  assert.equal(reader.rows.get(things, ROOT)?.size, count);
  await Promise.all(Array.from({ length: 8 }, (_, nth) => put(writer, thing(numbered(nth), 'x'.repeat(400_000)))));
  await reader.awaitHead();
  assert.equal(reader.rows.by(things, 'name', 'x'.repeat(400_000)).length, 8);
});

/** Runs work while the row of a world is locked by somebody else. */
const whileLocked = async (world: string, work: () => Promise<void>): Promise<void> => {
  const client = new Client({ connectionString: scene.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM platform_mock.world WHERE id = $1 FOR UPDATE', [world]);
    await work();
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
};

const isWaiting = async (): Promise<boolean> => {
  const text = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'platform-mock' AND wait_event_type = 'Lock'";
  return (await scene.postgres.query(scene.url, text)).length > 0;
};

test('nobody sees a change before it is committed', async () => {
  const [store] = (await openIn(1)) as [SharedStore];
  let written: Promise<void> | undefined;
  await whileLocked(store.world, async () => {
    written = store.write(create('hidden', 1));
    while (!(await isWaiting())) await pause(5);
    assert.deepEqual(store.rows.by(things, 'name', 'hidden'), []);
    assert.deepEqual(store.fork().rows.by(things, 'name', 'hidden'), []);
  });
  await written;
  assert.equal(store.rows.by(things, 'name', 'hidden').length, 1);
});

const killConnections = (): Promise<unknown> =>
  scene.postgres.query(
    scene.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'platform-mock'",
  );

test('connections that are cut at random moments lose no answered write, and double none', async () => {
  const stores = await openIn(2);
  const answered = new Set<string>();
  let sent = 0;
  const write = async (store: SharedStore): Promise<void> => {
    sent += 1;
    const [name, at] = [`n${sent}`, sent];
    try {
      await store.write((tx) => {
        bump(tx);
        create(name, at)(tx);
      });
      answered.add(name);
    } catch (error) {
      assert.equal(error instanceof ApiError && error.code, 'UNAVAILABLE');
    }
  };
  const writers = stores.flatMap((store) => [1, 2, 3].map(() => () => write(store)));
  await beside(writers, async () => {
    for (let cut = 0; cut < bySize({ small: 8, usual: 12, whole: 200 }); cut += 1) {
      await pause(Math.random() * 40);
      await killConnections();
    }
  });
  const [first, second] = stores as [SharedStore, SharedStore];
  await first.awaitHead();
  await second.awaitHead();
  const entries = await readChain(first);
  const names = entries.flatMap(({ changes }) =>
    (JSON.parse(changes) as readonly [string, { readonly name: string }][]).map(([, row]) => row.name),
  );
  const created = names.filter((name) => name !== 'count');
  assert.equal(new Set(created).size, created.length);
  for (const name of answered) assert.ok(created.includes(name), name);
  assert.ok(answered.size > 0);
  assert.equal(first.rows.get(things, ROOT)?.size, entries.length);
  assert.equal(digestOf(first), digestOf(second));
});

test('a database that has lost its last commits is noticed, and its state taken', async () => {
  const [store, other] = (await openIn(2)) as [SharedStore, SharedStore];
  await put(store, thing(ONE, 'kept'));
  await other.awaitHead();
  const { line, tag } = store.place;
  const lose = async (): Promise<void> => {
    const { postgres, url } = scene;
    await postgres.query(url, 'DELETE FROM platform_mock.entry WHERE line = $1 AND seq > 1', [line]);
    await postgres.query(url, 'UPDATE platform_mock.world SET head = 1, tag = $2 WHERE line = $1', [line, tag]);
  };
  await put(store, thing(TWO, 'lost'));
  await lose();
  await store.awaitHead();
  assert.deepEqual(contentsOf(store).things, [thing(ONE, 'kept')]);
  await put(store, thing(TWO, 'lost, too'));
  await lose();
  await put(other, thing(below(TWO, '1'), 'in its place'));
  await store.awaitHead();
  assert.deepEqual(uidsOf(contentsOf(store).things ?? []), [ONE, below(TWO, '1')]);
  assert.equal(digestOf(store), digestOf(other));
});

const passing = transientCollection('passing');
const chosen = settingCollection('chosen');

test('a state that is restored is a pointer, which copies no row and is seen by others', async () => {
  const [store, other] = (await openIn(2)) as [SharedStore, SharedStore];
  await put(store, thing(TWO, 'b'), thing(ONE, 'b'));
  await store.write((tx) => tx.put(passing, { uid: 'p' }));
  const captured = store.capture();
  await put(other, thing(TWO, 'later'));
  await other.write((tx) => tx.put(chosen, { uid: 'c' }));
  await store.restore(captured);
  await other.awaitHead();
  assert.deepEqual(
    other.rows.by(things, 'name', 'b').map(({ uid }) => uid),
    [TWO, ONE],
  );
  assert.deepEqual(other.rows.listWithin(passing, '/'), []);
  assert.deepEqual(uidsOf(other.rows.listWithin(chosen, '/')), ['c']);
  assert.equal(digestOf(store), digestOf(other));
  const text = 'SELECT 1 FROM platform_mock.checkpoint WHERE line = $1';
  assert.deepEqual(await scene.postgres.query(scene.url, text, [store.place.line]), []);
  await put(other, thing(ONE, 'after'));
  await store.awaitHead();
  assert.equal(store.rows.get(things, ONE)?.name, 'after');
  const foreign = new MemoryStore();
  await put(foreign as never, thing(ROOT, 'elsewhere'));
  await other.restore(foreign.capture());
  await store.awaitHead();
  assert.deepEqual(contentsOf(store), contentsOf(foreign));
  assert.deepEqual(uidsOf(store.rows.listWithin(chosen, '/')), ['c']);
  assert.equal((await scene.postgres.query(scene.url, text, [store.place.line])).length, 1);
});

test('a world that begins with another has its state, and neither sees what the other writes', async () => {
  const replica = await scene.openReplica();
  const from = scene.newName();
  const first = await replica.openWorld(from);
  await put(first, thing(ONE, 'shared'));
  const begun = await replica.openWorld(scene.newName(), from);
  assert.deepEqual(contentsOf(begun), contentsOf(first));
  await put(first, thing(ONE, 'in the first'));
  await put(begun, thing(TWO, 'in the second'));
  const again = await (await scene.openReplica()).openWorld(begun.world);
  assert.deepEqual(contentsOf(again).things, [thing(ONE, 'shared'), thing(TWO, 'in the second')]);
  await assert.rejects(replica.openWorld(scene.newName(), 'missing'), { code: 'NOT_FOUND' });
});

test('a write of another process waits for a long one, and follows it', async () => {
  const [long, other] = (await openIn(2)) as [SharedStore, SharedStore];
  let written: Promise<number> | undefined;
  const seen: number[] = [];
  await long.writeInSteps(function* (tx) {
    for (let step = 0; step < 5; step += 1) {
      bump(tx);
      written ??= other.write(bump);
      seen.push(other.rows.get(things, ROOT)?.size ?? 0);
      yield;
    }
  });
  assert.deepEqual(seen, [0, 0, 0, 0, 0]);
  assert.equal(await written, 6);
  await other.writeInSteps(function* (tx) {
    for (let nth = 0; nth < 30; nth += 1) {
      tx.put(things, thing(numbered(nth), 'large'.repeat(20_000)));
      yield;
    }
  });
  await long.awaitHead();
  assert.equal(long.rows.counts().things, 31);
  assert.equal(digestOf(long), digestOf(other));
});

test('a checkpoint at any place, and a load from it, change no lookup', async () => {
  const world = scene.newName();
  const writer = await (await scene.openReplica({ checkpointSize: 1 })).openWorld(world);
  for (let nth = 0; nth < 12; nth += 1) {
    await put(writer, thing(numbered((nth * 5) % 7), `n${nth % 2}`, nth));
    const loaded = await (await scene.openReplica()).openWorld(world);
    assert.deepEqual(loaded.place, writer.place);
    assert.equal(digestOf(loaded), digestOf(writer));
    assert.deepEqual(loaded.rows.by(things, 'name', 'n1'), writer.rows.by(things, 'name', 'n1'));
  }
  const text = 'SELECT max(seq)::int AS seq FROM platform_mock.checkpoint WHERE line = $1';
  const [{ seq } = {}] = await scene.postgres.query(scene.url, text, [writer.place.line]);
  assert.ok(Number(seq) > 0);
});
