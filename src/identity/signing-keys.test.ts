import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { signClaims } from './access-tokens.ts';
import {
  exportSigningKey,
  generateSigningKey,
  generateUpstreamKey,
  importSigningKey,
  readSigningKey,
  type SigningKey,
  toPublishedKey,
} from './signing-keys.ts';

const KEY = await generateSigningKey();
const OTHER = await generateSigningKey();
const UPSTREAM_KEY = generateUpstreamKey();

const KINDS: readonly (readonly [kind: string, key: SigningKey, algorithm: string, privateParts: readonly string[]])[] =
  [
    ["the mock's own key", KEY, 'RS256', ['d', 'p', 'q', 'dp', 'dq', 'qi']],
    ['the key of the issuers that it plays', UPSTREAM_KEY, 'ES256', ['d']],
  ];

for (const [kind, key, algorithm, privateParts] of KINDS) {
  test(`${kind} signs ${algorithm} and has an id`, () => {
    assert.equal(key.algorithm, algorithm);
    assert.match(key.kid, /^[0-9a-f]{32}$/);
  });

  test(`${kind} that was kept is the same key`, async () => {
    const imported = importSigningKey(JSON.parse(JSON.stringify(exportSigningKey(key))));
    assert.deepEqual([imported.kid, imported.algorithm], [key.kid, key.algorithm]);
    const token = await signClaims(imported, { sub: 'x' });
    assert.equal((await jwtVerify(token, key.publicKey)).payload.sub, 'x');
  });

  test(`${kind} is published without its private part, and verifies tokens as published`, async () => {
    const published = toPublishedKey(key);
    for (const part of privateParts) {
      assert.ok(part in exportSigningKey(key));
      assert.equal(part in published, false);
    }
    assert.deepEqual([published.kid, published.alg, published.use], [key.kid, algorithm, 'sig']);
    const keys = createLocalJWKSet({ keys: [{ ...published, kty: published.kty ?? '' }] });
    assert.equal((await jwtVerify(await signClaims(key, { sub: 'x' }), keys)).payload.sub, 'x');
  });
}

test('each key has an id of its own', () => {
  assert.equal(new Set([KEY, OTHER, UPSTREAM_KEY, generateUpstreamKey()].map(({ kid }) => kid)).size, 4);
});

test('only a private key can be kept', () => {
  assert.throws(() => importSigningKey({ kty: 'RSA' }));
  assert.throws(() => importSigningKey(toPublishedKey(KEY)));
});

const pem = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1'): string => String(key.export({ type, format: 'pem' }));

const READ: readonly (readonly [what: string, text: string])[] = [
  ['PEM', pem(KEY.privateKey, 'pkcs8')],
  ['PEM of the older form', pem(KEY.privateKey, 'pkcs1')],
  ['PEM after blank lines', `\n\n${pem(KEY.privateKey, 'pkcs8')}\n`],
  ['a JSON Web Key', JSON.stringify(exportSigningKey(KEY))],
  [
    'a JSON Web Key on many lines, with members of its own',
    JSON.stringify({ ...exportSigningKey(KEY), kid: 'x' }, null, 2),
  ],
];

for (const [what, text] of READ) {
  test(`a key is handed in as ${what}`, () => {
    const read = readSigningKey(text);
    assert.deepEqual([read.kid, read.algorithm], [KEY.kid, 'RS256']);
  });
}

const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey;
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const edwards = generateKeyPairSync('ed25519').privateKey;
const NO_KEY = 'it is not a private key in PEM or JSON Web Key form';
const NO_RSA = 'it is not an RSA key, which RS256 needs';

const REFUSED: readonly (readonly [what: string, text: string, refusal: string])[] = [
  ['nothing', '', NO_KEY],
  ['a word', 'key', NO_KEY],
  ['broken JSON', '{"kty":"RSA"', NO_KEY],
  ['a public key in PEM', String(KEY.publicKey.export({ type: 'spki', format: 'pem' })), NO_KEY],
  ['a public JSON Web Key', JSON.stringify(toPublishedKey(KEY)), NO_KEY],
  ['a shared secret', JSON.stringify({ kty: 'oct', k: 'c2VjcmV0' }), NO_KEY],
  ['a key set', JSON.stringify({ keys: [exportSigningKey(KEY)] }), NO_KEY],
  [
    'a key under a passphrase',
    String(KEY.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })),
    NO_KEY,
  ],
  ['a key on a curve', pem(curve, 'pkcs8'), NO_RSA],
  ['another key on a curve, of the older form', pem(curve, 'sec1'), NO_RSA],
  ['a key on a twisted curve', JSON.stringify(edwards.export({ format: 'jwk' })), NO_RSA],
  ['a key that is too short', pem(short, 'pkcs8'), 'it is shorter than 2048 bits'],
];

for (const [what, text, refusal] of REFUSED) {
  test(`${what} is refused as a signing key: ${refusal}`, () => {
    assert.throws(() => readSigningKey(text), { message: refusal });
  });
}

const jwkOf = ({ privateKey }: { readonly privateKey: KeyObject }): ReturnType<typeof exportSigningKey> =>
  privateKey.export({ format: 'jwk' });
const UNFIT: readonly (readonly [what: string, jwk: Parameters<typeof importSigningKey>[0], why: RegExp])[] = [
  ['a short key', jwkOf(generateKeyPairSync('rsa', { modulusLength: 1_024 })), /^it is shorter than 2048 bits$/],
  ['another curve', jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' })), /nor one on the curve P-256$/],
  ['another kind of key', jwkOf(generateKeyPairSync('ed25519')), /nor one on the curve P-256$/],
  ['a public key', toPublishedKey(KEY), /^it is not a private key/],
  ['nothing of a key', {}, /^it is not a private key/],
  [
    'the parts of two curve keys',
    { ...exportSigningKey(UPSTREAM_KEY), d: exportSigningKey(generateUpstreamKey()).d ?? '' },
    /^its parts|^it is not a private key/,
  ],
];
for (const [what, jwk, why] of UNFIT) {
  test(`a kept key that cannot sign is refused: ${what}`, () => {
    assert.throws(
      () => importSigningKey(jwk),
      (error) => error instanceof Error && why.test(error.message),
    );
  });
}
