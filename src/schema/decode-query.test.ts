import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DecodedQuery, decodeQuery, querySpelling } from './decode-query.ts';
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
import { message, of, optional, plain } from './message.ts';

const Colour = enumType('mock.test.query.Colour', 'A colour.', { COLOUR_NONE: 0, RED: 1 });

const Place = message('mock.test.query.Place', 'A place.', {
  childrenOf: plain(1, string(), 'Directly below.'),
  inRoot: plain(2, bool(), 'At the top.'),
  ids: plain(3, repeated(string()), 'These.'),
});

const Pair = message('mock.test.query.Pair', 'Two numbers.', { one: plain(1, int32(), 'One.') });

const Search = message('mock.test.query.Search', 'A search.', {
  uidp: optional(1, of(Place), 'Where.'),
  name: optional(2, string(), 'A name.'),
  pageSize: optional(3, int32(), 'How many.'),
  sizeBytes: optional(4, int64(), 'How large.'),
  artifactNames: optional(5, repeated(string()), 'Names.', { query: 'artifactNames' }),
  colours: optional(6, repeated(enumOf(Colour)), 'Colours.'),
  updatedSince: optional(7, timestamp(), 'Since when.'),
  life: optional(8, duration(), 'How long.'),
  key: optional(9, bytes(), 'Bytes.'),
  updateMask: optional(10, fieldMask(), 'Fields.', { query: 'updateMask' }),
  labels: optional(11, map('string', string()), 'Labels.'),
  colour: optional(12, enumOf(Colour), 'A colour.'),
  pairs: optional(13, repeated(of(Pair)), 'Pairs.'),
});

const decode = (query: string, ...except: readonly string[]): DecodedQuery =>
  decodeQuery(Search, query, new Set(except));

const READS: readonly (readonly [what: string, query: string, value: object])[] = [
  ['nothing', '', {}],
  ['the proto spelling', 'page_size=5', { pageSize: 5 }],
  ['the JSON spelling', 'pageSize=5', { pageSize: 5 }],
  ['both spellings of one value', 'page_size=5&pageSize=5', { pageSize: 5 }],
  ['a path of names', 'uidp.children_of=x&uidp.inRoot=T', { uidp: { childrenOf: 'x', inRoot: true } }],
  ['nothing of what is unknown', 'foo=1&pagesize=5&uidp.childrenof=x&uidp.=y&=z', {}],
  ['nothing of empty pairs', '&&name=a&', { name: 'a' }],
  ['a name without a value as empty', 'name', { name: '' }],
  ['an empty text', 'name=', { name: '' }],
  ['escapes in names and values', 'page%5Fsize=5&name=a%20b%2Bc+d', { pageSize: 5, name: 'a b+c d' }],
  ['an equals sign in a value', 'name=a=b', { name: 'a=b' }],
  ['an escape once', 'name=%2541', { name: '%41' }],
  ['every occurrence of a list', 'artifactNames=a&artifactNames=b', { artifactNames: ['a', 'b'] }],
  ['a list in both spellings', 'artifact_names=a&artifactNames=b', { artifactNames: ['a', 'b'] }],
  ['a comma as a part of an item', 'artifactNames=a,b', { artifactNames: ['a,b'] }],
  ['a list below a message', 'uidp.ids=a&uidp.ids=b', { uidp: { ids: ['a', 'b'] } }],
  ['enums by name and number', 'colours=RED&colours=0&colour=1', { colours: ['RED', 'COLOUR_NONE'], colour: 'RED' }],
  ['a long number', 'size_bytes=9223372036854775807', { sizeBytes: '9223372036854775807' }],
  ['a timestamp', 'updated_since=2026-01-01T00:00:00%2B01:00', { updatedSince: '2025-12-31T23:00:00.000Z' }],
  ['a duration and bytes', 'life=90s&key=_w', { life: '90s', key: '/w==' }],
  ['a mask as it is', 'update_mask=name,%20labels', { updateMask: 'name, labels' }],
  ['the paths of a mask', 'update_mask.paths=name&updateMask.paths=labels', { updateMask: 'name,labels' }],
  ['the seconds of a time', 'updated_since.seconds=1700000000', { updatedSince: '2023-11-14T22:13:20.000Z' }],
  ['the nanos of a time', 'updatedSince.nanos=5000000', { updatedSince: '1970-01-01T00:00:00.005Z' }],
  [
    'a time in its parts',
    'updated_since.seconds=-1&updatedSince.nanos=999000000',
    { updatedSince: '1969-12-31T23:59:59.999Z' },
  ],
  ['a duration in its parts', 'life.seconds=-1&life.nanos=-500000000', { life: '-1.500s' }],
  ['nothing by an unknown member', 'updated_since.millis=1', {}],
  ['text beyond ASCII', 'name=%F0%9F%98%80', { name: '😀' }],
];

for (const [what, query, value] of READS) {
  test(`a query sets ${what}: ${query}`, () => assert.deepEqual(decode(query), { value, violations: [] }));
}

const violation = (field: string, description: string): FieldViolation => ({ field, description });
const INT32 = 'must be a whole number between -2147483648 and 2147483647';
const INT64 = 'must be a whole number of at most 64 bits';
const TIME = 'must be an RFC 3339 timestamp with an offset';
const ESCAPE = 'has a malformed percent escape';

const REJECTED: readonly (readonly [what: string, query: string, ...violations: readonly FieldViolation[]])[] = [
  [
    'one spelling twice',
    'page_size=1&page_size=2',
    violation('page_size', 'too many values for field "page_size": 1, 2'),
  ],
  ['one value twice', 'name=a&name=a', violation('name', 'too many values for field "name": a, a')],
  [
    'two spellings of two values',
    'pageSize=1&page_size=2',
    violation('page_size', 'too many values for field "page_size": 1, 2'),
  ],
  [
    'a nested name twice',
    'uidp.childrenOf=a&uidp.childrenOf=b',
    violation('uidp.children_of', 'too many values for field "uidp.children_of": a, b'),
  ],
  ['two masks', 'update_mask=a&updateMask=b', violation('updateMask', 'too many values for field "updateMask": a, b')],
  [
    'a mask as a whole and by its paths',
    'update_mask=a&update_mask.paths=b',
    violation('updateMask', 'too many values for field "updateMask": it is given as a whole, and by its members'),
  ],
  ['seconds that are none', 'updated_since.seconds=x', violation('updated_since.seconds', INT64)],
  ...['updated_since.nanos=1000000000', 'updated_since.nanos=-1', 'updated_since.seconds=253402300800'].map(
    (query) => ['parts of no time', query, violation('updated_since', TIME)] as const,
  ),
  [
    'parts of no duration',
    'life.seconds=1&life.nanos=-1',
    violation('life', 'must be a duration in seconds, such as "3600s"'),
  ],
  [
    'a path into the paths of a mask',
    'update_mask.paths.a=b',
    violation('updateMask.paths', 'invalid path: "paths" is not a message'),
  ],
  ['a path into a scalar', 'name.x=1', violation('name', 'invalid path: "name" is not a message')],
  ['a path into a list', 'uidp.ids.0=1', violation('uidp.ids', 'invalid path: "ids" is not a message')],
  ['a path into a map', 'labels.a=1', violation('labels', 'invalid path: "labels" is not a message')],
  ['a message as a whole', 'uidp=x', violation('uidp', 'invalid path: "uidp" is a message, name one of its fields')],
  ['a map as a whole', 'labels=x', violation('labels', 'invalid path: "labels" is a message, name one of its fields')],
  ['a list of messages', 'pairs=x', violation('pairs', 'must be an object')],
  ...['', 'abc', '1.5', '1e2', '2147483648', '0x1'].map(
    (text) => [`the integer ${JSON.stringify(text)}`, `page_size=${text}`, violation('page_size', INT32)] as const,
  ),
  ['an empty switch', 'uidp.in_root=', violation('uidp.in_root', 'must be true or false')],
  ['a switch in words', 'uidp.in_root=yes', violation('uidp.in_root', 'must be true or false')],
  ['an unknown enum value', 'colour=GREEN', violation('colour', 'unknown value "GREEN"')],
  ['an unknown enum value in a list', 'colours=RED&colours=7', violation('colours', 'unknown value 7')],
  [
    'a timestamp whose plus is a blank',
    'updated_since=2026-01-01T00:00:00+01:00',
    violation('updated_since', 'must be an RFC 3339 timestamp with an offset'),
  ],
  ['a broken escape in a value', 'name=%zz', violation('name', ESCAPE)],
  ['an escape cut short', 'name=%2', violation('name', ESCAPE)],
  ['a broken escape in a name', '%zz=1', violation('query', ESCAPE)],
  ['a broken escape of what is unknown', 'foo=%', violation('foo', ESCAPE)],
  ['bytes that are not UTF-8', 'name=%ff', violation('name', ESCAPE)],
  ['a surrogate as UTF-8', 'name=%ed%a0%80', violation('name', ESCAPE)],
  [
    'several things',
    'page_size=x&name=a&name=b',
    violation('page_size', INT32),
    violation('name', 'too many values for field "name": a, b'),
  ],
];

for (const [what, query, ...violations] of REJECTED) {
  test(`a query with ${what} is refused: ${query}`, () => assert.deepEqual(decode(query).violations, violations));
}

for (const query of ['name=x', 'name=x&name=y', 'uidp.children_of=x', 'uidp=x', 'name.x=1', 'uidp.ids.0=1']) {
  test(`${query} is ignored when the path or the body sets the field`, () => {
    assert.deepEqual(decode(query, 'name', 'uidp'), { value: {}, violations: [] });
  });
}

for (const name of ['__proto__', 'constructor', 'uidp.__proto__', '__proto__.polluted']) {
  test(`the parameter ${name} is unknown like any other`, () => {
    assert.deepEqual(decode(`${name}=x`), { value: {}, violations: [] });
    assert.equal(({} as { polluted?: string }).polluted, undefined);
  });
}

test('messages about a field use its name in queries', () => {
  const spellings = [...Search.fields.values()].map(querySpelling);
  assert.deepEqual(spellings.slice(1, 5), ['name', 'page_size', 'size_bytes', 'artifactNames']);
});
