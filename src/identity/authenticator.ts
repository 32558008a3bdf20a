import type { Clock } from '../kernel/clock.ts';
import type { Caller } from '../kernel/context.ts';
import { unauthenticated } from '../kernel/errors.ts';
import { type Collection, collection, type Row, type Rows } from '../kernel/rows.ts';
import type { Operation } from '../schema/operation.ts';
import { type VerifiedToken, verifyToken } from './access-tokens.ts';
import type { SigningKey } from './signing-keys.ts';

/** Opaque bearer tokens that fixtures name; a row's uid is the token itself. */
export const namedTokens = collection<Row & { readonly identity: string }>('namedTokens');

const BEARER = /^bearer +(\S+) *$/i;
const MAX_TOKEN_LENGTH = 16 * 1024;
const KEPT_TOKENS = 10_000;

/** What an authenticator needs of its world. */
export interface AuthenticatorParts {
  readonly rows: Rows;
  readonly identities: Collection;
  readonly clock: Clock;
  readonly key: Promise<SigningKey>;
  /** The issuer and audience of the world's own tokens. */
  readonly issuer: string;
}

const ANONYMOUS: Caller = { identity: '' };

/**
 * Tells who a request speaks for: by a token signed with the world's key, or one that a fixture names. Keeps what
 * it verified, since a signature costs more than the rest of a call; times and the identity are looked at each time.
 */
export const createAuthenticator = (
  parts: AuthenticatorParts,
): ((authorization: string | undefined, auth: Operation['auth']) => Caller | Promise<Caller>) => {
  const { rows, identities, clock, issuer } = parts;
  const verified = new Map<string, VerifiedToken>();

  const callerOf = ({ subject, expiresMillis, actor }: VerifiedToken): Caller => {
    if (clock.now() >= expiresMillis) throw unauthenticated('token expired');
    if (!rows.get(identities, subject)) throw unauthenticated('unknown identity');
    return actor === undefined ? { identity: subject } : { identity: subject, actor };
  };

  const verify = async (token: string): Promise<Caller> => {
    const checked = await verifyToken(await parts.key, token, { issuer, audience: issuer }, clock.now());
    if (verified.size >= KEPT_TOKENS) verified.clear();
    verified.set(token, checked);
    return callerOf(checked);
  };

  return (authorization, auth) => {
    if (authorization === undefined) {
      if (auth === 'open') return ANONYMOUS;
      throw unauthenticated('missing bearer token');
    }
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw unauthenticated('malformed authorization header');
    const known = verified.get(token);
    if (known) return callerOf(known);
    const named = rows.get(namedTokens, token);
    if (named) return callerOf({ subject: named.identity, expiresMillis: Number.POSITIVE_INFINITY });
    if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated('invalid token');
    return verify(token);
  };
};
