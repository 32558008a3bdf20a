import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInForeground } from './foreground.ts';

const statOf = (group: number, foreground: number): string =>
  `70 (a (b) c) S 60 ${group} 50 34816 ${foreground} 4194304 1 2`;

for (const [what, stat, terminal, expected, platform = 'linux'] of [
  ['whose group has the terminal', statOf(70, 70), false, true],
  ['in the background of a terminal', statOf(70, 50), true, false],
  ['without a terminal', statOf(70, -1), false, false],
  ['on a terminal, of a system without /proc,', undefined, true, true],
  ['without a terminal, of a system without /proc,', undefined, false, false],
  ['on Windows', undefined, false, true, 'win32'],
] as const) {
  test(`a process ${what} is ${expected ? '' : 'not '}sent Ctrl-C together with its command`, () => {
    assert.equal(isInForeground(platform, stat, terminal), expected);
  });
}
