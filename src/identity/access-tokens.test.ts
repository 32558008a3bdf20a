import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { mintToken, verifyToken } from './access-tokens.ts';
import { exportSigningKey, generateSigningKey, importSigningKey } from './signing-keys.ts';

const KEY = await generateSigningKey();
const NOW = Date.UTC(2026, 0, 1, 0, 0, 0, 999);
const CLAIMS = { subject: 'ci', issuer: 'http://a', audience: 'http://b', issuedMillis: NOW, ttlSeconds: 60, id: 'x' };

test('a token names its key, and says who it is of, for whom, and how long', async () => {
  const token = await mintToken(KEY, CLAIMS);
  assert.deepEqual(decodeProtectedHeader(token), { alg: 'RS256', kid: KEY.kid, typ: 'JWT' });
  const iat = Date.UTC(2026, 0, 1) / 1_000;
  assert.deepEqual(decodeJwt(token), { iss: 'http://a', sub: 'ci', aud: 'http://b', iat, exp: iat + 60, jti: 'x' });
});

test('the same claims make the same token', async () => {
  assert.equal(await mintToken(KEY, CLAIMS), await mintToken(KEY, CLAIMS));
  assert.notEqual(await mintToken(KEY, CLAIMS), await mintToken(KEY, { ...CLAIMS, id: 'y' }));
});

test('a verified token ends when the skew is over', async () => {
  const verified = await verifyToken(KEY, await mintToken(KEY, CLAIMS), CLAIMS, NOW);
  assert.deepEqual(verified, { subject: 'ci', expiresMillis: Date.UTC(2026, 0, 1, 0, 2) });
});

test('a key that was kept is the same key', async () => {
  const kept = importSigningKey(JSON.parse(JSON.stringify(exportSigningKey(KEY))));
  assert.equal(kept.kid, KEY.kid);
  assert.equal((await verifyToken(kept, await mintToken(KEY, CLAIMS), CLAIMS, NOW)).subject, 'ci');
});

test('a key of its own has an id of its own', async () => {
  const other = await generateSigningKey();
  assert.match(other.kid, /^[0-9a-f]{32}$/);
  assert.notEqual(other.kid, KEY.kid);
});

test('what is no private key is no kept key', () => {
  assert.throws(() => importSigningKey({ kty: 'RSA' }));
});
