import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTVerifyOptions,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import { TOKEN_FLAWS, type TokenFlaw } from '../schema/token-words.ts';
import { NOW, NOW_SECONDS, OWN_ISSUER } from '../testing/specimen-tokens.ts';
import { accessClaims } from './access-tokens.ts';
import { signFlawed } from './flawed-token.ts';
import { generateSigningKey, generateUpstreamKey, type SigningKey, toPublishedKey } from './signing-keys.ts';

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

/** The refusal of each by an independent verifier: the code of its error, and the claim if there is one. */
const REFUSALS: Readonly<Record<TokenFlaw, string>> = {
  expired: 'ERR_JWT_EXPIRED exp',
  not_yet_valid: 'ERR_JWT_CLAIM_VALIDATION_FAILED nbf',
  wrong_audience: 'ERR_JWT_CLAIM_VALIDATION_FAILED aud',
  wrong_issuer: 'ERR_JWT_CLAIM_VALIDATION_FAILED iss',
  bad_signature: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  unknown_key: 'ERR_JWKS_NO_MATCHING_KEY',
  alg_none: 'ERR_JOSE_ALG_NOT_ALLOWED',
  missing_subject: 'ERR_JWT_CLAIM_VALIDATION_FAILED sub',
};

/** The checks of a client that makes every check. */
const EVERY_CHECK: JWTVerifyOptions = {
  issuer: OWN_ISSUER,
  audience: OWN_ISSUER,
  requiredClaims: ['sub'],
  currentDate: new Date(NOW),
  clockTolerance: 60,
};

/** The refusal of a token by who finds the key of its id, as clients do. */
const refusal = async (token: string, key: SigningKey): Promise<string> => {
  const keys = createLocalJWKSet({ keys: [toPublishedKey(key)] });
  const error = await jwtVerify(token, keys, { ...EVERY_CHECK, algorithms: [key.algorithm] }).then(
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

/** The change for a checker that makes every check but the one that a flaw is for; `unsigned` looks at no signature. */
const WITHOUT: Readonly<
  Record<TokenFlaw, 'unsigned' | readonly (keyof JWTVerifyOptions)[] | { readonly asOf: number }>
> = {
  expired: { asOf: NOW - 2 * 3_600_000 },
  not_yet_valid: { asOf: NOW + 3_600_000 },
  wrong_audience: ['audience'],
  wrong_issuer: ['issuer'],
  bad_signature: 'unsigned',
  unknown_key: 'unsigned',
  alg_none: 'unsigned',
  missing_subject: ['requiredClaims'],
};

const acceptWithout = async (token: string, key: SigningKey, without: (typeof WITHOUT)[TokenFlaw]): Promise<void> => {
  if (without === 'unsigned') {
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    UnsecuredJWT.decode(`${header}.${token.split('.')[1]}.`, EVERY_CHECK);
    return;
  }
  const keys = createLocalJWKSet({ keys: [toPublishedKey(key)] });
  const checks = 'asOf' in without ? { ...EVERY_CHECK, currentDate: new Date(without.asOf) } : { ...EVERY_CHECK };
  if (!('asOf' in without)) for (const check of without) delete checks[check];
  await jwtVerify(token, keys, checks);
};

for (const [whose, key] of KEYS) {
  for (const flaw of TOKEN_FLAWS) {
    test(`a token of ${whose} key that is ${flaw} is accepted by who makes every other check`, async () => {
      await acceptWithout(await signFlawed(key, CLAIMS, flaw), key, WITHOUT[flaw]);
    });
  }
}

/** The claims and headers that differ from a good token's; everything else is as it should be. */
const DIFFERENCES: Readonly<Record<TokenFlaw, object>> = {
  expired: { iat: NOW_SECONDS - 7_200, exp: NOW_SECONDS - 3_600 },
  not_yet_valid: { nbf: NOW_SECONDS + 3_600, exp: NOW_SECONDS + 7_200 },
  wrong_audience: { aud: 'https://elsewhere.test' },
  wrong_issuer: { iss: 'https://wrong-issuer.test' },
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
    assert.equal(kid === key.kid, !['unknown_key', 'alg_none'].includes(flaw));
    assert.equal(token.split('.').length, 3);
    assert.equal(token.endsWith('.'), flaw === 'alg_none');
  });
}
