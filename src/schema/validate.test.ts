import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainViolations } from '../testing/plain-violations.ts';
import { bool, int32, map, matching, repeated, string, text } from './field-types.ts';
import type { FieldViolation } from './field-violation.ts';
import { name } from './formats.ts';
import { input, message, of, optional, output, plain, required } from './message.ts';
import { checkFields, sortByFields } from './validate.ts';

const PATTERN = 'name must match "^[a-z0-9 ._-]{1,}$"';
const word = () => matching(/^\w+$/, 'word must match "^\\w+$"', 'word');

const Part = message('mock.test.validate.Part', 'A part.', {
  word: plain(1, word(), 'A word.'),
  size: required(2, int32(), 'Its size.'),
});

const Thing = message('mock.test.validate.Thing', 'A thing.', {
  name: required(1, name(), 'Its name.'),
  title: required(2, string({ max: 5 }), 'Its title.'),
  isOpen: required(3, bool(), 'A switch.'),
  tags: optional(4, repeated(word(), { max: 2, tooLong: 'tags must have at most 2 items' }), 'Words.'),
  part: optional(5, of(Part), 'A part.'),
  parts: optional(6, repeated(of(Part), { max: 2, tooLong: 'parts must have at most 2 items' }), 'Parts.'),
  byName: optional(7, map('string', of(Part)), 'Parts by name.'),
  labels: optional(8, map('string', word()), 'Words by name.'),
  even: optional(
    9,
    text((value) => value.length % 2 === 0, 'even must be even'),
    'An even text.',
  ),
  uid: output(10, word(), 'Its uid.'),
  secret: input(11, word(), 'Never shown.'),
});

const GOOD = { name: 'a', title: 't', isOpen: false };
const violation = (field: string, description: string): FieldViolation => ({ field, description });
const WORD = 'word must match "^\\w+$"';

const CASES: readonly (readonly [fact: string, value: object, ...violations: readonly FieldViolation[]])[] = [
  ['what is required is there', GOOD],
  ['what is optional may be empty', { ...GOOD, tags: [], labels: {}, byName: {}, parts: [], even: '' }],
  [
    'all missing fields are reported in table order, a name with its pattern',
    {},
    violation('name', PATTERN),
    violation('title', 'title is required'),
    violation('isOpen', 'isOpen is required'),
  ],
  ['an empty text is missing', { ...GOOD, title: '' }, violation('title', 'title is required')],
  ['a switch that is off is given', { ...GOOD, isOpen: false }],
  ['a rule is reported with its message', { ...GOOD, name: 'A' }, violation('name', PATTERN)],
  ['a text with a custom rule is checked', { ...GOOD, even: 'abc' }, violation('even', 'even must be even')],
  ['a text has a limit', { ...GOOD, title: '123456' }, violation('title', 'must have at most 5 characters')],
  ['a list has rules for its items', { ...GOOD, tags: ['a', 'b c'] }, violation('tags', WORD)],
  [
    'a list has rules for itself',
    { ...GOOD, tags: ['a', 'b', 'c'] },
    violation('tags', 'tags must have at most 2 items'),
  ],
  ['a map has rules for its values', { ...GOOD, labels: { a: 'b c' } }, violation('labels', WORD)],
  [
    'a message is checked inside',
    { ...GOOD, part: { word: '!' } },
    violation('part.word', WORD),
    violation('part.size', 'part.size is required'),
  ],
  ['an absent message misses nothing', { ...GOOD, part: undefined }],
  [
    'items are reported with their index',
    { ...GOOD, parts: [{ size: 1 }, {}] },
    violation('parts[1].size', 'parts[1].size is required'),
  ],
  [
    'a list of messages has rules for itself',
    { ...GOOD, parts: [{ size: 1 }, { size: 1 }, { size: 1 }] },
    violation('parts', 'parts must have at most 2 items'),
  ],
  [
    'values of a map are reported with their key',
    { ...GOOD, byName: { k: {} } },
    violation('byName.k.size', 'byName.k.size is required'),
  ],
  ['what the service sets is not checked', { ...GOOD, uid: '!' }],
  ['an input-only field is checked', { ...GOOD, secret: '!' }, violation('secret', WORD)],
];

for (const [fact, value, ...violations] of CASES) {
  test(`when fields are checked, ${fact}`, () =>
    assert.deepEqual(plainViolations(checkFields(Thing, { ...value })), violations));
}

test('9.2.6: violations are sorted by their fields in either spelling, at any depth; those of no field are last', () => {
  const fields = ['query', 'byName.k.size', 'by_name', 'parts[1].size', 'part.word', 'name'];
  const sorted = sortByFields(
    Thing,
    fields.map((field) => violation(field, WORD)),
  );
  const places = sorted.map(({ field }) => field);
  assert.deepEqual(places, ['name', 'part.word', 'parts[1].size', 'byName.k.size', 'by_name', 'query']);
});
