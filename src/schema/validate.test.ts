import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from './fault.ts';
import { bool, int32, map, matching, repeated, string, text } from './field-types.ts';
import { name } from './formats.ts';
import { input, message, of, optional, output, plain, required } from './message.ts';
import { checkFields } from './validate.ts';

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
  tags: optional(
    4,
    repeated(word(), (list) => list.max(2, 'tags must have at most 2 items')),
    'Words.',
  ),
  part: optional(5, of(Part), 'A part.'),
  parts: optional(
    6,
    repeated(of(Part), (list) => list.max(2, 'parts must have at most 2 items')),
    'Parts.',
  ),
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
const fault = (field: string, description: string): Fault => ({ field, description });
const WORD = 'word must match "^\\w+$"';

const CASES: readonly (readonly [fact: string, value: object, ...faults: readonly Fault[]])[] = [
  ['what is required is there', GOOD],
  ['what is optional may be empty', { ...GOOD, tags: [], labels: {}, byName: {}, parts: [], even: '' }],
  [
    'everything that is missing is told, in table order, a name by its pattern',
    {},
    fault('name', PATTERN),
    fault('title', 'title is required'),
    fault('isOpen', 'isOpen is required'),
  ],
  ['an empty text is missing', { ...GOOD, title: '' }, fault('title', 'title is required')],
  ['a switch that is off is given', { ...GOOD, isOpen: false }],
  ['a rule is told by its message', { ...GOOD, name: 'A' }, fault('name', PATTERN)],
  ['a text of its own rule is checked', { ...GOOD, even: 'abc' }, fault('even', 'even must be even')],
  ['a text has a limit', { ...GOOD, title: '123456' }, fault('title', 'must have at most 5 characters')],
  ['a list has rules for its items', { ...GOOD, tags: ['a', 'b c'] }, fault('tags', WORD)],
  ['a list has rules of its own', { ...GOOD, tags: ['a', 'b', 'c'] }, fault('tags', 'tags must have at most 2 items')],
  ['a map has rules for its values', { ...GOOD, labels: { a: 'b c' } }, fault('labels', WORD)],
  [
    'a message is checked inside',
    { ...GOOD, part: { word: '!' } },
    fault('part.word', WORD),
    fault('part.size', 'part.size is required'),
  ],
  ['an absent message misses nothing', { ...GOOD, part: undefined }],
  [
    'items are told by their place',
    { ...GOOD, parts: [{ size: 1 }, {}] },
    fault('parts[1].size', 'parts[1].size is required'),
  ],
  [
    'a list of messages has rules of its own',
    { ...GOOD, parts: [{ size: 1 }, { size: 1 }, { size: 1 }] },
    fault('parts', 'parts must have at most 2 items'),
  ],
  ['values are told by their key', { ...GOOD, byName: { k: {} } }, fault('byName.k.size', 'byName.k.size is required')],
  ['what the service sets is not checked', { ...GOOD, uid: '!' }],
  ['what is only taken on input is checked', { ...GOOD, secret: '!' }, fault('secret', WORD)],
];

for (const [fact, value, ...faults] of CASES) {
  test(`when fields are checked, ${fact}`, () => assert.deepEqual(checkFields(Thing, { ...value }), faults));
}
