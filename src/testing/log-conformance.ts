import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ApiError, DISK_FULL_REASON } from '../kernel/errors.ts';
import { collection, type Row, settingCollection, transientCollection } from '../kernel/rows.ts';
import { runAtOnce } from '../kernel/steps.ts';
import type { StoredChange } from '../store/change-line.ts';
import { DurableStore } from '../store/durable-store.ts';
import type { Log } from '../store/log.ts';
import type { MemoryStore } from '../store/memory.ts';

/** A log that was opened, with the rows that it has. */
export interface OpenLog {
  readonly log: Log;
  readonly rows: MemoryStore;
}

/** A place to which a log can write. */
export interface LogPlace {
  /** Opens it, also again after its log was closed. */
  open(): Promise<OpenLog>;
  /** Leaves it no room for a write until the returned function is called. */
  fillUp(t: TestContext): Promise<() => Promise<void>>;
}

const things = collection<Row>('things');
const KINDS = [things, transientCollection<Row>('due'), settingCollection<Row>('mode')];

const changesOf = (uids: readonly string[]): readonly StoredChange[] =>
  uids.map((uid) => ({ of: things, uid, after: { uid } }));

const append = (log: Log, ...uids: readonly string[]): void => runAtOnce(log.append(changesOf(uids)));

const uidsIn = ({ rows }: Pick<DurableStore, 'rows'>): readonly string[] =>
  KINDS.map((of) =>
    rows
      .listWithin(of, '/')
      .map(({ uid }) => uid)
      .join(''),
  );

const openStore = async (place: LogPlace): Promise<{ readonly store: DurableStore; readonly log: Log }> => {
  const { log, rows } = await place.open();
  return { store: new DurableStore(log, rows, assert.ifError), log };
};

const put = (store: DurableStore, ...uids: readonly string[]): Promise<void> =>
  store.write((tx) => {
    for (const uid of uids) for (const of of KINDS) tx.put(of, { uid });
  });

const remove = (store: DurableStore, uid: string): Promise<void> =>
  store.write((tx) => {
    for (const of of KINDS) tx.remove(of, uid);
  });

const NO_ROWS = () => assert.fail('nothing is folded');

const CASES: readonly (readonly [what: string, run: (place: LogPlace, t: TestContext) => Promise<void>])[] = [
  [
    'writes have numbers in their order, and awaitDurable() resolves once all so far are durable',
    async (place) => {
      const { log } = await place.open();
      assert.equal(log.sequence, log.durableSequence);
      const first = log.sequence;
      append(log, 'a');
      append(log, 'b', 'c');
      assert.deepEqual([log.sequence, log.durableSequence], [first + 2, first]);
      const [both, again] = [log.awaitDurable(), log.awaitDurable()];
      await both;
      assert.ok(log.durableSequence >= first + 2);
      await again;
    },
  ],
  [
    'what was written is there when it is opened again: settings and what belongs to one run, too',
    async (place) => {
      const { store } = await openStore(place);
      await put(store, 'a', 'b');
      await Promise.all([put(store, 'c'), remove(store, 'a'), put(store, 'd')]);
      await store.close();
      const again = await openStore(place);
      assert.deepEqual(uidsIn(again.store), ['bcd', 'bcd', 'bcd']);
      await put(again.store, 'e');
      await again.store.close();
      assert.deepEqual(uidsIn((await openStore(place)).store), ['bcde', 'bcde', 'bcde']);
    },
  ],
  [
    'a fold loses nothing of what is written before, beside and after it',
    async (place) => {
      const { log, rows } = await place.open();
      const store = new DurableStore(log, rows, assert.ifError);
      const contents = () => ({ rows: rows.contents(), state: rows.capture() });
      await put(store, 'a', 'b', 'x');
      const before = put(store, 'c');
      const fold = log.fold(contents);
      await Promise.all([before, fold, put(store, 'd'), remove(store, 'x')]);
      await log.fold(contents);
      assert.equal(log.isLong, false);
      // Only what belongs to one run has changed since the last.
      await store.write((tx) => tx.put(KINDS[1] ?? things, { uid: 'z' }));
      await log.fold(contents);
      await put(store, 'e');
      await store.close();
      assert.deepEqual(uidsIn((await openStore(place)).store), ['abcde', 'abcdez', 'abcde']);
    },
  ],
  [
    'a write of many rows is appended in steps, and is there as a whole',
    async (place) => {
      const { store } = await openStore(place);
      const uids = Array.from({ length: 5_000 }, (_, at) => `row-${at}`);
      await store.writeInSteps(function* (tx) {
        for (const uid of uids) {
          tx.put(things, { uid });
          yield;
        }
      });
      await store.close();
      assert.equal((await openStore(place)).store.rows.listWithin(things, '/').length, uids.length);
    },
  ],
  [
    'D9: writes for which there is no room are undone together, the last first, and later ones are kept',
    async (place, t) => {
      const { log, rows } = await place.open();
      const reported: unknown[] = [];
      const store = new DurableStore(log, rows, (error) => reported.push(error));
      await put(store, 'a');
      const full = await place.fillUp(t);
      const refused = [put(store, 'b'), put(store, 'c', 'a'), remove(store, 'a')];
      for (const written of refused) {
        await assert.rejects(written, (error) => error instanceof ApiError && error.detail.reason === DISK_FULL_REASON);
        assert.deepEqual(uidsIn(store), ['a', 'a', 'a']);
      }
      assert.equal(log.sequence, log.durableSequence);
      assert.equal(reported.length, 1);
      await full();
      await log.awaitDurable();
      await put(store, 'd');
      await store.close();
      assert.deepEqual(uidsIn((await openStore(place)).store), ['ad', 'ad', 'ad']);
    },
  ],
  [
    'nothing is appended to one that was closed',
    async (place) => {
      const { log } = await place.open();
      await log.close(NO_ROWS);
      assert.throws(() => append(log, 'a'));
      assert.deepEqual(uidsIn((await openStore(place)).store), ['', '', '']);
    },
  ],
];

/** Tests a log in one place, each case in a new one. */
export const testLogConformance = (name: string, newPlace: (t: TestContext) => Promise<LogPlace>): void => {
  for (const [what, run] of CASES) test(`${name}: ${what}`, async (t) => run(await newPlace(t), t));
};
