import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reproduceLine } from './probe.ts';

for (const [words, line] of [
  [[], "platform-mock probe --only 'A#1/b' -- node 'it is.js'"],
  [['--jobs', '2', '--fixture=a b'], "platform-mock probe --jobs 2 '--fixture=a b' --only 'A#1/b' -- node 'it is.js'"],
  [
    ['--only', 'B', '--seed', 'x', '--all', '--max-trials=3', '--report', 'r.json', '--'],
    "platform-mock probe --seed x --only 'A#1/b' -- node 'it is.js'",
  ],
  [
    ['--json', '--skip=c', '--accept', 'f', '--budget', '3s', '--junit=j', '--markdown', 'm'],
    "platform-mock probe --only 'A#1/b' -- node 'it is.js'",
  ],
] as const) {
  test(`O9: a trial of "probe ${words.join(' ')}" is made again by its own flags`, () => {
    assert.equal(reproduceLine(words, ['node', 'it is.js'], 'A#1/b'), line);
  });
}
