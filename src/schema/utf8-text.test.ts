import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeUtf8, NotUtf8 } from './utf8-text.ts';

const REFUSED: readonly (readonly [what: string, bytes: Buffer, message: string, line: number, column: number])[] = [
  ['Latin-1', Buffer.from('a: 1\nb: Zürich\n', 'latin1'), 'is not UTF-8', 2, 5],
  ['a character that is cut off at the end', Buffer.from('é€').subarray(0, 4), 'is not UTF-8', 1, 2],
  ['a character that is cut off by another', Buffer.from([0x61, 0xef, 0xbf, 0x62]), 'is not UTF-8', 1, 2],
  ['half of a surrogate pair', Buffer.from([0x0a, 0x61, 0xed, 0xa0, 0x80]), 'is not UTF-8', 2, 2],
  ['UTF-16 as Windows writes it', Buffer.from('\ufeffa: b\n', 'utf16le'), 'is UTF-16: write it as UTF-8', 1, 1],
  ['UTF-16, the larger byte first', Buffer.from('\ufeffa', 'utf16le').swap16(), 'is UTF-16: write it as UTF-8', 1, 1],
];

for (const [what, bytes, message, line, column] of REFUSED) {
  test(`S18: ${what} is no text, and the place is named`, () => {
    assert.throws(
      () => decodeUtf8(bytes),
      (error) => {
        assert.ok(error instanceof NotUtf8);
        assert.deepEqual([error.message, error.line, error.column], [message, line, column]);
        return true;
      },
    );
  });
}

test('S18: text in UTF-8 is read as it is, without a byte order mark, with U+FFFD where it has been written', () => {
  assert.equal(decodeUtf8(Buffer.from('\ufeffZürich \ufffd 😀\n')), 'Zürich \ufffd 😀\n');
});
