import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Collection, collection, type Row, type Rows, type Selection } from '../kernel/rows.ts';
import { MemoryStore } from '../store/memory.ts';
import {
  EXPIRED,
  INVALID,
  keySetOf,
  NOW_SECONDS,
  OWN_ISSUER,
  partyKey,
  refusalOf,
  signAs,
  stillClock,
  tokenOf,
  UPSTREAM,
  upstreamClaims,
} from '../testing/specimen-tokens.ts';
import type { IdentityRow, StaticKeys } from './claim-match.ts';
import { KeyRing } from './key-ring.ts';
import { generateSigningKey, generateUpstreamKey } from './signing-keys.ts';
import { TrustedIssuers } from './trusted-issuers.ts';
import { UpstreamIdentities } from './upstream-identities.ts';

const identities = collection<IdentityRow>('identities');
const [TRUSTED, STATIC, SECOND, STRANGER] = await Promise.all([
  partyKey('trusted'),
  partyKey('static'),
  partyKey('second', 'RS256'),
  partyKey('static'),
]);
const OWN_KEY = generateSigningKey();
const UNTRUSTED = 'https://self.test';

/** A world with these identities, in which the tests' third party is trusted. */
const open = async (...rows: readonly IdentityRow[]) => {
  const store = new MemoryStore();
  await store.write((tx) => {
    for (const row of rows) tx.put(identities, row);
  });
  const clock = stillClock();
  const trust = new TrustedIssuers({
    issuer: OWN_ISSUER,
    audiences: { listed: [OWN_ISSUER], scheme: 'http' },
    ring: new KeyRing(OWN_KEY, store, clock),
    upstreamKey: generateUpstreamKey,
    trusted: [{ issuer: UPSTREAM, keys: { jwks: keySetOf(TRUSTED) } }],
    report: assert.ifError,
    machineClock: clock,
  });
  const upstream = new UpstreamIdentities({ rows: store.rows, identities, clock, trust });
  const ask = async (token: Promise<string> | string, only?: IdentityRow) => {
    const { claims, matches, mismatch } = await upstream.identify(await token, only);
    return { sub: claims.sub, matches: matches.map(({ uid }) => uid), mismatch };
  };
  return { store, clock, trust, ask };
};

const matching = (uid: string, claimMatch: IdentityRow['claimMatch'] = {}): IdentityRow => ({
  uid,
  claimMatch: { issuer: UPSTREAM, subject: 'repo:a', ...claimMatch },
});

const keyed = (uid: string, more: StaticKeys = {}): IdentityRow => ({
  uid,
  staticKeys: { issuer: UNTRUSTED, subject: 'repo:a', issuerKeys: JSON.stringify(keySetOf(STATIC, SECOND)), ...more },
});

const byKey = (claims: Readonly<Record<string, unknown>> = {}, key = STATIC, header = {}) =>
  signAs(key, upstreamClaims({ iss: UNTRUSTED, ...claims }), header);
const trusted = (claims: Readonly<Record<string, unknown>> = {}) => signAs(TRUSTED, upstreamClaims(claims));

type Case = readonly [
  what: string,
  rows: readonly IdentityRow[],
  token: Promise<string> | string,
  matches: readonly string[],
  mismatch?: string,
];

const CASES: readonly Case[] = [
  ['no identity at all', [], trusted(), [], 'iss'],
  ['the one that matches', [matching('a'), matching('b', { subject: 'x' })], trusted(), ['a']],
  ['several that match', [matching('a'), matching('b'), matching('c', { subject: 'x' })], trusted(), ['a', 'b']],
  ['one of another subject', [matching('a', { subject: 'x' })], trusted(), [], 'sub'],
  ['one of another issuer', [matching('a', { issuer: 'https://x.test' })], trusted(), [], 'iss'],
  ['one for another audience', [matching('a', { audience: 'x' })], trusted(), [], 'aud'],
  ['one of another claim', [matching('a', { claims: { ref: 'main' } })], trusted(), [], 'ref'],
  [
    'the nearest miss',
    [
      matching('a', { issuer: 'https://x.test' }),
      matching('b', { subject: 'x' }),
      matching('c', { audience: OWN_ISSUER, claims: { ref: 'main' } }),
      matching('d', { audience: 'x' }),
    ],
    trusted(),
    [],
    'ref',
  ],
  [
    'the first of equal misses',
    [matching('a', { claims: { x: '1' } }), matching('b', { claims: { y: '1' } })],
    trusted(),
    [],
    'x',
  ],
  [
    'the lowest uid of equal misses, whatever they are found by',
    [matching('b', { claims: { y: '1' } }), matching('a', { issuer: '', issuerPattern: '.*', claims: { x: '1' } })],
    trusted(),
    [],
    'x',
  ],
  [
    'those that are for something else',
    [{ uid: 'a', awsIdentity: {} }, { uid: 'b', servicePrincipal: 'X' }, { uid: 'c' }],
    trusted(),
    [],
    'iss',
  ],
  ['one with keys of its own', [keyed('a')], byKey(), ['a']],
  ['one with keys of its own, by the second', [keyed('a')], byKey({}, SECOND), ['a']],
  ['one with keys of its own, without a name', [keyed('a')], byKey({}, SECOND, { kid: undefined }), ['a']],
  ['one with keys of its own, for its audience', [keyed('a', { audiences: [OWN_ISSUER] })], byKey(), ['a']],
  [
    'one of two with keys of their own',
    [keyed('a'), keyed('b', { issuerKeys: JSON.stringify(keySetOf(STRANGER)) })],
    byKey(),
    ['a'],
  ],
  ['one whose keys are for another subject', [keyed('a')], byKey({ sub: 'repo:b' }), [], 'sub'],
  ['one whose keys are for another audience', [keyed('a', { audiences: ['x'] })], byKey(), [], 'aud'],
  [
    'one whose keys are for another subject, beside one that matches',
    [keyed('a'), keyed('b', { subject: 'b' })],
    byKey({ sub: 'b' }),
    ['b'],
  ],
  ['two with the same keys', [keyed('a'), keyed('b')], byKey(), ['a', 'b']],
  ['one with keys beside one without', [keyed('a', { issuer: UPSTREAM }), matching('b')], trusted(), ['b']],
  [
    'one with keys of its own for a trusted issuer',
    [keyed('a', { issuer: UPSTREAM }), matching('b')],
    signAs(STATIC, upstreamClaims()),
    ['a'],
  ],
  [
    'one with the keys of a trusted issuer',
    [keyed('a', { issuer: UPSTREAM, issuerKeys: JSON.stringify(keySetOf(TRUSTED)) }), matching('b')],
    trusted(),
    ['a', 'b'],
  ],
  ['a name that no plain text is', [matching('a', { subject: 'имя/😀' })], trusted({ sub: 'имя/😀' }), ['a']],
];

for (const [what, rows, token, matches, mismatch] of CASES) {
  test(`10.19, 10.20: among identities, a token finds ${what}`, async () => {
    const { ask } = await open(...rows);
    const found = await ask(token);
    assert.deepEqual(found.matches, matches);
    if (mismatch) assert.equal(found.mismatch, mismatch);
  });
}

const REFUSED: readonly (readonly [
  what: string,
  rows: readonly IdentityRow[],
  token: Promise<string> | string,
  reason: string,
])[] = [
  ['of an issuer that nobody trusts', [matching('a', { issuer: UNTRUSTED })], byKey(), INVALID],
  ['of another key, for an identity with keys', [keyed('a')], byKey({}, STRANGER), INVALID],
  [
    'of another key without a name, for an identity with keys',
    [keyed('a')],
    byKey({}, STRANGER, { kid: undefined }),
    INVALID,
  ],
  [
    'of a trusted key for an issuer with keys',
    [keyed('a')],
    signAs(TRUSTED, upstreamClaims({ iss: UNTRUSTED })),
    INVALID,
  ],
  ['of another key and subject, for an identity with keys', [keyed('a')], byKey({ sub: 'b' }, STRANGER), INVALID],
  ['of static keys for another issuer', [keyed('a')], byKey({ iss: 'https://x.test' }), INVALID],
  [
    'that nobody signed, for an identity with keys',
    [keyed('a')],
    tokenOf({ alg: 'none' }, upstreamClaims({ iss: UNTRUSTED })),
    INVALID,
  ],
  ['that has ended, of static keys', [keyed('a')], byKey({ exp: NOW_SECONDS - 60 }), EXPIRED],
  ['that has ended, of a trusted issuer', [matching('a')], trusted({ exp: NOW_SECONDS - 60 }), EXPIRED],
  ['that has ended, whoever it is of', [], trusted({ exp: NOW_SECONDS - 60 }), EXPIRED],
  ['of a wrong key, of a trusted issuer', [matching('a')], signAs(STRANGER, upstreamClaims()), INVALID],
  ['of keys that are no key set', [keyed('a', { issuerKeys: '{' })], byKey(), INVALID],
  ['of keys that are no keys', [keyed('a', { issuerKeys: '{"keys":[1]}' })], byKey(), INVALID],
  ['of no keys', [keyed('a', { issuerKeys: '' })], byKey(), INVALID],
  ['that is none', [matching('a'), keyed('b')], 'word', INVALID],
];

for (const [what, rows, token, reason] of REFUSED) {
  test(`a token ${what} is refused`, async () => {
    const { ask } = await open(...rows);
    assert.equal(await refusalOf(() => ask(token)), reason);
  });
}

test('a token for a named identity is checked against that one only', async () => {
  const [a, b, c] = [matching('a'), matching('b', { subject: 'x' }), keyed('c')];
  const { ask } = await open(a, b, c, matching('d'));
  assert.deepEqual((await ask(trusted(), a)).matches, ['a']);
  assert.deepEqual(await ask(trusted(), b), { sub: 'repo:a', matches: [], mismatch: 'sub' });
  assert.deepEqual(await ask(trusted(), c), { sub: 'repo:a', matches: [], mismatch: 'iss' });
  assert.deepEqual((await ask(byKey(), c)).matches, ['c']);
  assert.equal(await refusalOf(() => ask(byKey(), a)), INVALID);
});

/** Rows that count how many of them are looked at. */
const counted = (rows: Rows): { readonly rows: Rows; seen: number } => {
  const count = {
    seen: 0,
    rows: {
      ...rows,
      by: <T extends Row>(of: Collection<T>, field: string, value: string) => {
        const found = rows.by(of, field, value);
        count.seen += found.length;
        return found;
      },
      within: <T extends Row>(of: Collection<T>, uid: string) => {
        const found = rows.listWithin(of, uid);
        count.seen += found.length;
        return found;
      },
      select: <T extends Row>(of: Collection<T>, selection: Selection) => {
        const found = rows.select(of, selection);
        count.seen += found.size;
        return found;
      },
    },
  };
  return count;
};

/** Many identities, of which one issuer has few. */
const CROWD: readonly IdentityRow[] = Array.from({ length: 1_000 }, (_, at) => {
  const uid = `crowd-${String(at).padStart(4, '0')}`;
  if (at % 3 === 0) return matching(uid, { issuer: `https://${at}.test`, claims: { ref: 'main' } });
  if (at % 3 === 1)
    return matching(uid, { issuer: '', issuerPattern: `https://(a|b|c)*${at}`, subjectPattern: '(x+)+' });
  return keyed(uid, { issuer: `https://${at}.test` });
});

for (const [what, token] of [
  ['of a trusted issuer that another key signed', signAs(STRANGER, upstreamClaims(), { kid: 'trusted' })],
  ['of an issuer that nobody knows', signAs(STRANGER, upstreamClaims({ iss: 'https://nobody.test' }))],
  ['of a trusted issuer that is too old', trusted({ exp: NOW_SECONDS - 3_600 })],
] as const) {
  test(`10.17: a token ${what} is compared with no identity`, async () => {
    const { store, trust, clock } = await open(...CROWD, matching('a'));
    const count = counted(store.rows);
    const upstream = new UpstreamIdentities({ rows: count.rows, identities, clock, trust });
    await refusalOf(async () => upstream.identify(await token));
    assert.equal(count.seen, 0);
  });
}

test('10.19: a good token is compared with the identities of its issuer and those of patterns, and no others', async () => {
  const few = CROWD.filter(({ claimMatch }) => claimMatch?.issuerPattern === undefined);
  const pattern = matching('p', { issuer: '', issuerPattern: 'https://issuer[.]test' });
  const { store, trust, clock } = await open(...few, matching('a'), matching('b', { subject: 'x' }), pattern);
  const count = counted(store.rows);
  const upstream = new UpstreamIdentities({ rows: count.rows, identities, clock, trust });
  const { matches } = await upstream.identify(await trusted());
  assert.deepEqual(matches, [matching('a'), pattern]);
  assert.equal(count.seen, 3);
});

test('identities that are changed, added or deleted are found as they are now', async () => {
  const { store, ask } = await open(...CROWD, matching('a'));
  assert.deepEqual((await ask(trusted())).matches, ['a']);
  await store.write((tx) => {
    tx.put(identities, matching('a', { issuer: 'https://x.test' }));
    tx.put(identities, matching('b'));
    tx.put(identities, matching('c', { issuer: '', issuerPattern: '.*' }));
  });
  assert.deepEqual((await ask(trusted())).matches, ['b', 'c']);
  await store.write((tx) => tx.remove(identities, 'b'));
  assert.deepEqual((await ask(trusted())).matches, ['c']);
});

/** Identities of other subjects, each with a set of keys that is not the token's; `distinct` says how many sets. */
const others = (count: number, distinct: number): readonly IdentityRow[] =>
  Array.from({ length: count }, (_, at) => {
    const issuerKeys = JSON.stringify({ keys: [{ ...STRANGER.jwk, set: at % distinct }] });
    return keyed(`k-${String(at).padStart(3, '0')}`, { subject: `s-${at}`, issuerKeys });
  });

test('10.19: a token of a subject that no identity has is verified with the same keys once', async () => {
  const { ask } = await open(...others(200, 15), keyed('z', { subject: 'x' }));
  assert.deepEqual(await ask(byKey()), { sub: 'repo:a', matches: [], mismatch: 'sub' });
});

test('10.19: a token of a subject that no identity has is verified with sixteen sets of keys at most', async () => {
  const { ask } = await open(...others(200, 16), keyed('z', { subject: 'x' }));
  assert.equal(await refusalOf(() => ask(byKey())), INVALID);
});

test('10.19: a token is verified with the keys of every identity of its subject, and with these first', async () => {
  const { ask } = await open(...others(200, 200), keyed('z'));
  assert.deepEqual((await ask(byKey())).matches, ['z']);
});

test('new keys of an identity count from the next token on, and the old ones no more', async () => {
  const { store, ask } = await open(keyed('a'));
  assert.deepEqual((await ask(byKey())).matches, ['a']);
  const next = keyed('a', { issuerKeys: JSON.stringify(keySetOf(STRANGER)) });
  await store.write((tx) => tx.put(identities, next));
  assert.equal(await refusalOf(() => ask(byKey())), INVALID);
  assert.deepEqual((await ask(byKey({}, STRANGER))).matches, ['a']);
});

test("a token's times are held to the world's clock, of either kind", async () => {
  const { clock, ask } = await open(matching('a'), keyed('b'));
  const tokens = [await trusted(), await byKey()];
  clock.millis += (300 + 59) * 1_000;
  for (const token of tokens) assert.equal((await ask(token)).matches.length, 1);
  clock.millis += 1_000;
  for (const token of tokens) assert.equal(await refusalOf(() => ask(token)), EXPIRED);
});

test('a failure that no token causes is not a refusal', async () => {
  const trust = { verify: () => Promise.reject(new TypeError('broken')) } as unknown as TrustedIssuers;
  const upstream = new UpstreamIdentities({ rows: new MemoryStore().rows, identities, clock: stillClock(), trust });
  await assert.rejects(upstream.identify(await trusted()), TypeError);
});
