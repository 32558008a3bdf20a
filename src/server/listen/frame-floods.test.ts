import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFlood, type Traffic } from './frame-floods.ts';

const KB = 1024;
const MB = 1024 * KB;
const NOTHING: Traffic = { read: 0, written: 0, data: 0, pieces: 0, headers: 0, streams: 0, seconds: 0 };

const CASES: readonly (readonly [what: string, traffic: Partial<Traffic>, floods: boolean])[] = [
  ['a session that is quiet', {}, false],
  ['some thousand frames without content', { read: 256 * KB }, false],
  ['more of them', { read: 257 * KB }, true],
  ['a large message in frames of 16 KB', { read: 101 * MB, data: 100 * MB, streams: 1 }, false],
  ['data in frames of hardly any', { read: 10 * MB, data: MB, streams: 1 }, true],
  ['data in frames of one byte', { read: 10 * MB, data: MB, pieces: MB, streams: 1 }, true],
  ['data in frames of a token each', { read: 13 * MB, data: 4 * MB, pieces: MB, streams: 1 }, false],
  ['empty frames of data', { read: 9 * MB, pieces: MB, streams: 1 }, true],
  ['many requests', { read: 5 * MB, headers: 500 * KB, streams: 10_000 }, false],
  ['updates for a large answer', { read: 6 * MB, written: 100 * MB, streams: 1 }, false],
  ['a ping each second for ten days, and answers', { read: 15 * MB, seconds: 864_000 }, false],
  ['more updates in a minute than its calls explain', { read: MB, seconds: 60 }, true],
  ['updates for a small one', { read: 6 * MB, written: MB, streams: 1 }, true],
];

for (const [what, traffic, floods] of CASES) {
  test(`${what}: ${floods ? 'a flood' : 'no flood'}`, () => {
    assert.equal(isFlood({ ...NOTHING, ...traffic }), floods);
  });
}
