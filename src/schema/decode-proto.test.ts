import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJson } from './decode-json.ts';
import { decodeProto } from './decode-proto.ts';
import type { AnyMessage } from './field-types.ts';
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
import type { FieldViolation } from './field-violation.ts';
import { input, message, of, optional, output, plain, required } from './message.ts';

const Colour = enumType('mock.test.decodeproto.Colour', 'A colour.', { COLOUR_NONE: 0, RED: 1, ROUGE: 1, DARK: -1 });
const PRESENCE = { presence: true } as const;

const Part: AnyMessage = message('mock.test.decodeproto.Part', 'A part.', {
  name: plain(1, string(), 'Its name.'),
  size: plain(2, int32(), 'Its size.'),
  madeBy: output(3, string(), 'Its maker.'),
  within: plain(
    4,
    of((): AnyMessage => Part),
    'A part of it.',
  ),
});
const part = () => of(Part);

const Thing = message('mock.test.decodeproto.Thing', 'A thing.', {
  uid: output(1, string(), 'Its uid.'),
  name: optional(2, string(), 'Its name.'),
  enabled: required(3, bool(), 'A switch that has to be given.'),
  count: optional(4, int32(), 'A number.'),
  total: optional(5, int64(), 'A long number.'),
  data: optional(6, bytes(), 'Bytes.'),
  colour: optional(7, enumOf(Colour), 'A colour.'),
  at: optional(8, timestamp(), 'A time.'),
  life: optional(9, duration(), 'A duration.'),
  mask: optional(10, fieldMask(), 'Fields.'),
  part: optional(11, part(), 'A part.'),
  maybe: optional(12, string(), 'A text.', PRESENCE),
  maybeOn: optional(13, bool(), 'A switch.', PRESENCE),
  one: plain(14, string(), 'One.', { oneof: 'choice' }),
  other: plain(15, part(), 'The other.', { oneof: 'choice' }),
  tags: optional(16, repeated(string()), 'Texts.'),
  counts: optional(17, repeated(int32()), 'Numbers.'),
  parts: optional(18, repeated(part()), 'Parts.'),
  labels: optional(19, map('string', string()), 'Texts by text.'),
  ranks: optional(20, map('int64', part()), 'Parts by number.'),
  secret: input(21, string(), 'Never shown.'),
  colours: optional(22, repeated(enumOf(Colour)), 'Colours.'),
  times: optional(23, map('string', timestamp()), 'Times.'),
  tints: optional(24, map('string', enumOf(Colour)), 'Colours.'),
});

const decode = (hex: string, keep?: ReadonlySet<string>) =>
  decodeProto(Thing, Buffer.from(hex.replaceAll(' ', ''), 'hex'), keep ? { keep } : {});
/** The fields that were read, without the boolean that is always present. */
const given = (hex: string): object => {
  const { enabled, ...rest } = decode(hex).value;
  return rest;
};

const READS: readonly (readonly [what: string, hex: string, value: object])[] = [
  ['no bytes as nothing', '', {}],
  ['a text', '120161', { name: 'a' }],
  ['zeros without presence as absence', '1200 2000 2800 3200 3800', {}],
  ['a zero after another value as absence, since the last wins', '120161 1200', {}],
  ['zeros with presence as given', '6200 6800', { maybe: '', maybeOn: false }],
  ['the last of several values', '2001 2002', { count: 2 }],
  ['a number of ten bytes', '20ffffffffffffffffff01', { count: -1 }],
  ['a long number as text', '28ffffffffffffffff7f', { total: '9223372036854775807' }],
  ['bytes as base64', '320200ff', { data: 'AP8=' }],
  ['an enum as its name, the first of several', '3801', { colour: 'RED' }],
  ['a negative enum', '38ffffffffffffffffff01', { colour: 'DARK' }],
  ['a time as text', '42080801 1080cab5ee01', { at: '1970-01-01T00:00:01.500Z' }],
  ['an empty time as the beginning of 1970', '4200', { at: '1970-01-01T00:00:00.000Z' }],
  ['a time in two pieces', '42020801 42061080cab5ee01', { at: '1970-01-01T00:00:01.500Z' }],
  ['a duration as text', '4a0308901c', { life: '3600s' }],
  ['a mask joined by commas, as its paths are spelled', '52080a03615f62 0a0163', { mask: 'a_b,c' }],
  ['a mask without paths', '5200', { mask: '' }],
  ['an empty message', '5a00', { part: {} }],
  ['a message in pieces, merged', '5a030a0161 5a021005 5a030a0162', { part: { name: 'b', size: 5 } }],
  ['messages inside messages, merged', '5a052203 0a0161 5a042202 1005', { part: { within: { name: 'a', size: 5 } } }],
  ['the zero of a member of a oneof', '7200', { one: '' }],
  ['the last member of a oneof', '720161 7a00', { other: {} }],
  ['the last member of a oneof, whichever it is', '7a00 720161', { one: 'a' }],
  ['a message of a oneof in pieces, merged', '7a030a0161 7a021005', { other: { name: 'a', size: 5 } }],
  ['a message of a oneof anew after another member', '7a030a0161 7200 7a021005', { other: { size: 5 } }],
  ['texts, empty ones too', '82010161 820100', { tags: ['a', ''] }],
  ['numbers packed', '8a01020100', { counts: [1, 0] }],
  ['numbers one by one', '880101 880100', { counts: [1, 0] }],
  ['numbers both ways', '880101 8a01020203 880104', { counts: [1, 2, 3, 4] }],
  ['numbers packed and none as no list', '8a0100', {}],
  ['messages, empty ones too', '920100 9201021005', { parts: [{}, { size: 5 }] }],
  ['a map', '9a01060a01611201 62', { labels: { a: 'b' } }],
  ['an entry whose value comes first', '9a01061201620a0161', { labels: { a: 'b' } }],
  ['an entry without key and value', '9a0100', { labels: { '': '' } }],
  ['the last entry of a key', '9a01060a0161120162 9a01060a0161120163', { labels: { a: 'c' } }],
  ['an entry without key and value, by number', 'a20100', { ranks: { 0: {} } }],
  ['a value of an entry in pieces, merged', 'a2010b0801 12030a0161 12021005', { ranks: { 1: { name: 'a', size: 5 } } }],
  [
    'a new entry of a key in place of the old',
    'a201070801 12030a0161 a201060801 12021005',
    { ranks: { 1: { size: 5 } } },
  ],
  ['unknown parts of an entry', '9a01080a0161120162 1801', { labels: { a: 'b' } }],
  ['an entry without a time as the beginning of 1970', 'ba01030a0161', { times: { a: '1970-01-01T00:00:00.000Z' } }],
  ['an entry without an enum as its zero', 'c201030a0161', { tints: { a: 'COLOUR_NONE' } }],
  ['what is only taken on input', 'aa010173', { secret: 's' }],
  ['no field that is unknown', 'c03e01 ca3e0161 d53e01020304 d93e0102030405060708 e33e0801e43e', {}],
  ['no field with another wire type', '1001 220161 5801 800101', {}],
];

for (const [what, hex, value] of READS) {
  test(`reading protobuf accepts ${what}`, () => {
    assert.deepEqual(decode(hex).violations, []);
    assert.deepEqual(given(hex), value);
  });
}

// Both faces report the same mistake in the same words.
const REJECTED: readonly (readonly [what: string, hex: string, json: object])[] = [
  ['an unknown enum number', '3807', { colour: 7 }],
  ['an unknown enum number in a list', 'b201020107', { colours: [1, 7] }],
  ['an unknown enum number in a map', 'c201050a01611007', { tints: { a: 7 } }],
  ['a time after the year 9999', '4207088083d1ffaf07', { at: '10000-01-01T00:00:00Z' }],
  ['nanos of a second', '42061080 94ebdc03', { at: 'x' }],
  ['nanos below zero', '420b10ffffffffffffffffff01', { at: 'x' }],
  ['a duration of two signs', '4a0d080110ffffffffffffffffff01', { life: 'x' }],
  ['a duration too long', '4a0708ffffffffff7f', { life: 'x' }],
  ['a wrong time in a map', 'ba010b0a0161120610 8094ebdc03', { times: { a: 'x' } }],
];

for (const [what, hex, json] of REJECTED) {
  test(`reading protobuf refuses ${what} as JSON does`, () => {
    const { violations } = decode(hex);
    assert.deepEqual(violations, decodeJson(Thing, json).violations);
    assert.equal(violations.length, 1);
  });
}

const violation = (field: string, description: string): FieldViolation => ({ field, description });

test('all violations are reported, in table order', () => {
  assert.deepEqual(decode('b2010107 4206108094ebdc03 3807').violations, [
    violation('colour', 'unknown value 7'),
    violation('at', 'must be an RFC 3339 timestamp with an offset'),
    violation('colours[0]', 'unknown value 7'),
  ]);
});

test('an enum with the number zero is absent, also when zero has no name', () => {
  assert.deepEqual(decode('3800').violations, []);
});

const MALFORMED: readonly (readonly [what: string, hex: string])[] = [
  ['a truncated varint', '2080'],
  ['a truncated text', '120561'],
  ['a tag that is not valid', '00'],
  ['an end of a group that was not begun', '0c'],
  ['text that is not UTF-8', '1201ff'],
  ['text that is not UTF-8, in a list', '820101ff'],
  ['text that is not UTF-8, as a key', '9a01030a01ff'],
  ['text that is not UTF-8, in a mask', '52030a01ff'],
  ['a message that is longer than what holds it', '5a030a0561'],
  ['a text that ends outside the message that holds it', '5a020a03 120161'],
  ['an unknown number that ends outside the message that holds it', '5a0109 12066263 64656667'],
  ['a packed list that ends within a number', '8a010180'],
  ['an entry that ends early', '9a01020a05'],
  ['a time that ends early', '42010a'],
  ['messages nested too deep', nested(100)],
  ['messages and groups nested too deep', nested(98, 'a306a306a406a406')],
];

/** A part inside a part, nested to a depth, around the content of the innermost. */
function nested(depth: number, innermost = ''): string {
  let inner = Buffer.from(innermost, 'hex');
  for (let level = 1; level <= depth; level++) {
    const length = inner.length < 0x80 ? [inner.length] : [(inner.length & 0x7f) | 0x80, inner.length >> 7];
    inner = Buffer.concat([Buffer.of(level === depth ? 0x5a : 0x22, ...length), inner]);
  }
  return inner.toString('hex');
}

for (const [what, hex] of MALFORMED) {
  test(`reading protobuf refuses ${what}`, () => {
    assert.deepEqual(decode(hex), { value: {}, violations: [violation('body', 'malformed protobuf')], paths: [] });
  });
}

test('a failure of ours is not reported as malformed bytes', () => {
  const broken = message('mock.test.decodeproto.Broken', 'A mistake.', {
    part: plain(
      1,
      of((): AnyMessage => assert.fail('a mistake')),
      'A part.',
    ),
  });
  assert.throws(() => decodeProto(broken, Buffer.from('0a00', 'hex')), /a mistake/);
});

test('messages may be nested as deep as protobuf allows', () => {
  assert.deepEqual(decode(nested(99)).violations, []);
  assert.deepEqual(decode(nested(98, 'a306a406')).violations, []);
});

test('a required boolean that is absent is false', () => {
  assert.equal(decode('').value.enabled, false);
  assert.equal(decode('1800').value.enabled, false);
  assert.equal(decode('1801').value.enabled, true);
  assert.deepEqual(decode('').paths, []);
});

const PATHS: readonly (readonly [what: string, hex: string, ...paths: readonly string[]])[] = [
  ['what is populated, in table order', '2005 120161 3200', 'name', 'count'],
  ['the members of messages', '5a050a01611005', 'part.name', 'part.size'],
  ['an empty message as a whole', '5a00', 'part'],
  ['a message as a whole of which all is zero', '5a021000', 'part'],
  ['zeros with presence', '6800', 'maybeOn'],
  ['lists and maps as a whole', '9201021005 9a0100', 'parts', 'labels'],
  ['nothing that the service sets', '0a0175 5a051a016d1005', 'part.size'],
  ['no message of which only that is given', '5a031a016d'],
];

for (const [what, hex, ...paths] of PATHS) {
  test(`the paths of protobuf name ${what}`, () => assert.deepEqual(decode(hex).paths, paths));
}

test('output-only fields are dropped, except for those to keep', () => {
  const hex = '0a0175 5a051a016d1005';
  assert.deepEqual(given(hex), { part: { size: 5 } });
  const { value, paths } = decode(hex, new Set(['uid', 'part.madeBy']));
  assert.deepEqual(value, { uid: 'u', enabled: false, part: { size: 5, madeBy: 'm' } });
  assert.deepEqual(paths, ['part.size']);
});

test('__proto__ as the key of a map is a key like any other', () => {
  const { labels } = decode('9a010e0a095f5f70726f746f5f5f120178').value;
  assert.equal(JSON.stringify(labels), '{"__proto__":"x"}');
  assert.equal(Object.getPrototypeOf(labels), Object.prototype);
});

test('the time to read many empty messages grows only with their number', () => {
  const started = performance.now();
  const { value } = decodeProto(Thing, Buffer.from('920100'.repeat(200_000), 'hex'));
  assert.equal((value.parts as unknown[]).length, 200_000);
  assert.ok(performance.now() - started < 20_000);
});

test('as many items as a request may have are read, and one more is a violation', () => {
  // Items of a list, of a packed one, of a map, and pieces of one message: each counts, at any depth.
  const most = 500_000;
  for (const [what, item] of [
    ['messages of a list', '920100'],
    ['entries of a map', '9a0100'],
    ['pieces of one message', '5a00'],
  ] as const) {
    const [full, over] = [most, most + 1].map((count) => decodeProto(Thing, Buffer.from(item.repeat(count), 'hex')));
    assert.ok(!full?.violations.some(({ field }) => field === 'body'), what);
    assert.deepEqual(over?.violations, [{ field: 'body', description: 'has more than 500,000 items' }], what);
    assert.deepEqual(over?.value, {}, what);
  }
});
