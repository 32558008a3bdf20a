import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainViolations } from '../testing/plain-violations.ts';
import { type Decoded, decodeJson } from './decode-json.ts';
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
  uint32,
} from './field-types.ts';
import type { FieldViolation } from './field-violation.ts';
import { input, message, of, optional, output, plain, required } from './message.ts';

const Colour = enumType('mock.test.json.Colour', 'A colour.', { COLOUR_NONE: 0, RED: 1 });

const Part = message('mock.test.json.Part', 'A part.', {
  partName: plain(1, string(), 'Its name.'),
  size: plain(2, int32(), 'Its size.'),
  madeBy: output(3, string(), 'Its maker.'),
});

const NAME = 'mock.test.json.Thing';
const Thing = message(NAME, 'A thing.', {
  uid: output(1, string(), 'Its uid.'),
  name: required(2, string(), 'Its name.'),
  createTime: optional(3, timestamp(), 'A time.'),
  isOpen: optional(4, bool(), 'A switch.'),
  count: optional(5, int32(), 'A number.'),
  total: optional(6, int64(), 'A long number.'),
  data: optional(7, bytes(), 'Bytes.'),
  life: optional(8, duration(), 'A duration.'),
  colour: optional(9, enumOf(Colour), 'A colour.'),
  part: optional(10, of(Part), 'A part.'),
  parts: optional(11, repeated(of(Part)), 'Parts.'),
  tags: optional(12, repeated(string()), 'Texts.'),
  labels: optional(13, map('string', string()), 'Texts by name.'),
  ranks: optional(14, map('int64', of(Part)), 'Parts by number.'),
  exact: optional(15, string(), 'One of two.', { oneof: 'match' }),
  pattern: optional(16, string(), 'The other of two.', { oneof: 'match' }),
  secret: input(17, string(), 'Never shown.'),
  mask: optional(18, fieldMask(), 'Fields.'),
  plenty: optional(19, uint32(), 'A number without a sign.'),
});

/** Decodes a text, so that `__proto__` is a key like any other. */
const decode = (json: string, options?: Parameters<typeof decodeJson>[2]): Decoded =>
  decodeJson(Thing, JSON.parse(json), options);

const READS: readonly (readonly [what: string, json: string, value: object])[] = [
  ['the JSON spelling', '{"createTime":"2026-01-01T00:00:00Z"}', { createTime: '2026-01-01T00:00:00.000Z' }],
  ['the proto spelling', '{"create_time":"2026-01-01T00:00:00Z"}', { createTime: '2026-01-01T00:00:00.000Z' }],
  ['the proto spelling inside a message', '{"part":{"part_name":"a"}}', { part: { partName: 'a' } }],
  ['null as absence', '{"name":null,"part":{"size":null},"tags":null}', { part: {} }],
  ['null in one spelling beside the other', '{"create_time":null,"createTime":null}', {}],
  ['zero values as given', '{"name":"","isOpen":false,"count":0}', { name: '', isOpen: false, count: 0 }],
  ['a uint32 as a number', '{"plenty":4294967295}', { plenty: 4_294_967_295 }],
  ['a uint32 as text', '{"plenty":"2147483648"}', { plenty: 2_147_483_648 }],
  ['an int32 as a number or text', '{"count":1e2,"part":{"size":"-7"}}', { count: 100, part: { size: -7 } }],
  ['an int64 as a number', '{"total":9007199254740991}', { total: '9007199254740991' }],
  ['an int64 as text', '{"total":"9223372036854775807"}', { total: '9223372036854775807' }],
  ['an enum by its number', '{"colour":1}', { colour: 'RED' }],
  ['bytes of the URL alphabet', '{"data":"_w"}', { data: '/w==' }],
  ['a duration', '{"life":"1.5s"}', { life: '1.500s' }],
  ['a map of messages', '{"ranks":{"7":{"size":1}}}', { ranks: { 7: { size: 1 } } }],
  ['what is only taken on input', '{"secret":"s"}', { secret: 's' }],
  ['a surrogate pair', '{"name":"\\ud83d\\ude00"}', { name: '😀' }],
  ['a NUL', '{"name":"\\u0000"}', { name: '\0' }],
];

for (const [what, json, value] of READS) {
  test(`decoding takes ${what}`, () => {
    const decoded = decode(json);
    assert.deepEqual(decoded.violations, []);
    assert.deepEqual(decoded.value, value);
  });
}

const violation = (field: string, description: string): FieldViolation => ({ field, description });

const INT32 = 'must be a whole number between -2147483648 and 2147483647';
const UINT32 = 'must be a whole number between 0 and 4294967295';
const INT64 = 'must be a whole number of at most 64 bits';

const HALF_PAIR = 'must be valid Unicode: it has half of a surrogate pair';

const REJECTED: readonly (readonly [what: string, json: string, ...violations: readonly FieldViolation[]])[] = [
  ['a number as text', '{"name":1}', violation('name', 'must be a string')],
  ['a text as switch', '{"isOpen":"true"}', violation('isOpen', 'must be true or false')],
  ['a fraction as int32', '{"count":1.5}', violation('count', INT32)],
  ['an int32 out of range', '{"count":2147483648}', violation('count', INT32)],
  ['an empty text as int32', '{"count":""}', violation('count', INT32)],
  ['a negative number as uint32', '{"plenty":-1}', violation('plenty', UINT32)],
  ['a negative text as uint32', '{"plenty":"-1"}', violation('plenty', UINT32)],
  ['a uint32 out of range', '{"plenty":4294967296}', violation('plenty', UINT32)],
  ['a uint32 out of range as text', '{"plenty":"4294967296"}', violation('plenty', UINT32)],
  ['a number that no double holds as int64', '{"total":9007199254740993}', violation('total', INT64)],
  ['a fraction as int64', '{"total":0.5}', violation('total', INT64)],
  ['text that is not base64', '{"data":"***"}', violation('data', 'must be base64')],
  [
    'a timestamp without offset',
    '{"createTime":"2026-01-01T00:00:00"}',
    violation('createTime', 'must be an RFC 3339 timestamp with an offset'),
  ],
  ['a duration in hours', '{"life":"1h"}', violation('life', 'must be a duration in seconds, such as "3600s"')],
  ['an unknown enum name', '{"colour":"GREEN"}', violation('colour', 'unknown value "GREEN"')],
  ['an unknown enum number', '{"colour":7}', violation('colour', 'unknown value 7')],
  ['a list as enum', '{"colour":[]}', violation('colour', 'must be the name of an enum value')],
  ['a list as mask', '{"mask":["name"]}', violation('mask', 'must be a comma-separated list of fields')],
  ['a text as message', '{"part":"x"}', violation('part', 'must be an object')],
  ['a list as message', '{"part":[]}', violation('part', 'must be an object')],
  ['an object as list', '{"tags":{}}', violation('tags', 'must be a list')],
  ['a list as map', '{"labels":[]}', violation('labels', 'must be an object')],
  ['a wrong member of a message', '{"part":{"part_name":1}}', violation('part.partName', 'must be a string')],
  [
    'wrong items of a list',
    '{"tags":["a",1,null]}',
    violation('tags[1]', 'must be a string'),
    violation('tags[2]', 'must be a string'),
  ],
  ['a wrong member of an item', '{"parts":[{},{"size":"x"}]}', violation('parts[1].size', INT32)],
  ['a wrong value of a map', '{"labels":{"a":"b","c":null}}', violation('labels.c', 'must be a string')],
  ['a key that is not a number', '{"ranks":{"x":{}}}', violation('ranks.x', 'must have a whole number as key')],
  ['a wrong member below a key', '{"ranks":{"7":{"size":"x"}}}', violation('ranks.7.size', INT32)],
  ['a lone surrogate', '{"name":"\\ud800"}', violation('name', HALF_PAIR)],
  ['a lone surrogate in a list', '{"tags":["\\udc00"]}', violation('tags[0]', HALF_PAIR)],
  ['a lone surrogate in a value of a map', '{"labels":{"a":"\\ud800"}}', violation('labels.a', HALF_PAIR)],
  [
    'a lone surrogate in a key of a map',
    '{"labels":{"\\ud800":"a"}}',
    violation('labels.\ud800', 'must have well-formed text as key'),
  ],
  [
    'one field in two spellings',
    '{"createTime":"2026-01-01T00:00:00Z","create_time":"2026-01-01T00:00:00Z"}',
    violation('createTime', 'duplicate field "createTime"'),
  ],
  [
    'two spellings inside a message',
    '{"part":{"partName":"a","part_name":"b"}}',
    violation('part.partName', 'duplicate field "partName"'),
  ],
  ['two members of a oneof', '{"pattern":"a","exact":"b"}', violation('exact', 'cannot be set together with pattern')],
  [
    'several violations, in table order',
    '{"tags":1,"count":"x","name":2}',
    violation('name', 'must be a string'),
    violation('count', INT32),
    violation('tags', 'must be a list'),
  ],
];

for (const [what, json, ...violations] of REJECTED) {
  test(`decoding refuses ${what}`, () => assert.deepEqual(plainViolations(decode(json).violations), violations));
}

for (const json of ['[]', '"x"', 'null', '1']) {
  test(`decoding refuses ${json} as a message`, () => {
    assert.deepEqual(decode(json), { value: {}, violations: [violation('', 'must be an object')], paths: [] });
  });
}

test('null is not a second member of a oneof', () => {
  assert.deepEqual(decode('{"exact":null,"pattern":"a"}').violations, []);
});

test('decoding puts the given path in front of its paths', () => {
  assert.deepEqual(decode('{"part":{"size":"x"}}', { path: 'groups[3]' }).violations, [
    violation('groups[3].part.size', INT32),
  ]);
});

const UNKNOWN: readonly (readonly [key: string, json: string, path: string, within: string])[] = [
  ['one that no field has', '{"nmae":"x"}', 'nmae', NAME],
  ['one in another case', '{"Name":"x"}', 'Name', NAME],
  ['__proto__', '{"__proto__":{"name":"x"}}', '__proto__', NAME],
  ['constructor', '{"constructor":{}}', 'constructor', NAME],
  ['one inside a message', '{"part":{"colour":null}}', 'part.colour', 'mock.test.json.Part'],
  ['one inside an item', '{"parts":[{"x":1}]}', 'parts[0].x', 'mock.test.json.Part'],
];

for (const [key, json, path, within] of UNKNOWN) {
  test(`an unknown key, ${key}, is ignored, and rejected when strict`, () => {
    assert.deepEqual(decode(json).violations, []);
    const last = path.split('.').at(-1);
    assert.deepEqual(decode(json, { strict: true }).violations, [
      violation(path, `could not find field "${last}" in "${within}"`),
    ]);
  });
}

test('__proto__ as the key of a message sets nothing', () => {
  const { value } = decode('{"__proto__":{"name":"x"},"part":{"__proto__":{"size":1}}}');
  assert.deepEqual(value, { part: {} });
  assert.equal((value as { name?: string }).name, undefined);
});

test('__proto__ as the key of a map is a key like any other', () => {
  const { value, violations } = decode('{"labels":{"__proto__":"x","constructor":"y"}}');
  assert.deepEqual(violations, []);
  assert.equal(JSON.stringify(value), '{"labels":{"__proto__":"x","constructor":"y"}}');
  assert.equal(Object.getPrototypeOf(value.labels), Object.prototype);
});

test('output-only fields are dropped unread, and kept for fixtures', () => {
  const json = '{"uid":"u","part":{"madeBy":"m","size":1}}';
  assert.deepEqual(decode(json).value, { part: { size: 1 } });
  assert.deepEqual(decode(json, { keepOutput: true }).value, { uid: 'u', part: { madeBy: 'm', size: 1 } });
  assert.deepEqual(decode('{"uid":7}', { strict: true }).violations, []);
});

const PATHS: readonly (readonly [what: string, json: string, ...paths: readonly string[]])[] = [
  ['fields by their JSON names in table order', '{"count":0,"create_time":null,"name":""}', 'name', 'count'],
  ['the members of messages', '{"part":{"part_name":"a","size":1}}', 'part.partName', 'part.size'],
  ['an empty message as a whole', '{"part":{}}', 'part'],
  ['lists and maps as a whole', '{"parts":[{"size":1}],"ranks":{"7":{"size":1}},"tags":[]}', 'parts', 'tags', 'ranks'],
  ['nothing that the service sets', '{"uid":"u","part":{"madeBy":"m","size":1}}', 'part.size'],
  ['no message of which only that is given', '{"part":{"madeBy":"m"}}'],
  ['nothing that is unknown', '{"nmae":"x"}'],
];

for (const [what, json, ...paths] of PATHS) {
  test(`the paths of a body name ${what}`, () => assert.deepEqual(decode(json).paths, paths));
}
