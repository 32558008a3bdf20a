import { errors, jwtVerify, SignJWT } from 'jose';
import { unauthenticated } from '../kernel/errors.ts';
import { ALGORITHM, type SigningKey } from './signing-keys.ts';

/** How far a token's times may be off (behaviour §9.8). */
const CLOCK_SKEW_SECONDS = 60;

/** What an access token is made with. */
export interface TokenClaims {
  /** The identity's uid. */
  readonly subject: string;
  readonly issuer: string;
  readonly audience: string;
  readonly issuedMillis: number;
  readonly ttlSeconds: number;
  /** Tells tokens of one second apart. */
  readonly id: string;
}

/** What a good token says. */
export interface VerifiedToken {
  readonly subject: string;
  readonly expiresMillis: number;
  readonly actor?: Readonly<Record<string, string>>;
}

/** Signs a bearer token for an identity (behaviour §10.2). */
export const mintToken = (key: SigningKey, claims: TokenClaims): Promise<string> => {
  const issued = Math.floor(claims.issuedMillis / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
    .setIssuer(claims.issuer)
    .setSubject(claims.subject)
    .setAudience(claims.audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + claims.ttlSeconds)
    .setJti(claims.id)
    .sign(key.privateKey);
};

const actorOf = (act: unknown): Readonly<Record<string, string>> | undefined => {
  if (typeof act !== 'object' || act === null) return undefined;
  return Object.fromEntries(
    Object.entries(act).filter((claim): claim is [string, string] => typeof claim[1] === 'string'),
  );
};

/**
 * Checks a token's signature, issuer, audience and times.
 * @throws ApiError UNAUTHENTICATED: `invalid token`, or `token expired` (behaviour §9.8)
 */
export const verifyToken = async (
  key: SigningKey,
  token: string,
  expected: Pick<TokenClaims, 'issuer' | 'audience'>,
  nowMillis: number,
): Promise<VerifiedToken> => {
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [ALGORITHM],
      issuer: expected.issuer,
      audience: expected.audience,
      currentDate: new Date(nowMillis),
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['sub', 'exp'],
    });
    const actor = actorOf(payload.act);
    return {
      subject: payload.sub ?? '',
      expiresMillis: ((payload.exp ?? 0) + CLOCK_SKEW_SECONDS) * 1000,
      ...(actor === undefined ? {} : { actor }),
    };
  } catch (error) {
    throw unauthenticated(error instanceof errors.JWTExpired ? 'token expired' : 'invalid token');
  }
};
