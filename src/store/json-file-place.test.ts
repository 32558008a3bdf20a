import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { collection } from '../kernel/rows.ts';
import { openJsonFileStore } from './json-file.ts';
import { isMountedAlone, placeOf } from './json-file-paths.ts';

const folderOf = (t: TestContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'place-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const MOUNTS = [
  '22 27 0:21 / /proc rw,nosuid - proc proc rw',
  '91 80 8:1 /home/me/state.json /data/state.json rw,relatime - ext4 /dev/sda1 rw',
  '92 80 8:1 /home/me/b /data/with\\040blank\\134.json rw,relatime - ext4 /dev/sda1 rw',
].join('\n');

for (const [file, isAlone] of [
  ['/data/state.json', true],
  ['/data/with blank\\.json', true],
  ['/data/other.json', false],
  ['/home/me/state.json', false],
] as const) {
  test(`D13: ${file} is ${isAlone ? '' : 'not '}mounted by itself`, () =>
    assert.equal(isMountedAlone(file, MOUNTS), isAlone));
}

const OPEN = `
import { openJsonFileStore } from ${JSON.stringify(new URL('json-file.ts', import.meta.url).href)};
await openJsonFileStore({ file: process.argv[1] }).then((store) => store.close(), (error) => console.log(error.message));
`;

test('D13: a data file that is mounted by itself is refused, with the advice to mount its folder', (t) => {
  const folder = folderOf(t);
  const script = 'touch "$1/source" "$1/file" && mount --bind "$1/source" "$1/file" && shift && exec "$@"';
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', OPEN, join(folder, 'file')];
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', folder, ...node], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    t.skip(`no file can be mounted here: ${stderr}`);
    return;
  }
  assert.equal(
    stdout,
    `${folder}/file is mounted by itself, and what is written beside it would be lost: mount the folder\n`,
  );
  assert.deepEqual(readdirSync(folder).sort(), ['file', 'source']);
});

test('D14: a link to a data file that is not there yet stays a link, and leads to the new file', async (t) => {
  const folder = folderOf(t);
  symlinkSync('further', join(folder, 'link'));
  symlinkSync('data.json', join(folder, 'further'));
  const store = await openJsonFileStore({ file: join(folder, 'link') });
  await store.close();
  assert.ok(lstatSync(join(folder, 'link')).isSymbolicLink());
  assert.ok(lstatSync(join(folder, 'data.json')).isFile());
});

test('D14: links in a circle are refused', async (t) => {
  const folder = folderOf(t);
  symlinkSync('b', join(folder, 'a'));
  symlinkSync('a', join(folder, 'b'));
  await assert.rejects(placeOf(join(folder, 'a')), /a is a link to itself$/);
});

test('D13: a close that cannot fold the log fails, and the next start has the writes', async (t) => {
  const folder = folderOf(t);
  const file = join(folder, 'data.json');
  const items = collection('items');
  const store = await openJsonFileStore({ file });
  await store.write((tx) => tx.put(items, { uid: 'a' }));
  // Nothing can be renamed over a folder, as over a file that is mounted.
  renameSync(file, join(folder, 'aside'));
  mkdirSync(join(file, 'in-the-way'), { recursive: true });
  await assert.rejects(store.close(), new RegExp(`^DataFileError: ${file} cannot be written: E`));
  rmSync(file, { recursive: true });
  renameSync(join(folder, 'aside'), file);
  const again = await openJsonFileStore({ file });
  assert.ok(again.rows.get(items, 'a'));
  await again.close();
});
