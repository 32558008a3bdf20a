import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumOf, enumType, int32, int64, map, repeated, string, uid } from '../schema/field-types.ts';
import { type Fields, input, message, of, optional, output } from '../schema/message.ts';
import { type Counterparts, conversion } from './conversion.ts';

const PACKAGE = 'mock.test.conversion';
const declare = (name: string, fields: Fields) => message(`${PACKAGE}.${name}`, `A ${name}.`, fields);
const text = (number: number) => optional(number, string(), 'Some text.');

const Tier = enumType(`${PACKAGE}.Tier`, 'A tier.', { TIER_NONE: 0, TIER_BASE: 1, TIER_TOP: 2, TIER_NEW: 3 });
const OldTier = enumType(`${PACKAGE}.OldTier`, 'A tier.', { NONE: 0, BASE: 1, TOP: 2, LOST: 9 });

const Key = declare('Key', { keyId: text(1), expirationTime: text(2), secret: input(3, string(), 'Secret.') });
const OldKey = declare('OldKey', { keyId: text(1), expiresAt: text(2) });

const Thing = declare('Thing', {
  uid: output(1, uid(), 'Its uid.'),
  createTime: text(2),
  tier: optional(3, enumOf(Tier), 'Its tier.'),
  tiers: optional(4, repeated(enumOf(Tier)), 'Its tiers.'),
  tierByName: optional(5, map('string', enumOf(Tier)), 'Its tiers by name.'),
  key: optional(6, of(Key), 'Its key.'),
  keys: optional(7, repeated(of(Key)), 'Its keys.'),
  keyByName: optional(8, map('string', of(Key)), 'Its keys by name.'),
  labels: optional(9, repeated(string()), 'Its labels.'),
  size: optional(10, int64(), 'Its size.'),
  secret: input(11, string(), 'Secret.'),
  added: text(12),
  note: text(13),
});

const inside: Counterparts = { expiresAt: 'expirationTime' };

const OldThing = declare('OldThing', {
  id: output(1, uid(), 'Its id.'),
  createdAt: text(2),
  tier: optional(3, enumOf(OldTier), 'Its tier.'),
  tiers: optional(4, repeated(enumOf(OldTier)), 'Its tiers.'),
  tierByName: optional(5, map('string', enumOf(OldTier)), 'Its tiers by name.'),
  key: optional(6, of(OldKey), 'Its key.'),
  oldKeys: optional(7, repeated(of(OldKey)), 'Its keys.'),
  keyByName: optional(8, map('string', of(OldKey)), 'Its keys by name.'),
  labels: optional(9, repeated(string()), 'Its labels.'),
  megabytes: optional(10, int32(), 'Its size.'),
  secret: input(11, string(), 'Secret.'),
  total: optional(12, int32(), 'Without a counterpart.'),
});

const versions = conversion(OldThing, Thing, {
  id: 'uid',
  createdAt: 'createTime',
  key: { inside },
  oldKeys: { to: 'keys', inside },
  keyByName: { inside },
  megabytes: {
    to: 'size',
    older: (size) => Number(size) / 1_000_000,
    newer: (megabytes) => String(Number(megabytes) * 1_000_000),
  },
  total: null,
});

const BOTH_WAYS: readonly (readonly [what: string, newer: object, older: object])[] = [
  ['nothing', {}, {}],
  ['a field of another name', { uid: 'u' }, { id: 'u' }],
  ['a field of the same name', { labels: ['a', 'b'] }, { labels: ['a', 'b'] }],
  ['an empty list', { labels: [] }, { labels: [] }],
  ['an empty text', { createTime: '' }, { createdAt: '' }],
  ['an input-only field', { secret: 's' }, { secret: 's' }],
  ['a value of an enum', { tier: 'TIER_TOP' }, { tier: 'TOP' }],
  ['a list of an enum', { tiers: ['TIER_BASE', 'TIER_TOP'] }, { tiers: ['BASE', 'TOP'] }],
  ['a map of an enum', { tierByName: { a: 'TIER_BASE' } }, { tierByName: { a: 'BASE' } }],
  ['a message', { key: { keyId: 'k', expirationTime: 't' } }, { key: { keyId: 'k', expiresAt: 't' } }],
  ['an empty message', { key: {} }, { key: {} }],
  ['a list of messages', { keys: [{ expirationTime: 't' }, {}] }, { oldKeys: [{ expiresAt: 't' }, {}] }],
  ['a map of messages', { keyByName: { a: { expirationTime: 't' } } }, { keyByName: { a: { expiresAt: 't' } } }],
  ['a map with a key that every object has', { keyByName: { constructor: {} } }, { keyByName: { constructor: {} } }],
  ['a value of another type', { size: '2000000' }, { megabytes: 2 }],
];

for (const [what, newer, older] of BOTH_WAYS) {
  test(`${what} is converted to the older version and back`, () => {
    assert.deepEqual(versions.older(newer), older);
    assert.deepEqual(versions.newer(older), newer);
  });
}

test('a map keeps a key that would set the prototype of an object', () => {
  const given = JSON.parse('{"keyByName":{"__proto__":{"expirationTime":"t"}}}') as object;
  const older = JSON.stringify(versions.older(given));
  assert.equal(older, '{"keyByName":{"__proto__":{"expiresAt":"t"}}}');
  assert.equal(JSON.stringify(versions.newer(JSON.parse(older) as object)), JSON.stringify(given));
});

test('fields without an older counterpart are left out, at any depth', () => {
  assert.deepEqual(versions.older({ added: 'a', note: 'n', key: { secret: 's', keyId: 'k' } }), {
    key: { keyId: 'k' },
  });
});

test('a zero is absent in the version where that differs, unless it differs in the other one too', () => {
  const presence = { presence: true } as const;
  const Loose = declare('Loose', {
    a: optional(1, int32(), 'A number.'),
    b: optional(2, int32(), 'A number.', presence),
    c: optional(3, int32(), 'A number.', presence),
    d: optional(4, string(), 'A text.', { oneof: 'of' }),
  });
  const Firm = declare('Firm', {
    a: optional(1, int32(), 'A number.', presence),
    b: optional(2, int32(), 'A number.'),
    c: optional(3, int32(), 'A number.', presence),
    d: optional(4, string(), 'A text.', presence),
  });
  const { older, newer } = conversion(Loose, Firm);
  const zeros = { a: 0, b: 0, c: 0, d: '' };
  assert.deepEqual(newer(zeros), { b: 0, c: 0, d: '' });
  assert.deepEqual(older(zeros), { a: 0, c: 0, d: '' });
});

test('a field without a newer counterpart is left out of the newer version', () => {
  assert.deepEqual(versions.newer({ total: 3 }), {});
});

test('an enum value without a counterpart becomes the zero value of the other version', () => {
  assert.deepEqual(versions.older({ tier: 'TIER_NEW', tiers: ['TIER_NEW', 'TIER_BASE'] }), {
    tier: 'NONE',
    tiers: ['NONE', 'BASE'],
  });
  assert.deepEqual(versions.newer({ tier: 'LOST' }), { tier: 'TIER_NONE' });
});

const PATHS: readonly (readonly [newer: string, older: string])[] = [
  ['uid', 'id'],
  ['createTime', 'created_at'],
  ['labels', 'labels'],
  ['labels[2]', 'labels[2]'],
  ['keys[1]', 'old_keys[1]'],
  ['keys[1].expirationTime', 'old_keys[1].expires_at'],
  ['key', 'key'],
  ['key.expirationTime', 'key.expires_at'],
  ['key.keyId', 'key.key_id'],
  ['keyByName.createTime', 'key_by_name.createTime'],
  ['keyByName.createTime.expirationTime', 'key_by_name.createTime.expires_at'],
  ['size', 'megabytes'],
  ['size.deeper', 'megabytes.deeper'],
  ['added', 'added'],
  ['unknownField.createTime', 'unknownField.createTime'],
  ['', ''],
  ['[0]', '[0]'],
];

for (const [newer, older] of PATHS) {
  test(`${JSON.stringify(newer)} is ${JSON.stringify(older)} in the older version`, () => {
    assert.equal(versions.pathOf(newer), older);
  });
}

test('newer fields without an older counterpart are listed by name', () => {
  assert.deepEqual(versions.uncovered(), ['added', 'note']);
});

const REFUSED: readonly (readonly [why: string, older: Fields, counterparts: Counterparts, message: RegExp])[] = [
  ['a field that the newer message does not have', { absent: text(1) }, {}, /Thing\.absent does not exist/],
  [
    'a counterpart that the newer message does not have',
    { uid: text(1) },
    { uid: 'guid' },
    /Thing\.guid does not exist/,
  ],
  ['a field of another kind', { size: text(1) }, {}, /Thing\.size is string in one version and int64 in the other/],
  [
    'a list of another kind',
    { labels: optional(1, repeated(int32()), 'Numbers.') },
    {},
    /Thing\.labels is int32 in one version and string in the other/,
  ],
  ['an answer with an input-only field', { secret: text(1) }, {}, /Thing\.secret is never returned/],
  [
    'an answer with an input-only field inside a message',
    {
      key: optional(
        1,
        of(() => Leak),
        'Its key.',
      ),
    },
    {},
    /Key\.secret is never returned/,
  ],
];

const Leak = declare('Leak', { secret: text(1) });

for (const [at, [why, older, counterparts, refusal]] of REFUSED.entries()) {
  test(`${why} is refused`, () => {
    const wrong = conversion(declare(`Wrong${at}`, older), Thing, counterparts);
    assert.throws(() => wrong.older({ key: {} }), refusal);
  });
}
