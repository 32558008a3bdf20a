import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeProto } from './encode-proto.ts';
import {
  bool,
  bytes,
  duration,
  enumOf,
  enumType,
  fieldMask,
  int32,
  int64,
  map,
  repeated,
  string,
  timestamp,
} from './field-types.ts';
import { input, message, of, optional, output, plain } from './message.ts';

const Colour = enumType('mock.test.encodeproto.Colour', 'A colour.', { COLOUR_NONE: 0, RED: 1, DARK: -1 });
const PRESENCE = { presence: true } as const;

const Part = message('mock.test.encodeproto.Part', 'A part.', {
  code: output(2, string(), 'Shown once.', { once: true }),
  name: output(1, string(), 'Its name.', { always: true }),
  secret: input(3, string(), 'Never shown.'),
});

const Thing = message('mock.test.encodeproto.Thing', 'A thing.', {
  high: optional(2048, string(), 'A field of a tag of three bytes.'),
  text: optional(1, string(), 'A text.', { always: true }),
  isOpen: optional(2, bool(), 'A switch.', { always: true }),
  count: optional(3, int32(), 'A number.'),
  total: optional(4, int64(), 'A long number.'),
  data: optional(5, bytes(), 'Bytes.'),
  colour: optional(6, enumOf(Colour), 'A colour.', { always: true }),
  at: optional(7, timestamp(), 'A time.'),
  life: optional(8, duration(), 'A duration.'),
  mask: optional(9, fieldMask(), 'Fields.'),
  part: optional(10, of(Part), 'A part.'),
  maybe: optional(11, string(), 'A text.', PRESENCE),
  maybeTotal: optional(12, int64(), 'A long number.', PRESENCE),
  maybeColour: optional(13, enumOf(Colour), 'A colour.', PRESENCE),
  one: plain(14, string(), 'One.', { oneof: 'choice' }),
  other: plain(15, bool(), 'The other.', { oneof: 'choice' }),
  texts: optional(16, repeated(string()), 'Texts.'),
  counts: optional(17, repeated(int32()), 'Numbers.'),
  parts: optional(18, repeated(of(Part)), 'Parts.'),
  labels: optional(19, map('string', string()), 'Texts by text.'),
  byNumber: optional(20, map('int64', of(Part)), 'Parts by number.'),
  maybeMask: optional(23, fieldMask(), 'Fields.', PRESENCE),
  secret: input(21, string(), 'Never shown.'),
  code: output(22, string(), 'Shown once.', { once: true }),
});

const hex = (value: object, once?: boolean): string => Buffer.from(encodeProto(Thing, value, once)).toString('hex');

const CASES: readonly (readonly [fact: string, value: object, hex: string])[] = [
  ['an empty message has no bytes', {}, ''],
  [
    'zero values without presence are left out, also those that JSON always has',
    { text: '', isOpen: false, count: 0, total: '0', data: '', colour: 'COLOUR_NONE', mask: '', texts: [], labels: {} },
    '',
  ],
  ['zero values with presence are there', { maybe: '', maybeTotal: '0', maybeColour: 'COLOUR_NONE' }, '5a00 6000 6800'],
  ['the zero value of a member of a oneof is there', { one: '' }, '7200'],
  ['a switch of a oneof that is off is there', { other: false }, '7800'],
  ['fields go by their numbers, not by the table', { high: 'h', text: 't' }, '0a0174 8280010168'],
  ['a switch is 1', { isOpen: true }, '1001'],
  ['a negative number takes ten bytes', { count: -2 }, '18feffffffffffffffff01'],
  ['a long number is exact', { total: '9223372036854775807' }, '20ffffffffffffffff7f'],
  ['bytes are bytes', { data: 'AP8=' }, '2a0200ff'],
  ['an enum is its number', { colour: 'RED' }, '3001'],
  ['an enum may be negative', { colour: 'DARK' }, '30ffffffffffffffffff01'],
  ['an enum name that is not known reads as not set', { maybeColour: 'GREEN' }, '6800'],
  ['a time is seconds and nanos', { at: '1970-01-01T00:00:01.500Z' }, '3a08 0801 1080cab5ee01'],
  ['the time 0 is an empty message', { at: '1970-01-01T00:00:00.000Z' }, '3a00'],
  ['a duration is seconds and nanos', { life: '3600s' }, '4203 08901c'],
  ['a mask is its paths', { mask: 'name,part.size' }, '4a11 0a046e616d65 0a09706172742e73697a65'],
  ['a mask without paths is there where it has presence', { maybeMask: '' }, 'ba0100'],
  ['a message that is set and empty is there', { part: {} }, '5200'],
  ['texts are one after the other, empty ones too', { texts: ['a', ''] }, '820101 61 820100'],
  ['numbers are packed, zeros too', { counts: [1, 0, 150] }, '8a0104 01009601'],
  ['messages are one after the other', { parts: [{}, { name: 'a' }] }, '920100 920103 0a0161'],
  ['a map is its entries, empty values too', { labels: { a: '' } }, '9a0105 0a0161 1200'],
  ['a map may have numbers as keys', { byNumber: { '-1': { name: 'a' } } }, 'a20110 08ffffffffffffffffff01 12030a0161'],
  [
    '__proto__ is a key like any other',
    { labels: JSON.parse('{"__proto__":"x"}') },
    '9a010e 0a095f5f70726f746f5f5f 120178',
  ],
  [
    'what is only taken on input is left out, also in messages',
    { secret: 's', part: { secret: 's' }, parts: [{ secret: 's' }] },
    '5200 920100',
  ],
  ['what only the creating call may see is left out', { code: 'c', part: { code: 'c' } }, '5200'],
  ['a member without a field is left out', { owner: 'x' }, ''],
];

for (const [fact, value, expected] of CASES) {
  test(`in protobuf, ${fact}`, () => assert.equal(hex(value), expected.replaceAll(' ', '')));
}

test('the creating call sees its secrets, also inside messages, but not input-only fields', () => {
  const value = {
    code: 'c',
    secret: 's',
    part: { code: 'd', secret: 't' },
    labels: {},
    byNumber: { 1: { code: 'e' } },
  };
  assert.equal(hex(value, true), '5203120164 a201070801 1203120165 b2010163'.replaceAll(' ', ''));
});
