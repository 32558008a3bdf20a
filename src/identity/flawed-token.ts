import type { JWTPayload } from 'jose';
import type { TokenFlaw } from '../schema/token-words.ts';
import { signClaims } from './access-tokens.ts';
import { generateSigningKey, generateUpstreamKey, type SigningKey } from './signing-keys.ts';

const HOUR = 60 * 60;

const ELSEWHERE = 'https://elsewhere.test';

/** The issuer of tokens with a wrong one: never trusted, even by the key of the issuers that the mock imitates. */
export const WRONG_ISSUER = 'https://wrong-issuer.test';

const base64url = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The token with the first character of its signature changed. */
export const breakSignature = (token: string): string => {
  const at = token.lastIndexOf('.') + 1;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
};

/** Signs claims with one flaw; everything else is right. */
export const signFlawed = async (key: SigningKey, claims: JWTPayload, flaw: TokenFlaw): Promise<string> => {
  const { iat = 0 } = claims;
  switch (flaw) {
    case 'expired':
      return signClaims(key, { ...claims, iat: iat - 2 * HOUR, exp: iat - HOUR });
    case 'not_yet_valid':
      return signClaims(key, { ...claims, nbf: iat + HOUR, exp: iat + 2 * HOUR });
    case 'wrong_audience':
      return signClaims(key, { ...claims, aud: ELSEWHERE });
    case 'wrong_issuer':
      return signClaims(key, { ...claims, iss: WRONG_ISSUER });
    case 'bad_signature':
      return breakSignature(await signClaims(key, claims));
    case 'unknown_key':
      return signClaims(await (key.algorithm === 'ES256' ? generateUpstreamKey() : generateSigningKey()), claims);
    case 'alg_none':
      return `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(claims)}.`;
    case 'missing_subject': {
      const { sub: _, ...others } = claims;
      return signClaims(key, others);
    }
  }
};
