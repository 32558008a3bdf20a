import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseFile } from './read-trace.ts';

const REASONS = [
  ['ENOENT', 't.har: there is no such file or folder'],
  ['EISDIR', 't.har: is a folder'],
  ['EACCES', 't.har: may not be used: permission denied (EACCES)'],
  ['EROFS', 't.har: EROFS: read-only file system'],
] as const;

for (const [code, message] of REASONS) {
  test(`a file of a trace is refused with the reason of the system: ${code}`, () => {
    const error = Object.assign(new Error(`${code}: read-only file system`), { code });
    assert.throws(() => refuseFile('t.har', error), { message });
  });
}
