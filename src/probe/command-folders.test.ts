import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { withOwnFolders } from './command-subject.ts';

/** Calls `use` with a folder in the place of the temporary one of the machine. */
const inTemporary = async (use: (temporary: string) => Promise<void>): Promise<void> => {
  const before = process.env.TMPDIR;
  const temporary = mkdtempSync(join(tmpdir(), 'command-folders-'));
  process.env.TMPDIR = temporary;
  try {
    await use(temporary);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(temporary, { recursive: true, force: true });
  }
};

test('O2: each name has a new and empty folder, which is gone afterwards, and what was beside it is not', () =>
  inTemporary(async (temporary) => {
    mkdirSync(join(temporary, 'platform-mock-probe-kept'));
    writeFileSync(join(temporary, 'platform-mock-probe-kept', 'file'), 'mine');
    const folders = await withOwnFolders(['A', 'B'], async (made) => {
      for (const folder of Object.values(made)) {
        assert.deepEqual([dirname(folder), readdirSync(folder)], [temporary, []]);
        writeFileSync(join(folder, 'token'), 'x');
      }
      return made;
    });
    assert.equal(new Set(Object.values(folders)).size, 2);
    assert.deepEqual(readdirSync(temporary), ['platform-mock-probe-kept']);
    assert.equal(readFileSync(join(temporary, 'platform-mock-probe-kept', 'file'), 'utf8'), 'mine');
  }));

test('O2: the folders are gone after a run that cannot be made, too', () =>
  inTemporary(async (temporary) => {
    await assert.rejects(
      withOwnFolders(['A'], () => Promise.reject(new Error('no such command'))),
      /^Error: no such command$/,
    );
    assert.deepEqual(readdirSync(temporary), []);
  }));

test('O11: if no folder can be made nothing is run', () =>
  inTemporary(async (temporary) => {
    process.env.TMPDIR = join(temporary, 'missing');
    await assert.rejects(
      withOwnFolders(['A'], () => assert.fail('it is run')),
      { message: `no folder can be made in ${process.env.TMPDIR} (ENOENT)` },
    );
  }));
