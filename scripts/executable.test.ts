import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { executableIn, makeExecutable, signingOn } from './executable.ts';

const folder = mkdtempSync(join(tmpdir(), 'executable-'));
after(() => rmSync(folder, { recursive: true }));

test('I3: without a build there is no executable, and the error says what makes one', () => {
  assert.throws(() => makeExecutable(folder), /^Error: there is no build in \S+: npm run build makes it$/);
});

test('I3: a Node that cannot hold a program is refused by its path, before anything is made', () => {
  writeFileSync(join(folder, 'main.cjs'), '');
  const node = join(folder, 'node');
  writeFileSync(node, 'A Node that was built without single executable applications.');
  assert.throws(() => makeExecutable(folder, node), {
    message: `${node} cannot hold a program: the Node of nodejs.org can`,
  });
});

test('I3: on macOS the signature goes before the program is put inside, and a new one is made then', () => {
  assert.deepEqual(signingOn('darwin', 'a'), {
    before: ['codesign', '--remove-signature', 'a'],
    after: ['codesign', '--sign', '-', 'a'],
  });
  assert.deepEqual([signingOn('linux', 'a'), signingOn('win32', 'a')], [undefined, undefined]);
});

test('the executable is dist/bin/platform-mock, with the ending that Windows needs', () => {
  assert.deepEqual(
    [executableIn('dist', 'linux'), executableIn('dist', 'darwin'), executableIn('dist', 'win32')],
    ['platform-mock', 'platform-mock', 'platform-mock.exe'].map((name) => join('dist/bin', name)),
  );
});
