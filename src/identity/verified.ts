import type { JWTPayload } from 'jose';
import type { Caller, TokenFacts } from '../kernel/context.ts';
import { audiencesOf, CLOCK_SKEW_SECONDS } from './verify-token.ts';

/** A verified token, and until when it is valid. */
export interface Verified {
  readonly caller: Caller;
  readonly expiresMillis: number;
  /** The version of the rows that it was checked against: keys for own tokens, identities for upstream ones. */
  readonly version: number;
}

/** A verified token: its caller, and its claims. */
export interface LookedAt {
  readonly caller: Caller;
  readonly claims: JWTPayload;
}

/** The facts about a token in its claims. */
export const factsOf = (claims: JWTPayload): TokenFacts => ({
  issuer: claims.iss ?? '',
  subject: claims.sub ?? '',
  audience: audiencesOf(claims),
  ...(claims.iat === undefined ? {} : { issuedMillis: claims.iat * 1000 }),
  ...(claims.exp === undefined ? {} : { expiresMillis: claims.exp * 1000 }),
  ...(typeof claims.email === 'string' ? { email: claims.email } : {}),
});

/** The time at which a token expires, in milliseconds: some time after its `exp`, since clocks differ. */
export const expiryOf = ({ exp = 0 }: JWTPayload): number => (exp + CLOCK_SKEW_SECONDS) * 1000;

/** The upstream identity of a token: every member is a text (clients §2.4). */
export const actorOfClaims = (claims: JWTPayload): Readonly<Record<string, string>> => ({
  iss: claims.iss ?? '',
  sub: claims.sub ?? '',
  aud: audiencesOf(claims).join(','),
});

/** The most tokens in a cache. */
const MAX_TOKENS = 10_000;
/** The most characters of them in total: the claims of a token take a few times its length. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Verified tokens by their text, bounded by number and by size: the oldest are dropped first. */
export class TokenCache<Verified> {
  readonly #tokens = new Map<string, Verified>();
  #characters = 0;

  /** The numbers of cached tokens and of their characters. */
  get size(): { readonly tokens: number; readonly characters: number } {
    return { tokens: this.#tokens.size, characters: this.#characters };
  }

  get(token: string): Verified | undefined {
    return this.#tokens.get(token);
  }

  set(token: string, verified: Verified): void {
    this.#drop(token);
    this.#tokens.set(token, verified);
    this.#characters += token.length;
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size <= MAX_TOKENS && this.#characters <= MAX_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(token: string): void {
    if (this.#tokens.delete(token)) this.#characters -= token.length;
  }
}
