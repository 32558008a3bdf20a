import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Store } from '../kernel/rows.ts';
import { openJsonFileStore } from '../store/json-file.ts';
import { MemoryStore } from '../store/memory.ts';
import { NOW, stillClock } from '../testing/specimen-tokens.ts';
import { KeyRing } from './key-ring.ts';
import { generateSigningKey } from './signing-keys.ts';

const HOUR = 3_600_000;
const FIRST = await generateSigningKey();
const folder = await mkdtemp(join(tmpdir(), 'key-ring-'));
after(() => rm(folder, { recursive: true, force: true }));

const open = (store: Store = new MemoryStore()) => {
  const clock = stillClock();
  const ring = new KeyRing(Promise.resolve(FIRST), store, clock);
  const accepted = async (): Promise<readonly string[]> => (await ring.listAccepted()).map(({ kid }) => kid);
  return { store, clock, ring, accepted };
};

test('before any rotation the first key signs, and is the only one', async () => {
  const { ring, accepted } = open();
  assert.equal(await ring.signer(), FIRST);
  assert.deepEqual(await accepted(), [FIRST.kid]);
  assert.equal(ring.retiresMillis(FIRST.kid), Number.POSITIVE_INFINITY);
});

test('the key of a rotation signs from then on, the one before it is good until the overlap ends', async () => {
  const { ring, accepted, clock } = open();
  const second = await ring.rotate(HOUR);
  assert.notEqual(second.kid, FIRST.kid);
  assert.equal((await ring.signer()).kid, second.kid);
  assert.deepEqual(await accepted(), [second.kid, FIRST.kid]);
  assert.equal(ring.retiresMillis(FIRST.kid), NOW + HOUR);
  assert.equal(ring.retiresMillis(second.kid), Number.POSITIVE_INFINITY);
  clock.millis = NOW + HOUR - 1;
  assert.deepEqual(await accepted(), [second.kid, FIRST.kid]);
  clock.millis = NOW + HOUR;
  assert.deepEqual(await accepted(), [second.kid]);
});

test('a rotation without an overlap retires the key at once', async () => {
  const { ring, accepted } = open();
  const second = await ring.rotate(0);
  assert.deepEqual(await accepted(), [second.kid]);
});

test('each of several rotations has an overlap of its own', async () => {
  const { ring, accepted, clock } = open();
  const second = await ring.rotate(3 * HOUR);
  clock.millis += HOUR;
  const third = await ring.rotate(HOUR);
  assert.deepEqual(await accepted(), [third.kid, second.kid, FIRST.kid]);
  clock.millis += HOUR;
  assert.deepEqual(await accepted(), [third.kid, FIRST.kid]);
  clock.millis += HOUR;
  assert.deepEqual(await accepted(), [third.kid]);
  assert.equal((await ring.signer()).kid, third.kid);
});

test('rotations beside each other follow one another', async () => {
  const { ring, accepted } = open();
  const made = await Promise.all([ring.rotate(HOUR), ring.rotate(HOUR), ring.rotate(HOUR)]);
  const kids = await accepted();
  assert.equal(kids.length, 4);
  assert.deepEqual(new Set(kids), new Set([FIRST.kid, ...made.map(({ kid }) => kid)]));
  assert.equal(kids.at(-1), FIRST.kid);
});

test('a key is found by its id while its tokens are good, and the one that signs without an id', async () => {
  const { ring, clock } = open();
  const second = await ring.rotate(HOUR);
  assert.equal((await ring.find(second.kid))?.kid, second.kid);
  assert.equal((await ring.find(FIRST.kid))?.kid, FIRST.kid);
  assert.equal((await ring.find(undefined))?.kid, second.kid);
  for (const kid of ['', 'nope', '../key', '__proto__']) assert.equal(await ring.find(kid), undefined);
  clock.millis += HOUR;
  assert.equal(await ring.find(FIRST.kid), undefined);
});

test('the version changes with a rotation and with nothing else', async () => {
  const { ring, store } = open();
  const before = ring.version();
  await store.write((tx) => tx.put({ name: 'others', indexes: [] }, { uid: 'x' }));
  assert.equal(ring.version(), before);
  await ring.rotate(HOUR);
  assert.notEqual(ring.version(), before);
});

test('a state from before a rotation takes it back', async () => {
  const { ring, store, accepted } = open();
  const before = store.capture();
  const second = await ring.rotate(HOUR);
  const rotated = ring.version();
  await store.restore(before);
  assert.equal((await ring.signer()).kid, FIRST.kid);
  assert.deepEqual(await accepted(), [FIRST.kid]);
  assert.equal(await ring.find(second.kid), undefined);
  assert.notEqual(ring.version(), rotated);
});

test('rotations are kept over a restart, and go on from where they were', async () => {
  const file = join(folder, 'state.json');
  const store = await openJsonFileStore({ file });
  const before = open(store);
  const second = await before.ring.rotate(HOUR);
  await store.close();

  const again = await openJsonFileStore({ file });
  const { ring, accepted } = open(again);
  const signer = await ring.signer();
  assert.deepEqual([signer.kid, signer.algorithm], [second.kid, 'RS256']);
  assert.deepEqual(signer.privateKey.export({ format: 'jwk' }), second.privateKey.export({ format: 'jwk' }));
  assert.deepEqual(await accepted(), [second.kid, FIRST.kid]);
  const third = await ring.rotate(HOUR);
  assert.deepEqual(await accepted(), [third.kid, second.kid, FIRST.kid]);
  await again.close();
});

test('another first key leaves the rotations of the one before', async () => {
  const { ring, store, clock } = open();
  await ring.rotate(HOUR);
  const other = await generateSigningKey();
  const next = new KeyRing(Promise.resolve(other), store, clock);
  assert.deepEqual(
    (await next.listAccepted()).map(({ kid }) => kid),
    [other.kid],
  );
});
