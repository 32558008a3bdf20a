import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { TOKEN_FLAWS, type TokenFlaw } from '../schema/token-words.ts';
import { NOW, NOW_SECONDS, OWN_ISSUER } from '../testing/specimen-tokens.ts';
import { accessClaims } from './access-tokens.ts';
import { signFlawed } from './flawed-token.ts';
import { generateSigningKey, generateUpstreamKey, type SigningKey } from './signing-keys.ts';

const KEYS: readonly (readonly [whose: string, key: SigningKey])[] = [
  ["the mock's", await generateSigningKey()],
  ['the played', generateUpstreamKey()],
];
const CLAIMS = accessClaims({
  subject: 'ci',
  issuer: OWN_ISSUER,
  audience: [OWN_ISSUER],
  issuedMillis: NOW,
  ttlSeconds: 300,
  id: 'x',
});

/** The refusal of each by an independent verifier: the code of its error, and the claim where there is one. */
const REFUSALS: Readonly<Record<TokenFlaw, string>> = {
  expired: 'ERR_JWT_EXPIRED exp',
  not_yet_valid: 'ERR_JWT_CLAIM_VALIDATION_FAILED nbf',
  wrong_audience: 'ERR_JWT_CLAIM_VALIDATION_FAILED aud',
  wrong_issuer: 'ERR_JWT_CLAIM_VALIDATION_FAILED iss',
  bad_signature: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  unknown_key: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  alg_none: 'ERR_JOSE_ALG_NOT_ALLOWED',
  missing_subject: 'ERR_JWT_CLAIM_VALIDATION_FAILED sub',
};

const refusal = async (token: string, { publicKey, algorithm }: SigningKey): Promise<string> => {
  const expected = { issuer: OWN_ISSUER, audience: OWN_ISSUER, requiredClaims: ['sub'], algorithms: [algorithm] };
  const error = await jwtVerify(token, publicKey, { ...expected, currentDate: new Date(NOW), clockTolerance: 60 }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return 'good';
  assert.ok(error instanceof errors.JOSEError, String(error));
  return ['claim' in error ? `${error.code} ${error.claim}` : error.code].join();
};

for (const [whose, key] of KEYS) {
  for (const flaw of TOKEN_FLAWS) {
    test(`a token of ${whose} key that is ${flaw} is refused for that by who does not know us`, async () => {
      assert.equal(await refusal(await signFlawed(key, CLAIMS, flaw), key), REFUSALS[flaw]);
    });
  }
}

/** The claims and headers that differ from a good token's; everything else is as it should be. */
const DIFFERENCES: Readonly<Record<TokenFlaw, object>> = {
  expired: { iat: NOW_SECONDS - 7_200, exp: NOW_SECONDS - 3_600 },
  not_yet_valid: { nbf: NOW_SECONDS + 3_600, exp: NOW_SECONDS + 7_200 },
  wrong_audience: { aud: 'https://elsewhere.test' },
  wrong_issuer: { iss: 'https://elsewhere.test' },
  bad_signature: {},
  unknown_key: {},
  alg_none: {},
  missing_subject: { sub: undefined },
};

for (const flaw of TOKEN_FLAWS) {
  test(`a token that is ${flaw} has that one flaw`, async () => {
    const [, key] = KEYS[0] ?? assert.fail();
    const token = await signFlawed(key, CLAIMS, flaw);
    const wanted = Object.entries({ ...CLAIMS, ...DIFFERENCES[flaw] }).filter(([, value]) => value !== undefined);
    assert.deepEqual(decodeJwt(token), Object.fromEntries(wanted));
    const { alg, kid } = decodeProtectedHeader(token);
    assert.equal(alg, flaw === 'alg_none' ? 'none' : 'RS256');
    assert.equal(kid === key.kid, !['wrong_issuer', 'unknown_key', 'alg_none'].includes(flaw));
    assert.equal(token.split('.').length, 3);
    assert.equal(token.endsWith('.'), flaw === 'alg_none');
  });
}
