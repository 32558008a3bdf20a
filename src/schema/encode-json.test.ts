import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeMessage } from './encode-json.ts';
import { bool, enumOf, enumType, int32, int64, map, repeated, string, timestamp } from './field-types.ts';
import { ALWAYS, input, message, of, optional, output } from './message.ts';

const Colour = enumType('mock.test.encode.Colour', 'A colour.', { COLOUR_NONE: 0, RED: 1 });

const Part = message('mock.test.encode.Part', 'A part.', {
  name: output(1, string(), 'Its name.', ALWAYS),
  size: output(2, int32(), 'Its size.'),
  secret: input(3, string(), 'Never shown.'),
  code: output(4, string(), 'Shown once.', { once: true }),
});

const Thing = message('mock.test.encode.Thing', 'A thing.', {
  uid: output(1, string(), 'Its uid.', ALWAYS),
  isOpen: optional(2, bool(), 'A switch.', ALWAYS),
  total: optional(3, int64(), 'A long number.', ALWAYS),
  colour: optional(4, enumOf(Colour), 'A colour.', ALWAYS),
  tags: optional(5, repeated(string()), 'Texts.', ALWAYS),
  labels: optional(6, map('string', string()), 'Texts by name.', ALWAYS),
  part: optional(7, of(Part), 'A part.', ALWAYS),
  createTime: output(8, timestamp(), 'A time.', ALWAYS),
  note: optional(9, string(), 'A note.'),
  count: optional(10, int32(), 'A number.'),
  parts: optional(11, repeated(of(Part)), 'Parts.'),
  byName: optional(12, map('string', of(Part)), 'Parts by name.'),
  secret: input(13, string(), 'Never shown.'),
  code: output(14, string(), 'Shown once.', { once: true }),
  rank: optional(15, int32(), 'A number with presence.', { presence: true }),
  exact: optional(16, string(), 'One of two.', { oneof: 'match' }),
});

const EMPTY = { uid: '', isOpen: false, total: '0', colour: 'COLOUR_NONE', tags: [], labels: {} };

const CASES: readonly (readonly [fact: string, given: object, answer: object])[] = [
  ['fields that are always there have their zero value; unset messages and times are left out', {}, EMPTY],
  ['zero values of other fields are left out', { note: '', count: 0, parts: [], byName: {} }, EMPTY],
  ['a zero that differs from nothing is there', { rank: 0, exact: '' }, { ...EMPTY, rank: 0, exact: '' }],
  ['set values are there', { note: ' ', count: -1, isOpen: true }, { ...EMPTY, note: ' ', count: -1, isOpen: true }],
  ['a message that is set and empty is there', { part: {} }, { ...EMPTY, part: { name: '' } }],
  [
    'the rules hold inside messages, lists and maps',
    { part: { size: 0, secret: 's' }, parts: [{ size: 1, code: 'c' }], byName: { a: { name: 'a', size: 0 } } },
    { ...EMPTY, part: { name: '' }, parts: [{ name: '', size: 1 }], byName: { a: { name: 'a' } } },
  ],
  ['what is only taken on input is left out', { secret: 's' }, EMPTY],
  ['what only the creating call may see is left out', { code: 'c' }, EMPTY],
  ['a member without a field is left out', { owner: 'x' }, EMPTY],
  ['text and lists are what they were', { tags: ['', 'a'] }, { ...EMPTY, tags: ['', 'a'] }],
];

for (const [fact, given, answer] of CASES) {
  test(`in an answer, ${fact}`, () => assert.deepEqual(encodeMessage(Thing, given), answer));
}

test('the creating call sees its secrets, also inside messages, but not input-only fields', () => {
  const answer = encodeMessage(Thing, { code: 'c', secret: 's', part: { code: 'd', secret: 't' } }, true);
  assert.deepEqual(answer, { ...EMPTY, part: { name: '', code: 'd' }, code: 'c' });
});

test('an answer has its fields in table order', () => {
  const names = Object.keys(encodeMessage(Thing, { note: 'n', part: {}, uid: 'u', count: 1 }));
  assert.deepEqual(names, ['uid', 'isOpen', 'total', 'colour', 'tags', 'labels', 'part', 'note', 'count']);
});

test('__proto__ as the key of a map is answered like any other', () => {
  const labels: unknown = JSON.parse('{"__proto__":"x"}');
  const byName: unknown = JSON.parse('{"__proto__":{"name":"x"}}');
  const answer = encodeMessage(Thing, { labels, byName });
  assert.equal(JSON.stringify([answer.labels, answer.byName]), '[{"__proto__":"x"},{"__proto__":{"name":"x"}}]');
});
