import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCapabilities, encodeCapabilities } from '../identity/access-tokens.ts';
import { everyCapability } from './capability.ts';

/** Sets with the text that published tokens and clients have for them (clients §6.3). */
const PUBLISHED: readonly (readonly [what: string, capabilities: readonly string[], text: string])[] = [
  ['nothing', [], 'AAAAAAAAADIAAAAAAAAAAA=='],
  ['groups.list', ['groups.list'], 'AAAAAAAAADIAAAAAAAAACA=='],
];

for (const [what, capabilities, text] of PUBLISHED) {
  test(`the set of ${what} has its published text`, () => {
    assert.equal(encodeCapabilities(capabilities), text);
    assert.deepEqual([...decodeCapabilities(text)], capabilities);
  });
}

/** The `cap` sets of two published tokens: how many capabilities each has, and one that it has. */
const SEEN: readonly (readonly [text: string, size: number, member: string])[] = [
  ['AAAAAAAAAHxEQgBAgIBESAiIGDBAiqlk', 29, 'repo.list'],
  ['AAAAAAAAAHz_8gDx4eD__gno-DBB__tv', 76, 'groups.delete'],
];

for (const [text, size, member] of SEEN) {
  test(`a published set of ${size} is read, and written the same`, () => {
    const capabilities = decodeCapabilities(text);
    assert.equal(capabilities.size, size);
    assert.ok(capabilities.has(member));
    assert.equal(encodeCapabilities(capabilities), text);
  });
}

test('every capability is decoded as it was encoded', () => {
  assert.deepEqual(decodeCapabilities(encodeCapabilities(everyCapability)), new Set(everyCapability));
});

test('a text that is not a set has no capabilities', () => {
  for (const text of ['', 'x', '####', 'AAAA']) assert.equal(decodeCapabilities(text).size, 0);
});
