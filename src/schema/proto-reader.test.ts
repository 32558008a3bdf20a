import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MalformedProto, ProtoReader } from './proto-reader.ts';
import { Wire } from './proto-wire.ts';

const reader = (hex: string): ProtoReader => ProtoReader.of(Buffer.from(hex, 'hex'));

const VARINTS: readonly (readonly [hex: string, int32: number, int64: string, bool: boolean])[] = [
  ['00', 0, '0', false],
  ['01', 1, '1', true],
  ['8000', 0, '0', false],
  ['ffffffff07', 2_147_483_647, '2147483647', true],
  ['8080808010', 0, '4294967296', true],
  ['8080808008', -2_147_483_648, '2147483648', true],
  ['ffffffffffffff0f', -1, '9007199254740991', true],
  ['8180808080808010', 1, '9007199254740993', true],
  ['ffffffffffffffff7f', -1, '9223372036854775807', true],
  ['ffffffffffffffffff01', -1, '-1', true],
  ['80808080808080808001', 0, '-9223372036854775808', true],
  ['ffffffffffffffffff7f', -1, '-1', true],
];

for (const [hex, int32, int64, bool] of VARINTS) {
  test(`the varint ${hex} is ${int64}, ${int32} in 32 bits and ${bool} as a boolean`, () => {
    assert.deepEqual([reader(hex).int32(), reader(hex).int64(), reader(hex).bool()], [int32, int64, bool]);
  });
}

const read = {
  varint: (from: ProtoReader) => from.int64(),
  tag: (from: ProtoReader) => from.tag(),
  text: (from: ProtoReader) => from.string(),
  bytes: (from: ProtoReader) => from.base64(),
  message: (from: ProtoReader) => from.part(),
  unknown: (from: ProtoReader) => from.skip(from.tag(), 3),
};

const MALFORMED: readonly (readonly [what: string, as: keyof typeof read, hex: string])[] = [
  ['no varint', 'varint', ''],
  ['a varint cut short', 'varint', '8080'],
  ['a varint of eleven bytes', 'varint', '8080808080808080808001'],
  ['a tag cut short', 'tag', '80'],
  ['field number 0', 'tag', '00'],
  ['field number 0 in two bytes', 'tag', '8000'],
  ['wire type 6', 'tag', '0e'],
  ['wire type 7', 'tag', '0f'],
  ['wire type 7 of a high number', 'tag', '8780808010'],
  ['a tag above 32 bits', 'tag', '8880808010'],
  ['a text longer than what is left', 'text', '036162'],
  ['a text that is not UTF-8', 'text', '01ff'],
  ['a text with a byte cut off', 'text', '01c3'],
  ['a text with a surrogate in UTF-8', 'text', '03eda080'],
  ['a text with an overlong slash', 'text', '02c0af'],
  ['a length above 32 bits', 'bytes', '8080808010'],
  ['a length of four billion', 'bytes', 'ffffffff0f'],
  ['bytes cut short', 'bytes', '05ff'],
  ['a message cut short', 'message', '02ff'],
  ['an unknown number of 64 bits cut short', 'unknown', '0900000000000000'],
  ['an unknown number of 32 bits cut short', 'unknown', '0d000000'],
  ['unknown bytes cut short', 'unknown', '0a0500'],
  ['an unknown varint cut short', 'unknown', '0880'],
  ['a group that is not begun', 'unknown', '0c'],
  ['a group that does not end', 'unknown', '0b0801'],
  ['a group that another ends', 'unknown', '0b14'],
  ['groups that cross', 'unknown', '0b130c14'],
  ['groups nested too deep', 'unknown', `${'0b'.repeat(4)}${'0c'.repeat(4)}`],
];

for (const [what, as, hex] of MALFORMED) {
  test(`reading refuses ${what}`, () => {
    assert.throws(() => read[as](reader(hex)), MalformedProto);
  });
}

const SKIPPED: readonly (readonly [what: string, hex: string])[] = [
  ['a varint of ten bytes', '08ffffffffffffffffff01'],
  ['a number of 64 bits', '090102030405060708'],
  ['a number of 32 bits', '0d01020304'],
  ['bytes', '0a03010203'],
  ['no bytes', '0a00'],
  ['an empty group', '0b0c'],
  ['groups as deep as may be, with values', `${'0b'.repeat(3)}080112026162${'0c'.repeat(3)}`],
  ['groups in a group', '0b1308011413140c'],
];

for (const [what, hex] of SKIPPED) {
  test(`an unknown field of ${what} is skipped`, () => {
    const from = reader(`${hex}05`);
    from.skip(from.tag(), 3);
    assert.equal(from.int32(), 5);
    assert.equal(from.done, true);
  });
}

test('a part ends at its length, whatever follows', () => {
  const from = reader('02610162');
  const part = from.part();
  assert.equal(part.tag() & 7, Wire.FIXED64);
  assert.equal(part.int32(), 1);
  assert.throws(() => part.int32(), MalformedProto);
  assert.equal(from.int32(), 0x62);
});

test('joined parts are read as one', () => {
  const from = reader('01800101');
  const whole = ProtoReader.join([from.part(), from.part()]);
  assert.equal(whole.int32(), 128);
  assert.equal(whole.done, true);
});

test('a byte order mark is text like any other', () => assert.equal(reader('04efbbbf61').string(), '\uFEFFa'));

test('a long text and a short one are read alike', () => {
  for (const text of ['', 'a', 'ä', 'x'.repeat(64), 'x'.repeat(65), `${'x'.repeat(80)}ä`]) {
    const bytes = Buffer.from(text);
    assert.equal(ProtoReader.of(Buffer.concat([Buffer.of(bytes.length), bytes])).string(), text);
  }
});

test('a view into other bytes is read from where it begins', () => {
  assert.equal(ProtoReader.of(new Uint8Array([9, 9, 2, 97, 98, 9]).subarray(2, 5)).string(), 'ab');
});
