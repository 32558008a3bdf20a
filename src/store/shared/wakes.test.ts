import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { type ReplicaOptions, type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import type { Statement } from './session.ts';
import { Wakes } from './wakes.ts';
import type { WorldNotes } from './world-notes.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

const HOUR = 3_600_000;
/** A test that is not woken would wait for an hour. */
const LIMIT = { timeout: 60_000 };

/** A world in two processes that know each other, and what the second takes by itself. */
const begin = async (options: ReplicaOptions) => {
  const world = scene.newName();
  const opened: WorldNotes[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const replica = await scene.openReplica(options);
    await replica.join({});
    await replica.letStart({ textOf: () => '"none"', takeOver: async () => undefined, present: () => undefined });
    opened.push(await replica.openNotes(await replica.openWorld(world)));
  }
  const [writer, reader] = opened as [WorldNotes, WorldNotes];
  let arrived: (text: string) => unknown = () => undefined;
  reader.on('event', ({ text }) => arrived(text));
  /** Stores a note in one process, and waits until the other has taken it. */
  const pass = async (text: string): Promise<void> => {
    const taken = new Promise<void>((resolve) => {
      arrived = (got) => got === text && resolve();
    });
    await writer.add({ kind: 'event', text });
    await taken;
  };
  return { writer, reader, pass };
};

/** Runs some work with all that is sent while it goes on. */
const listening = async (url: string, work: (sent: readonly string[], mark: () => Promise<void>) => Promise<void>) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const sent: string[] = [];
  let marks = 0;
  client.on('notification', ({ payload = '' }) => sent.push(payload));
  await client.query('LISTEN platform_mock');
  /** Resolves once all was heard that was sent before. */
  const mark = async (): Promise<void> => {
    marks += 1;
    const text = `mark ${marks}`;
    await client.query("SELECT pg_notify('platform_mock', $1)", [text]);
    while (!sent.includes(text)) await client.query('SELECT');
  };
  try {
    await work(sent, mark);
  } finally {
    await client.end();
  }
};

describe('31.13 wakes', () => {
  test('who waits takes what another process stores, long before it would read by itself', LIMIT, async () => {
    const { reader, pass } = await begin({ wokenMillis: HOUR });
    const end = reader.watch();
    for (let nth = 0; nth < 20; nth += 1) await pass(`event ${nth}`);
    end();
  });

  test('nothing is sent of what is stored while nobody waits', LIMIT, async () => {
    const { writer, reader, pass } = await begin({ wokenMillis: HOUR });
    await listening(scene.url, async (sent, mark) => {
      const stored = () => sent.filter((text) => text.startsWith('stored '));
      for (let nth = 0; nth < 20; nth += 1) await writer.add({ kind: 'event', text: 'unheard' });
      await mark();
      assert.deepEqual(stored(), []);
      const end = reader.watch();
      for (let nth = 0; nth < 20; nth += 1) await pass(`event ${nth}`);
      await mark();
      assert.ok(stored().every((text) => text.split(' ')[2] === writer.born));
      assert.ok(stored().length > 0);
      end();
    });
  });

  test('a connection that is cut, and what is lost on it, delays what is waited for, and no more', LIMIT, async () => {
    const { reader, pass } = await begin({ wokenMillis: HOUR });
    const end = reader.watch();
    await pass('before');
    const cut = `SELECT pg_terminate_backend(pid) FROM
      (SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND database IS NOT NULL) l`;
    for (let nth = 0; nth < 5; nth += 1) {
      await scene.postgres.query(scene.url, cut);
      await pass(`cut ${nth}`);
    }
    end();
  });

  test('what is not heard is read a moment later', LIMIT, async () => {
    const name = 'deaf';
    await scene.postgres.query(scene.url, `CREATE SCHEMA ${name}`);
    await scene.postgres.query(
      scene.url,
      `CREATE FUNCTION ${name}.pg_notify(channel text, sent text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
         IF sent NOT LIKE 'stored %' THEN PERFORM pg_catalog.pg_notify(channel, sent); END IF; END $$`,
    );
    const url = `${scene.url}&options=${encodeURIComponent(`-c search_path=${name},pg_catalog`)}`;
    const { reader, pass } = await begin({ url });
    await listening(scene.url, async (sent, mark) => {
      const end = reader.watch();
      for (let nth = 0; nth < 5; nth += 1) await pass(`event ${nth}`);
      await mark();
      assert.ok(sent.some((text) => text.startsWith('waits ')));
      assert.ok(!sent.some((text) => text.startsWith('stored ')));
      end();
    });
  });

  test('no message is larger than Postgres takes, and each world is in one', async () => {
    const texts: string[] = [];
    const run = async ({ values = [] }: Statement): Promise<void> => void texts.push(String(values[1]));
    const wakes = new Wakes({ process: '1', now: () => 0, run });
    wakes.store('unheard');
    wakes.hear('waits 2');
    const worlds = Array.from({ length: 3_000 }, (_, nth) => String(1_000_000 + nth));
    for (const world of worlds) wakes.store(world);
    while (texts.join(' ').length < 3_000 * 8) await new Promise(setImmediate);
    assert.ok(texts.every((text) => text.length < 8_000 && text.startsWith('stored 1 ')));
    assert.deepEqual(
      texts.flatMap((text) => text.split(' ').slice(2)),
      worlds,
    );
  });
});
