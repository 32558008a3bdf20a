import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { collection, type Row, type Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { DataFileError, SnapshotFileError } from './data-file-error.ts';
import { MemoryStore } from './memory.ts';
import { flawsOfSnapshots, SnapshotFiles } from './snapshot-files.ts';
import { digestOf, type SnapshotHead } from './snapshot-text.ts';

const things = collection<Row & { readonly name: string }>('things');

const rowsOf = async (...names: readonly string[]): Promise<Rows> => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const name of names) tx.put(things, { uid: `uid-${name}`, name });
  });
  return store.rows;
};

const headOf = async (name: string, sequence: number, rows: Rows): Promise<SnapshotHead> => ({
  version: '0.1.0',
  name,
  sequence,
  createdMillis: 1_000 + sequence,
  seed: 'a',
  clockMillis: 2_000,
  clock: { mode: 'frozen', scale: 1, nowMillis: 2_000 },
  rowCounts: rows.counts(),
  sha256: await digestOf(rows),
});

/** The uids of the rows of a stored snapshot. */
const uidsIn = async (files: SnapshotFiles, name: string): Promise<readonly string[]> => {
  const store = new MemoryStore();
  await store.restore(await files.stateOf(name));
  return store.rows.listWithin(things, TOP).map(({ uid }) => uid);
};

/** Runs with the name of a data file in a folder of its own. */
const beside = async (run: (file: string, folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
  try {
    await run(join(folder, 'state.json'), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const keep = async (
  files: SnapshotFiles,
  name: string,
  sequence: number,
  ...names: readonly string[]
): Promise<void> => {
  const rows = await rowsOf(...names);
  await files.write(await headOf(name, sequence, rows), rows);
};

const NAMES = ['a', 'A', 'b.next', 'con', 'x'.repeat(128), 'X'.repeat(128), 'log.1'];

test('behaviour W16: names that some file system takes for one are different files, in the order of their saving', () =>
  beside(async (file, folder) => {
    const files = await SnapshotFiles.open(file);
    for (const [at, name] of NAMES.entries()) await keep(files, name, NAMES.length - at, name);
    const paths = await readdir(folder);
    assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, NAMES.length);
    for (const path of paths) assert.equal((await stat(join(folder, path))).mode & 0o777, 0o600);
    const { heads } = await SnapshotFiles.open(file);
    assert.deepEqual(
      heads.map(({ name }) => name),
      NAMES.toReversed(),
    );
    for (const name of NAMES) assert.deepEqual(await uidsIn(files, name), [`uid-${name}`]);
    await files.remove('A');
    assert.equal((await SnapshotFiles.open(file)).heads.length, NAMES.length - 1);
  }));

test('behaviour W16: a snapshot is read as it was written, and replaces the one of its name', () =>
  beside(async (file, folder) => {
    const files = await SnapshotFiles.open(file);
    await keep(files, 'a', 1, 'old');
    await chmod(join(folder, 'state.json.snapshot.a'), 0o644);
    const rows = await rowsOf('one', 'two');
    const head = { ...(await headOf('a', 2, rows)), note: 'x' };
    await files.write(head, rows);
    const reopened = await SnapshotFiles.open(file);
    assert.deepEqual(reopened.heads, [head]);
    const store = new MemoryStore();
    await store.restore(await reopened.stateOf('a'));
    assert.equal(await digestOf(store.rows), head.sha256);
    assert.equal((await stat(join(folder, 'state.json.snapshot.a'))).mode & 0o777, 0o600);
  }));

test('behaviour W16: the remains of an unanswered save after a kill are dropped', () =>
  beside(async (file, folder) => {
    await keep(await SnapshotFiles.open(file), 'a', 1, 'one');
    await writeFile(join(folder, 'state.json.snapshots.next'), 'half');
    await writeFile(join(folder, '.state.json.snapshots.next.tmp'), 'half');
    assert.equal((await SnapshotFiles.open(file)).heads.length, 1);
    assert.deepEqual(await readdir(folder), ['state.json.snapshot.a']);
  }));

test('behaviour W16: a file that is no snapshot refuses them all, and one that is gone later is an error of its own', () =>
  beside(async (file, folder) => {
    const files = await SnapshotFiles.open(file);
    await assert.rejects(files.stateOf('a'), SnapshotFileError);
    const path = join(folder, 'state.json.snapshot.a');
    await writeFile(path, '{"format":2,"generation":1}\n');
    const what = `${path} is no snapshot of platform-mock`;
    await assert.rejects(
      SnapshotFiles.open(file),
      (error) => error instanceof DataFileError && error.message.startsWith(what),
    );
    assert.deepEqual(await flawsOfSnapshots(file), [what]);
  }));

test('behaviour W16: a save that the disk refuses leaves the one before', () =>
  beside(async (file, folder) => {
    const files = await SnapshotFiles.open(file);
    await keep(files, 'a', 1, 'one');
    const broken = { ...(await rowsOf('two')), counts: () => ({ things: 1 }) } as Rows;
    const failing: Rows = { ...broken, listWithin: () => assert.fail('broken') };
    await assert.rejects(files.write(await headOf('a', 2, await rowsOf('two')), failing), DataFileError);
    assert.deepEqual(await readdir(folder), ['state.json.snapshot.a']);
    assert.deepEqual(await uidsIn(files, 'a'), ['uid-one']);
  }));
