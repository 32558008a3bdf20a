import { createRemoteJWKSet, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose';

interface Discovery {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly [member: string]: unknown;
}

/** The discovery document of an issuer. */
export const discoveryOf = async (issuer: string): Promise<Discovery> => {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  if (answer.status !== 200) throw new Error(`${issuer} has no discovery: ${answer.status}`);
  return (await answer.json()) as Discovery;
};

/**
 * Verifies a token as any client would: with the keys that its issuer's discovery names. @throws jose's error when the token is invalid
 */
export const verifiedBy = async (issuer: string, token: string, now = new Date()): Promise<JWTVerifyResult> => {
  const { jwks_uri: keys, issuer: stated } = await discoveryOf(issuer);
  if (stated !== issuer) throw new Error(`the discovery of ${issuer} names ${stated}`);
  return jwtVerify(token, createRemoteJWKSet(new URL(keys)), { issuer, currentDate: now });
};

/** The claims of a token, unverified. */
export const claimsOf = (token: string): JWTPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as JWTPayload;
