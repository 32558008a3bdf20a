import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../json.ts';
import { decodeJson } from '../schema/decode-json.ts';
import { bool, int32, map, repeated, string } from '../schema/field-types.ts';
import { input, message, of, optional, output, plain, required } from '../schema/message.ts';
import { plainViolations } from '../testing/plain-violations.ts';
import { ApiError } from './errors.ts';
import { applyMask, type Change, readMask } from './field-mask.ts';

const Match = message('mock.test.mask.Match', 'A match.', {
  issuer: plain(1, string(), 'Exact.', { oneof: 'iss' }),
  issuerPattern: plain(2, string(), 'A pattern.', { oneof: 'iss' }),
  subject: plain(3, string(), 'A subject.'),
  claims: plain(4, map('string', string()), 'Claims.'),
});

const Oidc = message('mock.test.mask.Oidc', 'A provider.', {
  issuer: required(1, string(), 'An issuer.'),
  clientSecret: input(2, string(), 'Never shown.'),
  rule: optional(3, string(), 'Fixed.', { immutable: true }),
  state: output(4, string(), 'Set by the service.'),
});

const Thing = message('mock.test.mask.Thing', 'A thing.', {
  uid: output(1, string(), 'Its uid.'),
  name: required(2, string(), 'Its name.'),
  description: optional(3, string(), 'What it is for.'),
  catalogTier: optional(4, int32(), 'A tier.'),
  isOpen: optional(5, bool(), 'A switch.'),
  tags: optional(6, repeated(string()), 'Labels.'),
  labels: optional(7, map('string', string()), 'Labels by name.'),
  places: optional(8, map('string', of(Match)), 'Matches by name.'),
  claimMatch: optional(9, of(Match), 'One of two.', { oneof: 'relationship' }),
  principal: optional(10, string(), 'The other of two.', { oneof: 'relationship' }),
  oidc: optional(11, of(Oidc), 'A provider.'),
  home: optional(12, string(), 'Fixed.', { immutable: true }),
  ttl: input(13, string(), 'Never shown.'),
  kept: optional(14, string(), 'Not for a wildcard.'),
  createTime: output(15, string(), 'When.'),
});

const STORED = {
  uid: 'u',
  name: 'n',
  description: 'd',
  tags: ['a', 'b'],
  labels: { a: '1', b: '2' },
  claimMatch: { issuer: 'i', subject: 's', claims: { x: '1' } },
  oidc: { issuer: 'o', clientSecret: 'secret', rule: 'r', state: 'live' },
  home: 'h',
  ttl: '1s',
  kept: 'k',
  createTime: 't',
};
/** A PATCH as a face reads it. */
const patch = (body: object, mask = '', stored: JsonObject = STORED): Change<JsonObject> => {
  const { value, paths } = decodeJson(Thing, body);
  return applyMask(Thing, stored, value, readMask(Thing, mask, paths), ['kept']);
};

const { description: _d, ...UNDESCRIBED } = STORED;
const { claimMatch: _c, ...UNRELATED } = STORED;
const WITHOUT_OPTIONS = { uid: 'u', home: 'h', ttl: '1s', kept: 'k', createTime: 't' };

const CHANGES: readonly (readonly [fact: string, body: object, mask: string, next: object])[] = [
  ['fields in the body change without a mask', { description: 'x' }, '', { ...STORED, description: 'x' }],
  ['a zero value in the body counts as given, and clears', { description: '' }, '', UNDESCRIBED],
  ['null in the body counts as not given', { description: null, name: 'm' }, '', { ...STORED, name: 'm' }],
  ['lists are replaced as a whole', { tags: ['c'] }, '', { ...STORED, tags: ['c'] }],
  ['maps are replaced as a whole', { labels: { c: '3' } }, '', { ...STORED, labels: { c: '3' } }],
  [
    'keys of nested objects are nested paths',
    { claimMatch: { subject: 'x' } },
    '',
    { ...STORED, claimMatch: { ...STORED.claimMatch, subject: 'x' } },
  ],
  ['what the service sets is ignored in the body', { uid: 'x', createTime: 'x' }, '', STORED],
  ['what the service sets is ignored inside messages', { oidc: { state: 'x' } }, '', STORED],
  [
    'only what the mask lists changes',
    { description: 'x', name: 'ignored' },
    'description',
    { ...STORED, description: 'x' },
  ],
  ['a listed field that the body lacks falls to zero', {}, 'description', UNDESCRIBED],
  ['a mask takes both spellings', { catalogTier: 2 }, 'catalog_tier', { ...STORED, catalogTier: 2 }],
  [
    'blanks around paths do not matter',
    { name: 'x', isOpen: true },
    ' name , is_open ',
    { ...STORED, name: 'x', isOpen: true },
  ],
  ['a path may be listed twice', { name: 'x' }, 'name,name', { ...STORED, name: 'x' }],
  ['what the service sets is ignored in the mask', { createTime: 'x' }, 'createTime,uid,oidc.state', STORED],
  [
    'a nested path changes one member',
    { claim_match: { subject: 'x' } },
    'claim_match.subject',
    {
      ...STORED,
      claimMatch: { ...STORED.claimMatch, subject: 'x' },
    },
  ],
  [
    'a nested path that the body lacks clears one member',
    {},
    'claimMatch.subject',
    {
      ...STORED,
      claimMatch: { issuer: 'i', claims: { x: '1' } },
    },
  ],
  [
    'a message that is listed is replaced as a whole',
    { claimMatch: { subject: 'x' } },
    'claimMatch',
    {
      ...STORED,
      claimMatch: { subject: 'x' },
    },
  ],
  ['a message that is listed and not in the body goes', {}, 'claimMatch', UNRELATED],
  [
    'a message that is replaced keeps what the caller cannot give',
    { oidc: { issuer: 'x' } },
    'oidc',
    {
      ...STORED,
      oidc: { issuer: 'x', clientSecret: 'secret', rule: 'r', state: 'live' },
    },
  ],
  [
    'a secret that is listed by its path is cleared',
    { oidc: {} },
    'oidc.clientSecret',
    {
      ...STORED,
      oidc: { issuer: 'o', rule: 'r', state: 'live' },
    },
  ],
  [
    'a key of a map can be set',
    { labels: { b: 'x', c: 'ignored' } },
    'labels.b',
    { ...STORED, labels: { a: '1', b: 'x' } },
  ],
  ['a key of a map can be cleared', {}, 'labels.b', { ...STORED, labels: { a: '1' } }],
  [
    'a path goes on below the key of a map',
    { places: { p: { subject: 'x' } } },
    'places.p.subject',
    {
      ...STORED,
      places: { p: { subject: 'x' } },
    },
  ],
  ['a key that the map never had stays away', {}, 'labels.zz', STORED],
  [
    'names that every object inherits are not keys of a map',
    { labels: {}, places: {} },
    'labels.constructor,labels.__proto__,places.constructor.subject',
    STORED,
  ],
  ['clearing inside a message that is not set leaves it unset', {}, 'places.p.subject', STORED],
  ['writing one member of a oneof clears the other', { principal: 'p' }, '', { ...UNRELATED, principal: 'p' }],
  [
    'writing a member of a oneof by mask clears the other',
    { principal: 'p' },
    'principal',
    { ...UNRELATED, principal: 'p' },
  ],
  ['clearing a member of a oneof leaves the other', {}, 'principal', STORED],
  [
    'writing a nested member of a oneof clears the other',
    { claimMatch: { issuerPattern: 'p' } },
    '',
    {
      ...STORED,
      claimMatch: { subject: 's', claims: { x: '1' }, issuerPattern: 'p' },
    },
  ],
  ['a fixed value may be given again', { home: 'h', oidc: { rule: 'r' } }, '', STORED],
  ['a fixed value may be listed again', { home: 'h' }, 'home', STORED],
  ['a wildcard replaces all that the caller can give', { name: 'x' }, '*', { ...WITHOUT_OPTIONS, name: 'x' }],
  ['a wildcard with an empty body clears also what is required', {}, '*', WITHOUT_OPTIONS],
  [
    'a wildcard takes input-only and kept fields when they are given',
    { ttl: '2s', kept: 'x' },
    '*',
    {
      ...WITHOUT_OPTIONS,
      ttl: '2s',
      kept: 'x',
    },
  ],
  [
    'a wildcard keeps the secrets inside messages',
    { name: 'n', oidc: { issuer: 'x' } },
    '*',
    {
      ...WITHOUT_OPTIONS,
      name: 'n',
      oidc: { issuer: 'x', clientSecret: 'secret', rule: 'r', state: 'live' },
    },
  ],
  ['a wildcard changes the kind of a oneof', { principal: 'p' }, '*', { ...WITHOUT_OPTIONS, principal: 'p' }],
  ['a wildcard may have blanks around it', { name: 'x' }, ' * ', { ...WITHOUT_OPTIONS, name: 'x' }],
];

for (const [fact, body, mask, next] of CHANGES) {
  test(`${fact}: ${mask || 'no mask'}`, () => assert.deepEqual(patch(body, mask).next, next));
}

test('clearing a member of a message that is not set does not change the kind of a oneof', () => {
  const stored = { ...UNRELATED, principal: 'p' };
  assert.deepEqual(patch({}, 'claimMatch.issuer', stored).next, stored);
  assert.deepEqual(patch({ claimMatch: { issuer: 'x' } }, 'claimMatch.issuer', stored).next, {
    ...UNRELATED,
    claimMatch: { issuer: 'x' },
  });
});

test('below the key of a map, writing one member of a oneof clears the other', () => {
  const stored = { ...STORED, places: { p: { issuer: 'i', subject: 's' } } };
  const { next } = patch({ places: { p: { issuerPattern: 'x' } } }, 'places.p.issuerPattern', stored);
  assert.deepEqual(next.places, { p: { subject: 's', issuerPattern: 'x' } });
});

test('the stored row does not change', () => {
  const before = structuredClone(STORED);
  patch({ claimMatch: { subject: 'x' }, labels: { a: 'x' } });
  patch({}, '*');
  assert.deepEqual(STORED, before);
});

const TOUCHED: readonly (readonly [body: object, mask: string, touched: readonly string[]])[] = [
  [{}, '', []],
  [{ uid: 'x' }, '', []],
  [{ description: null }, '', []],
  [{ name: 'x' }, 'createTime', []],
  [{ oidc: { state: 'x' } }, '', []],
  [{ name: 'n' }, '', ['name']],
  [{ claimMatch: { issuer: 'x', subject: 'y' } }, '', ['claimMatch']],
  [{}, 'description,labels.a', ['description', 'labels']],
];

for (const [body, mask, touched] of TOUCHED) {
  test(`${JSON.stringify(body)} with mask ${JSON.stringify(mask)} touches [${touched}]`, () => {
    const change = patch(body, mask);
    assert.deepEqual([...change.touched], touched);
    if (touched.length === 0) assert.equal(change.next, STORED);
  });
}

test('a wildcard touches every field but those it keeps', () => {
  const touched = [...patch({ kept: 'x' }, '*').touched];
  const fixed = ['uid', 'home', 'ttl', 'createTime'];
  assert.deepEqual(
    touched,
    [...Thing.fields.keys()].filter((name) => !fixed.includes(name)),
  );
});

const MASK = 'updateMask';
const REFUSED: readonly (readonly [
  what: string,
  body: object,
  mask: string,
  ...violations: readonly (readonly [string, string])[],
])[] = [
  ['an unknown path', {}, 'bogus', [MASK, 'unknown field "bogus"']],
  ['an unknown path beside a good one', { name: 'x' }, 'name,bogus', [MASK, 'unknown field "bogus"']],
  ['every unknown path', {}, 'bogus,oidc.nope', [MASK, 'unknown field "bogus"'], [MASK, 'unknown field "oidc.nope"']],
  ['only a comma', {}, ',', [MASK, 'unknown field ""']],
  ['a path into a scalar', {}, 'name.x', [MASK, 'unknown field "name.x"']],
  ['an item of a list', {}, 'tags.0', [MASK, 'unknown field "tags.0"']],
  ['a path below a text in a map', {}, 'labels.a.b', [MASK, 'unknown field "labels.a.b"']],
  ['a wildcard beside a path', {}, '*,name', [MASK, '"*" cannot be combined with other fields']],
  ['a wildcard below a path', {}, 'claimMatch.*', [MASK, 'unknown field "claimMatch.*"']],
  ['__proto__ as a path', {}, '__proto__', [MASK, 'unknown field "__proto__"']],
  ['a change of what is fixed', { home: 'x' }, '', ['home', 'home is immutable']],
  ['clearing what is fixed', {}, 'home', ['home', 'home is immutable']],
  ['a change of what is fixed by wildcard', { name: 'n', home: 'x' }, '*', ['home', 'home is immutable']],
  ['a change of what is fixed inside a message', { oidc: { rule: 'x' } }, '', ['oidc.rule', 'oidc.rule is immutable']],
  ['a message with another fixed value', { oidc: { rule: 'x' } }, 'oidc', ['oidc.rule', 'oidc.rule is immutable']],
];

test('an immutable field cannot be set later', () => {
  const { home: _, ...stored } = STORED;
  assert.throws(() => patch({ home: 'x' }, '', stored), /home is immutable/);
});

for (const [what, body, mask, ...violations] of REFUSED) {
  test(`${what} is refused: ${mask || 'no mask'}`, () => {
    const expected = violations.map(([field, description]) => ({ field, description }));
    assert.throws(
      () => patch(body, mask),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.code, 'INVALID_ARGUMENT');
        assert.deepEqual(plainViolations(error.detail.fieldViolations), expected);
        return true;
      },
    );
  });
}

test('a wildcard keeps fields of a row that are not in its message', () => {
  const row = { uid: '1', name: 'a', description: 'd', founder: true };
  const { next } = applyMask<object>(Thing, row, { name: 'b' }, '*');
  assert.deepEqual(next, { uid: '1', name: 'b', founder: true });
});
