import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../scripts/any-character.ts';
import { orderPattern } from '../../scripts/openapi/order-pattern.ts';
import { type ShelfRow, shelves } from '../testing/specimens.ts';
import { compareText, type Order, orderReader } from './order-by.ts';
import type { Row } from './rows.ts';

const rule = shelves.verbs.list ?? assert.fail('shelves are listed');
const read = orderReader(shelves, rule);

const orderOf = (text: string): Order => {
  const order = read(text);
  return typeof order === 'string' ? assert.fail(order) : order;
};

const TEXTS: readonly (readonly [given: string, normalised: string])[] = [
  ['', 'uid'],
  ['  ', 'uid'],
  ['uid', 'uid'],
  ['id', 'uid'],
  ['name', 'name'],
  ['name asc', 'name'],
  ['  name   ASC ', 'name'],
  ['name desc', 'name desc'],
  ['name\tDesc', 'name desc'],
  ['createTime', 'createTime'],
  ['create_time desc', 'createTime desc'],
  ['created_at desc', 'createTime desc'],
  ['createdAt', 'createTime'],
  ['update_time', 'updateTime'],
  ['updated_at', 'updateTime'],
  ['updatedAt', 'updateTime'],
  ['last_updated', 'updateTime'],
  ['name,uid desc', 'name,uid desc'],
  ['size desc , name', 'size desc,name'],
  ['id asc', 'uid'],
  [' uid ', 'uid'],
  ['uid,name', 'uid'],
  ['uid,uid desc', 'uid'],
  ['uid desc,name', 'uid desc'],
  ['name,uid', 'name'],
  ['name desc,id ASC,size', 'name desc'],
  ['name,name desc', 'name'],
  ['name, size, name,uid desc,size', 'name,size,uid desc'],
];

for (const [given, normalised] of TEXTS) {
  test(`order_by ${JSON.stringify(given)} is ${normalised}`, () => assert.equal(orderOf(given).text, normalised));
}

const REFUSED: readonly (readonly [given: string, named: string])[] = [
  ['bogus', 'bogus'],
  ['name sideways', 'name sideways'],
  ['Name', 'Name'],
  ['tags', 'tags'],
  ['secret', 'secret'],
  ['name,', ''],
  ['name,bogus desc', 'bogus'],
  ['name;uid', 'name;uid'],
  ['desc', 'desc'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['-name', '-name'],
];

for (const [given, named] of REFUSED) {
  test(`order_by ${JSON.stringify(given)} is refused`, () => {
    assert.equal(read(given), `unsupported order_by field ${JSON.stringify(named)}`);
  });
}

const sorted = (text: string, rows: readonly ShelfRow[]): readonly string[] => {
  const { keys } = orderOf(text);
  const compare = (a: Row, b: Row): number => {
    for (const key of keys) {
      const difference = key.compare(key.sortValue(a), key.sortValue(b));
      if (difference !== 0) return key.descending ? -difference : difference;
    }
    return a.uid < b.uid ? -1 : 1;
  };
  return [...rows].sort(compare).map(({ uid }) => uid);
};

const ROWS: readonly ShelfRow[] = [
  { uid: 'a', name: 'b', size: 10, weight: '9', colour: 'RED' },
  { uid: 'b', name: 'B', size: 9, weight: '10', colour: 'GREEN' },
  { uid: 'c', name: 'a2', weight: '-1' },
  { uid: 'd', name: 'b', size: 0, weight: '9', colour: 'COLOUR_NONE' },
];

const SORTED: readonly (readonly [order: string, uids: string, why: string])[] = [
  ['uid', 'abcd', 'the uid is all there is'],
  ['uid desc', 'dcba', 'by uid, descending'],
  ['name', 'bcad', 'upper case comes first, and the uid breaks ties'],
  ['name desc', 'adcb', 'the uid breaks ties upwards'],
  ['size', 'cdba', 'numbers are not compared as texts, and an absent one comes first'],
  ['size desc', 'abdc', 'an absent number comes last'],
  ['weight', 'cadb', '64-bit numbers are not compared as texts'],
  ['colour', 'cdab', 'enums go by number, an absent one is zero'],
  ['name,size', 'bcda', 'the second key breaks the ties of the first'],
  ['ending', 'adbc', 'a list may override the value and the comparison'],
];

for (const [order, uids, why] of SORTED) {
  test(`rows by ${order} are ${uids}: ${why}`, () => assert.equal(sorted(order, ROWS).join(''), uids));
}

test('the order by ascending uid needs no keys', () => {
  assert.deepEqual(orderOf('uid').keys, []);
  assert.equal(orderOf('uid desc').keys.length, 1);
});

const LOWEST_FIRST = [
  '',
  '\0',
  'A',
  'a',
  'aa',
  'b',
  'é',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{1f600}',
  '\u{10ffff}',
];

test('texts are compared by code point, also above U+FFFF', () => {
  for (const [at, one] of LOWEST_FIRST.entries()) {
    for (const [other, two] of LOWEST_FIRST.entries()) {
      assert.equal(Math.sign(compareText(one, two)), Math.sign(at - other), `${at} and ${other}`);
    }
  }
});

test('texts are in the order of their UTF-8 bytes', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareText(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 200 },
  );
});

test('L16, L17: the pattern of an order matches the texts that are read', () => {
  const pattern = new RegExp(orderPattern(shelves, rule), 'u');
  const given = fc.oneof(
    fc.constantFrom(...TEXTS.map(([text]) => text), 'name sideways', 'name,', ',', 'NAME', 'name desc asc', 'nope'),
    fc.stringMatching(pattern),
    fc.string(),
  );
  fc.assert(
    fc.property(given, (text) =>
      assert.equal(pattern.test(text), typeof read(text) !== 'string', JSON.stringify(text)),
    ),
    { numRuns: 500 },
  );
});
