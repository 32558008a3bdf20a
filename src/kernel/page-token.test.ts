import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../scripts/any-character.ts';
import { type Cursor, openCursor, sealCursor } from './page-token.ts';

const KEY = 'key';
const CURSOR: Cursor = {
  walk: { operation: 'ListShelves', order: 'name desc,size', filters: { name: 'ä', uidp: { ids: ['a', 'b'] } } },
  values: ['ü', 0, false, undefined],
  uid: 'a/b',
  issuedMillis: 1_767_225_600_000,
  at: 50,
};
const TOKEN = sealCursor(KEY, CURSOR);

test('a token opens to the cursor that it was made from', () => assert.deepEqual(openCursor(KEY, TOKEN), CURSOR));

test('a token needs no escapes in a URL', () => assert.match(TOKEN, /^[\w-]+$/));

test('equal cursors have equal tokens, and other cursors have other tokens', () => {
  assert.equal(sealCursor(KEY, { ...CURSOR }), TOKEN);
  assert.notEqual(sealCursor(KEY, { ...CURSOR, issuedMillis: CURSOR.issuedMillis + 1 }), TOKEN);
});

const REFUSED: readonly (readonly [what: string, token: string])[] = [
  ['nothing', ''],
  ['a word', 'abc'],
  ['a token of another key', sealCursor('other', CURSOR)],
  ['a token cut short', TOKEN.slice(0, -2)],
  ['only the seal', TOKEN.slice(0, 22)],
  ['a token with more behind it', `${TOKEN}AA`],
  ['a token with padding', `${TOKEN}=`],
  ['a token with a blank in it', `${TOKEN.slice(0, 9)} ${TOKEN.slice(9)}`],
  [
    'a token in the standard alphabet',
    Buffer.from(TOKEN, 'base64url')
      .toString('base64')
      .padEnd(TOKEN.length + 1, '='),
  ],
  ['two tokens in a row', `${TOKEN}${TOKEN}`],
];

for (const [what, token] of REFUSED) {
  test(`${what} is not a token`, () => assert.equal(openCursor(KEY, token), undefined));
}

test('a token with any one character changed is refused', () => {
  const at = fc.integer({ min: 0, max: TOKEN.length - 1 });
  const character = fc.stringMatching(/^[\w-]$/);
  fc.assert(
    fc.property(at, character, (index, other) => {
      fc.pre(TOKEN[index] !== other);
      assert.equal(openCursor(KEY, TOKEN.slice(0, index) + other + TOKEN.slice(index + 1)), undefined);
    }),
    { numRuns: 150 },
  );
});

test('a random text is not a token', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => assert.equal(openCursor(KEY, text), undefined)));
});
