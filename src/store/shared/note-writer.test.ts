import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startProxy } from '../../testing/database-proxy.ts';
import { type SharedScene, startSharedScene } from '../../testing/shared-scene.ts';
import { put, ROOT, thing } from '../../testing/store-specimens.ts';
import type { Note } from '../notes.ts';
import type { WorldNotes } from './world-notes.ts';

let scene: SharedScene;
before(async () => {
  scene = await startSharedScene();
});
after(() => scene.stop());

/** Has Postgres refuse notes with certain texts. */
const REFUSING = [
  'CREATE SEQUENCE tries',
  `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.body LIKE '%in the way%' AND nextval('public.tries') = 1 THEN RAISE SQLSTATE '40001'; END IF;
    IF NEW.body LIKE '%no room%' THEN RAISE SQLSTATE '53100'; END IF;
    RETURN NEW; END $$`,
  'CREATE TRIGGER refuse BEFORE INSERT ON platform_mock.note FOR EACH ROW EXECUTE FUNCTION public.refuse()',
];

/** Two notes of which one is sent behind the other, before the outcome of that is known. */
interface Pair {
  readonly notes: WorldNotes;
  /** The state of the world, and the one before. */
  readonly state: string;
  readonly old: string;
  /** Resolves once so many notes of the pair are stored. */
  readonly stored: (count: number) => Promise<void>;
  /** Ends all connections of the process in the database. */
  readonly endConnections: () => Promise<void>;
}

/** What happens to a pair on its way, how its notes end, and which are stored. */
interface Way {
  readonly name: string;
  readonly texts: readonly [string, string];
  /** The state that the first demands. */
  readonly at?: (pair: Pair) => string;
  /** Holds what is sent with a text until it ends. */
  readonly hold?: (pair: Pair, text: string) => Promise<void>;
  /** Keeps the first answer until it ends; true cuts the connection instead. */
  readonly answer?: (pair: Pair) => Promise<boolean>;
  readonly ends: readonly [string, string];
  readonly expected: readonly string[];
  /** What is sent to the database. */
  readonly sent?: readonly string[];
}

const never = new Promise<void>(() => undefined);

const WAYS: readonly Way[] = [
  {
    name: 'both are executed before the first is answered',
    texts: ['a', 'b'],
    answer: async ({ stored }) => stored(2).then(() => false),
    ends: ['stored', 'stored'],
    expected: ['a', 'b'],
    sent: ['a', 'b'],
  },
  {
    name: 'both are executed, and their answers are lost',
    texts: ['a', 'b'],
    answer: async ({ stored }) => stored(2).then(() => true),
    ends: ['stored', 'stored'],
    expected: ['a', 'b'],
  },
  {
    name: 'both are executed, the first demands a state, and their answers are lost',
    texts: ['a', 'b'],
    at: ({ state }) => state,
    answer: async ({ stored }) => stored(2).then(() => true),
    ends: ['stored', 'stored'],
    expected: ['a', 'b'],
  },
  {
    name: 'the first is executed, its answer is lost, and the second never arrives',
    texts: ['a', 'b'],
    hold: async (_, text) => (text === 'b' ? never : undefined),
    answer: async ({ stored }) => stored(1).then(() => true),
    ends: ['stored', 'stored'],
    expected: ['a', 'b'],
  },
  {
    name: 'neither arrives',
    texts: ['a', 'b'],
    hold: async ({ endConnections }, text) => (text === 'a' ? endConnections() : undefined),
    ends: ['stored', 'stored'],
    expected: ['a', 'b'],
  },
  {
    name: 'the first demands a state that is gone',
    texts: ['a', 'b'],
    at: ({ old }) => old,
    ends: ['ABORTED', 'stored'],
    expected: ['b'],
  },
  {
    name: 'others are in the way of the first',
    texts: ['in the way', 'b'],
    ends: ['stored', 'stored'],
    expected: ['in the way', 'b'],
  },
  {
    name: 'there is no room for the first',
    texts: ['no room', 'b'],
    ends: ['RESOURCE_EXHAUSTED', 'stored'],
    expected: ['b'],
  },
  {
    name: 'there is no room for the second',
    texts: ['a', 'no room'],
    ends: ['stored', 'RESOURCE_EXHAUSTED'],
    expected: ['a'],
  },
];

const endOf = (adding: Promise<void>): Promise<string> =>
  adding.then(
    () => 'stored',
    ({ code }: { readonly code: string }) => code,
  );

const numbered = (notes: readonly Note[]): readonly unknown[] =>
  notes.map(({ number, call, text }) => [number, call, text]);

describe('31.13 notes that are sent before the outcome of others is known', () => {
  for (const { name, texts, at, hold, answer, ends, expected, sent: expectedSent } of WAYS) {
    test(`each is stored once, in their order, where ${name}`, async () => {
      const url = await scene.postgres.makeDatabase();
      let isBegun = false;
      let pair: Pair | undefined;
      const left = new Set(texts);
      const sent: string[] = [];
      const proxy = await startProxy(scene.postgres.socketFolder, url, {
        hold: async (bytes) => {
          // One of several texts, or the end of the last value.
          const text = texts.find((each) => ['\u0001', '\u0000'].some((end) => bytes.includes(`\u0003${each}${end}`)));
          if (text !== undefined) sent.push(text);
          if (!pair || text === undefined || !left.delete(text)) return;
          isBegun = true;
          await hold?.(pair, text);
        },
        cut: async (bytes) => {
          if (!pair || !isBegun || !bytes.includes('SELECT')) return false;
          isBegun = false;
          return (await answer?.(pair)) ?? false;
        },
      });
      const replica = await scene.openReplica({ url: proxy.url });
      try {
        for (const text of REFUSING) await scene.postgres.query(url, text);
        const store = await replica.openWorld('w');
        const old = store.place.tag;
        await put(store, thing(ROOT, 'moved'));
        const notes = await replica.openNotes(store);
        const taken: Note[] = [];
        notes.on('call', (note) => taken.push(note));
        await notes.add({ kind: 'call', text: 'first' });
        pair = {
          notes,
          state: store.place.tag,
          old,
          stored: async (count) => {
            const text = 'SELECT last FROM platform_mock.note_head WHERE last > $1';
            while ((await scene.postgres.query(url, text, [count])).length === 0);
          },
          endConnections: async () => {
            const text = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid()`;
            await scene.postgres.query(url, text);
          },
        };
        const adding = [endOf(notes.add({ kind: 'call', text: texts[0], own: texts[0], at: at?.(pair) }))];
        // It has been sent by then, and is not answered.
        await nextTurn();
        await nextTurn();
        adding.push(endOf(notes.add({ kind: 'call', text: texts[1], own: texts[1] })));
        assert.deepEqual(await Promise.all(adding), ends);
        if (expectedSent) assert.deepEqual(sent, expectedSent);
        await notes.catchUp();
        const all = ['first', ...expected].map((text, nth) => [nth + 1, nth + 1, text]);
        assert.deepEqual(numbered(taken), all);
        assert.deepEqual(
          taken.map(({ own }) => own),
          [undefined, ...expected],
        );
        const other = await scene.openReplica({ url });
        const read: Note[] = [];
        const elsewhere = await other.openNotes(await other.openWorld('w'));
        elsewhere.on('call', (note) => read.push(note));
        await elsewhere.catchUp();
        assert.deepEqual(numbered(read), all);
      } finally {
        await replica.close();
        await proxy.stop();
      }
    });
  }
});
