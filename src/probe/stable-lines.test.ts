import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StableLines } from './baseline.ts';

const RUNS = ['a\nb 12 ms\nrandom 81\nb 13 ms\n', 'a\nb 99 ms\nrandom 17\nb 7 ms\nmore\n'];

for (const [output, missing] of [
  ['a\nb 1 ms\nb 2 ms\n', []],
  ['b 2 ms\nnew\na\nb 1 ms\n', []],
  ['a\nb 1 ms\n', ['b <measure>']],
  ['', ['a', 'b <measure>']],
] as const) {
  test(`O8: of ${JSON.stringify(output)} are missing ${JSON.stringify(missing)}`, () => {
    assert.deepEqual(new StableLines(RUNS).missingIn(output), missing);
  });
}

test('O8: a line that a further run does not have, or not as often, is none of those that are compared', () => {
  const lines = new StableLines(RUNS);
  lines.add('b 5 ms\n');
  assert.deepEqual(lines.missingIn(''), ['b <measure>']);
  assert.deepEqual(lines.missingIn('b 1 ms\n'), []);
});
