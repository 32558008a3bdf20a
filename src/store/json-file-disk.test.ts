import assert from 'node:assert/strict';
import fs, { cpSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { contentOf, found, head, lay, line, newFolder, put, rows, uidsIn } from '../testing/data-files.ts';
import { DataFileError } from './data-file-error.ts';
import { DiskFull } from './disk-full.ts';
import { openJsonFileStore } from './json-file.ts';

/** Replaces one of the system's calls, by default with one that throws, until the returned function is called. */
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
  const isExpected = (error: unknown): boolean =>
    error instanceof DataFileError && /log\.1 takes no write: ENOSPC/.test(error.message);
  await assert.rejects(put(store, 'c', 'd'), isExpected);
  await assert.rejects(store.restore(captured), isExpected);
  repair();
  assert.equal(uidsIn(store), 'ab');
  assert.equal(found(file)['data.log.1'], head(1, 2) + line(1, 'a') + line(2, 'b'));
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
  assert.equal(found(file)['data.log.1'], head(1, 1) + line(1, 'é', 'a'));
  await store.close();
});

test('a row that is not JSON is refused and undone', async () => {
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
  await assert.rejects(store.close(), /no more writes are taken/);
  assert.equal(await contentOf(file), 'a');
});

test('D10: after a failed sync the writes that wait are rejected, and every later one', async (t) => {
  const file = lay({});
  const store = await openJsonFileStore({ file });
  await put(store, 'a');
  const repair = instead(t, 'fdatasync', ((_: number, done: (error: Error) => void) => {
    setImmediate(done, new Error('EIO: i/o error'));
  }) as never);
  const message = /log\.1 can no longer be relied on, no more writes are taken: EIO/;
  const waiting = [put(store, 'b'), put(store, 'c')];
  for (const written of waiting) await assert.rejects(written, message);
  repair();
  await assert.rejects(put(store, 'd'), message);
  assert.equal(uidsIn(store), 'a');
  await assert.rejects(store.close(), message);
  assert.deepEqual(Object.keys(found(file)), ['data', 'data.log.1']);
  assert.equal(await contentOf(file), 'a');
});

test('a file that cannot be rewritten is reported, and nothing is lost', async (t) => {
  const file = lay({});
  const reported: unknown[] = [];
  const store = await openJsonFileStore({ file, compactBytes: 30, report: (error) => reported.push(error) });
  // Only making the next log syncs like this.
  const repair = instead(t, 'fdatasyncSync');
  for (let at = 0; reported.length === 0; at += 1) await put(store, `a${at % 9}`);
  repair();
  assert.deepEqual(Object.keys(found(file)), ['data', 'data.log.1']);
  // A directory in its place: the snapshot cannot be written.
  fs.mkdirSync(`${file}.next`);
  fs.writeFileSync(`${file}.next/full`, '');
  const before = reported.length;
  for (let at = 0; reported.length === before; at += 1) await put(store, `c${at % 9}`);
  const copy = join(newFolder(), 'copy');
  cpSync(dirname(file), copy, { recursive: true, filter: (name) => !/\.(lock|next)$/.test(name) });
  const expected = uidsIn(store);
  assert.equal(await contentOf(join(copy, 'data')), expected);
  rmSync(`${file}.next`, { recursive: true });
  await store.close();
  assert.deepEqual(Object.keys(found(file)), ['data']);
  assert.equal(await contentOf(file), expected);
});

test('writes that the disk has no room for at the sync are undone together, and later ones succeed', async (t) => {
  const file = lay({});
  const reported: unknown[] = [];
  const store = await openJsonFileStore({ file, report: (error) => reported.push(error) });
  await put(store, 'a');
  const captured = store.capture();
  await put(store, 'b');
  const repair = instead(t, 'fdatasync', ((_: number, done: (error: Error) => void) => {
    setImmediate(done, Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
  }) as never);
  const isFull = (error: unknown): boolean =>
    error instanceof DiskFull && error.code === 'RESOURCE_EXHAUSTED' && error.detail.reason === 'MOCK_DISK_FULL';
  const first = put(store, 'c', 'b');
  await new Promise(setImmediate);
  // These wait for the sync after the one that fails, and the writes they are based on are lost with it.
  const waiting = [first, put(store, 'c', 'd'), store.restore(captured), put(store, 'e')];
  assert.equal(uidsIn(store), 'ae');
  for (const written of waiting) await assert.rejects(written, isFull);
  assert.equal(uidsIn(store), 'ab');
  assert.equal(found(file)['data.log.1'], head(1, 2) + line(1, 'a') + line(2, 'b'));
  assert.match(String(reported[0]), /log\.1 takes no write: ENOSPC/);
  assert.equal(reported.length, 1);
  repair();
  await put(store, 'f');
  assert.equal(found(file)['data.log.1'], head(1, 3) + line(1, 'a') + line(2, 'b') + line(3, 'f'));
  await store.close();
  assert.equal(await contentOf(file), 'abf');
});
