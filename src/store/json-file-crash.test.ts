import assert from 'node:assert/strict';
import fs, { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { collection, type Row } from '../kernel/rows.ts';
import { DataFileError } from './data-file-error.ts';
import { type JsonFileStore, openJsonFileStore } from './json-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'json-file-crash-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const rows = collection<Row>('rows');
const put = (store: JsonFileStore, ...uids: readonly string[]): Promise<void> =>
  store.write((tx) => {
    for (const uid of uids) tx.put(rows, { uid });
  });
const uidsIn = (store: JsonFileStore): string =>
  store.rows
    .within(rows, '/')
    .map(({ uid }) => uid)
    .join('');

type Files = Readonly<Record<string, string>>;

/** The path of a data file that lies, with what is beside it, in a folder of its own. */
const lay = (files: Files): string => {
  const at = mkdtempSync(join(folder, 'at-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  return join(at, 'data');
};
const found = (file: string): Files =>
  Object.fromEntries(
    readdirSync(dirname(file))
      .filter((name) => !name.endsWith('.lock'))
      .map((name) => [name, readFileSync(join(dirname(file), name), 'utf8')]),
  );

const line = (...uids: readonly string[]): string => `${JSON.stringify(uids.map((uid) => ['rows', { uid }]))}\n`;
const snapshot = (generation: number, ...uids: readonly string[]): string =>
  JSON.stringify({ format: 1, generation, meta: {}, collections: { rows: uids.map((uid) => ({ uid })) } });

/** What the file holds when opened, and again after a write and a clean stop. */
const contentOf = async (file: string): Promise<string> => {
  const store = await openJsonFileStore({ file, report: assert.ifError });
  const content = uidsIn(store);
  await put(store, 'z');
  await store.close();
  const again = await openJsonFileStore({ file });
  assert.equal(uidsIn(again), `${content}z`);
  await again.close();
  return content;
};

// What a process leaves behind that is killed at each step of folding a journal into the file, in order.
const CRASHES: readonly (readonly [when: string, files: Files, content: string])[] = [
  ['before the first journal is made', { data: snapshot(1) }, ''],
  ['while it appends', { data: snapshot(1, 'a'), 'data.journal.1': `${line('b')}[["rows",{"ui` }, 'ab'],
  [
    'when the next journal is made',
    { data: snapshot(1, 'a'), 'data.journal.1': line('b'), 'data.journal.2': '' },
    'ab',
  ],
  [
    'while it appends and the next journal is made',
    { data: snapshot(1, 'a'), 'data.journal.1': `${line('b')}[`, 'data.journal.2': '' },
    'ab',
  ],
  [
    'when the next journal is written to',
    { data: snapshot(1, 'a'), 'data.journal.1': line('b'), 'data.journal.2': `${line('c')}${line('d').slice(0, 9)}` },
    'abc',
  ],
  [
    'while the snapshot is written',
    { data: snapshot(1, 'a'), 'data.journal.1': line('b'), 'data.journal.2': line('c'), '.data.next.tmp': '{"for' },
    'abc',
  ],
  [
    'before the snapshot has its name',
    {
      data: snapshot(1, 'a'),
      'data.journal.1': line('b'),
      'data.journal.2': line('c'),
      'data.next': snapshot(2, 'a', 'b'),
    },
    'abc',
  ],
  [
    'after a snapshot that failed',
    { data: snapshot(1, 'a'), 'data.journal.1': line('b'), 'data.journal.2': line('c'), 'data.journal.3': line('d') },
    'abcd',
  ],
  [
    'when the snapshot has its name',
    { data: snapshot(2, 'a', 'b'), 'data.journal.1': line('x'), 'data.journal.2': line('c') },
    'abc',
  ],
  ['when the old journal is gone', { data: snapshot(2, 'a', 'b'), 'data.journal.2': line('c') }, 'abc'],
  [
    'at a clean stop, when the snapshot has its name',
    { data: snapshot(2, 'a', 'b'), 'data.journal.1': line('x') },
    'ab',
  ],
  ['while a new file is made', { 'data.next': '{"format":1,', 'data.journal.1': '' }, ''],
];
for (const [when, files, content] of CRASHES) {
  test(`what a crash leaves behind ${when} loads`, async () => {
    const file = lay(files);
    assert.equal(await contentOf(file), content);
    assert.deepEqual(Object.keys(found(file)), ['data']);
  });
}

test('a journal cut off at any byte loads as the writes that are whole', async () => {
  const lines = [line('a'), line('b', 'c'), line('é'), line('d')];
  const journal = Buffer.from(lines.join(''));
  for (let cut = 0; cut <= journal.length; cut += 1) {
    const file = lay({ data: snapshot(1) });
    writeFileSync(`${file}.journal.1`, journal.subarray(0, cut));
    let whole = 0;
    while (whole < lines.length && Buffer.byteLength(lines.slice(0, whole + 1).join('')) <= cut) whole += 1;
    const store = await openJsonFileStore({ file });
    assert.equal(uidsIn(store), ['', 'a', 'abc', 'abcé', 'abcdé'][whole], `cut at ${cut}`);
    assert.equal(found(file)['data.journal.1'], lines.slice(0, whole).join(''));
    await store.close();
  }
});

const DAMAGED: readonly (readonly [what: string, files: Files, told: RegExp])[] = [
  [
    'a line that is no JSON',
    { data: snapshot(1), 'data.journal.1': `${line('a')}x\n${line('b')}` },
    /journal\.1 line 2 is damaged: /,
  ],
  [
    'a last line that is whole and no JSON',
    { data: snapshot(1), 'data.journal.1': `${line('a')}[[\n` },
    /journal\.1 line 2 is damaged/,
  ],
  [
    'a line that is no list',
    { data: snapshot(1), 'data.journal.1': '{}\n' },
    /journal\.1 line 1 is damaged: a line must be a list/,
  ],
  [
    'a change without a uid',
    { data: snapshot(1), 'data.journal.1': '[["rows",{}]]\n' },
    /journal\.1 line 1 is damaged: a change must/,
  ],
  ['an empty line', { data: snapshot(1), 'data.journal.1': `\n${line('a')}` }, /journal\.1 line 1 is damaged/],
  [
    'a torn line with a journal after it',
    { data: snapshot(1), 'data.journal.1': `${line('a')}[`, 'data.journal.2': line('b') },
    /journal\.1 line 2 is cut off, and .*journal\.2 goes on after it/,
  ],
  [
    'a missing journal',
    { data: snapshot(1), 'data.journal.1': line('a'), 'data.journal.3': line('b') },
    /journal\.2 is missing: .*journal\.3 follows it/,
  ],
  ['an older file than its journals', { data: snapshot(1), 'data.journal.3': line('b') }, /journal\.1 is missing/],
  [
    'journals without a file',
    { 'data.journal.3': line('b') },
    /data is missing, but .*journal\.3 holds writes that follow it/,
  ],
];
for (const [what, files, told] of DAMAGED) {
  test(`${what} is refused by name, and everything is left as it is`, async () => {
    const file = lay(files);
    await assert.rejects(
      openJsonFileStore({ file }),
      (error) => error instanceof DataFileError && told.test(error.message),
    );
    assert.deepEqual(found(file), files);
  });
}

/** Puts something, an error unless told otherwise, in the place of one of the system's calls until it is undone. */
const instead = (
  t: TestContext,
  call: 'writeSync' | 'ftruncateSync' | 'fdatasyncSync' | 'fdatasync',
  act: (...args: never[]) => unknown = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  },
): (() => void) => {
  const mocked = t.mock.method(fs, call, act as never);
  syncBuiltinESMExports();
  return () => {
    mocked.mock.restore();
    syncBuiltinESMExports();
  };
};

test('a write is answered once it is synced, and all that wait share the next sync', async (t) => {
  const store = await openJsonFileStore({ file: lay({}) });
  const syncs: (() => void)[] = [];
  const repair = instead(t, 'fdatasync', ((_: number, done: () => void) => void syncs.push(done)) as never);
  const answered: string[] = [];
  const write = (uid: string): Promise<unknown> => put(store, uid).then(() => answered.push(uid));
  const turn = (): Promise<void> => new Promise(setImmediate);
  const first = ['a', 'b'].map(write);
  await turn();
  assert.deepEqual([syncs.length, answered], [1, []]);
  const later = ['c', 'd', 'e'].map(write);
  await turn();
  assert.deepEqual([syncs.length, answered], [1, []]);
  syncs[0]?.();
  await Promise.all(first);
  await turn();
  assert.deepEqual([syncs.length, answered], [2, ['a', 'b']]);
  syncs[1]?.();
  await Promise.all(later);
  assert.equal(syncs.length, 2);
  repair();
  await store.close();
});

test('a write that the full disk refuses is undone and rejected, and later ones succeed', async (t) => {
  const file = lay({});
  const store = await openJsonFileStore({ file });
  await put(store, 'a');
  const captured = store.capture();
  await put(store, 'b');
  const write = fs.writeSync;
  let calls = 0;
  // The disk takes the first few bytes, as it does when it runs full in the middle.
  const repair = instead(t, 'writeSync', ((fd: number, bytes: Buffer, from: number, _: number, at: number) => {
    calls += 1;
    if (calls % 2 === 1) return write(fd, bytes, from, 5, at);
    throw new Error('ENOSPC: no space left on device');
  }) as never);
  const told = (error: unknown): boolean =>
    error instanceof DataFileError && /journal\.1 takes no write: ENOSPC/.test(error.message);
  await assert.rejects(put(store, 'c', 'd'), told);
  await assert.rejects(store.restore(captured), told);
  repair();
  assert.equal(uidsIn(store), 'ab');
  assert.equal(found(file)['data.journal.1'], line('a') + line('b'));
  await put(store, 'e');
  await store.close();
  assert.equal(await contentOf(file), 'abe');
});

test('a disk that takes a few bytes at a time gets the whole line', async (t) => {
  const file = lay({});
  const store = await openJsonFileStore({ file });
  const write = fs.writeSync;
  const repair = instead(t, 'writeSync', ((fd: number, bytes: Buffer, from: number, length: number, at: number) =>
    write(fd, bytes, from, Math.min(length, 3), at)) as never);
  await put(store, 'é', 'a');
  repair();
  assert.equal(found(file)['data.journal.1'], line('é', 'a'));
  await store.close();
});

test('a row that is no JSON is refused and undone', async () => {
  const store = await openJsonFileStore({ file: lay({}) });
  const row = { uid: 'a', size: 1n };
  await assert.rejects(
    store.write((tx) => tx.put(rows, row)),
    /takes no write: .*BigInt/,
  );
  assert.equal(uidsIn(store), '');
  await store.close();
});

test('after a refused write that cannot be cut off again, every write is refused', async (t) => {
  const file = lay({});
  const store = await openJsonFileStore({ file });
  await put(store, 'a');
  const repairs = [instead(t, 'writeSync'), instead(t, 'ftruncateSync')];
  await assert.rejects(put(store, 'b'), /takes no write/);
  for (const repair of repairs) repair();
  await assert.rejects(put(store, 'c'), /can no longer be relied on, no more writes are taken: ENOSPC/);
  assert.equal(uidsIn(store), 'a');
  await store.close();
  assert.equal(await contentOf(file), 'a');
});

test('after a failed sync the writes that wait are rejected, and every later one', async (t) => {
  const file = lay({});
  const reported: unknown[] = [];
  const store = await openJsonFileStore({ file, report: (error) => reported.push(error) });
  await put(store, 'a');
  const repair = instead(t, 'fdatasync', ((_: number, done: (error: Error) => void) => {
    setImmediate(done, new Error('EIO: i/o error'));
  }) as never);
  const told = /journal\.1 can no longer be relied on, no more writes are taken: EIO/;
  const waiting = [put(store, 'b'), put(store, 'c')];
  for (const written of waiting) await assert.rejects(written, told);
  repair();
  await assert.rejects(put(store, 'd'), told);
  assert.equal(uidsIn(store), 'abc');
  await store.close();
  assert.match(String(reported[0]), told);
  assert.deepEqual(Object.keys(found(file)), ['data', 'data.journal.1']);
});

test('a file that cannot be rewritten is reported, and nothing is lost', async (t) => {
  const file = lay({});
  const reported: unknown[] = [];
  const store = await openJsonFileStore({ file, compactBytes: 30, report: (error) => reported.push(error) });
  // Only making the next journal syncs like this.
  const repair = instead(t, 'fdatasyncSync');
  await put(store, 'a');
  await put(store, 'b');
  while (reported.length === 0) await new Promise(setImmediate);
  repair();
  assert.deepEqual(Object.keys(found(file)), ['data', 'data.journal.1']);
  // A directory in its place: the snapshot cannot be written.
  fs.mkdirSync(`${file}.next`);
  fs.writeFileSync(`${file}.next/full`, '');
  for (let at = 0; reported.length < 2; at += 1) await put(store, `c${at % 9}`);
  const copy = join(mkdtempSync(join(folder, 'at-')), 'copy');
  cpSync(dirname(file), copy, { recursive: true, filter: (name) => !/\.(lock|next)$/.test(name) });
  const expected = uidsIn(store);
  assert.equal(await contentOf(join(copy, 'data')), expected);
  rmSync(`${file}.next`, { recursive: true });
  await store.close();
  assert.deepEqual(Object.keys(found(file)), ['data']);
  assert.equal(await contentOf(file), expected);
});
