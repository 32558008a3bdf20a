import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInForeground } from './foreground.ts';

const stat = (group: number, foreground: number): string =>
  `70 (a (b) c) S 60 ${group} 50 34816 ${foreground} 4194304 1 2`;

for (const [what, started, expected] of [
  ['whose group has the terminal', { stat: stat(70, 70), terminal: false }, true],
  ['in the background of a terminal', { stat: stat(70, 50), terminal: true }, false],
  ['without a terminal', { stat: stat(70, -1), terminal: false }, false],
  ['on a terminal, of a system without /proc,', { stat: undefined, terminal: true }, true],
  ['without a terminal, of a system without /proc,', { stat: undefined, terminal: false }, false],
  ['on Windows', { stat: undefined, terminal: false, platform: 'win32' }, true],
] as const) {
  test(`a process ${what} is ${expected ? '' : 'not '}sent Ctrl-C together with its command`, () => {
    assert.equal(isInForeground({ platform: 'linux', ...started }), expected);
  });
}
