import type { Clock } from '../kernel/clock.ts';
import type { Caller } from '../kernel/context.ts';
import { type Audiences, audiencesAt, requestOrigin } from '../kernel/request-origin.ts';
import { actorOf, limitsOf } from './access-tokens.ts';
import { KeptTokens } from './kept-tokens.ts';
import type { KeyRing } from './key-ring.ts';
import { originOf, withOrigin } from './own-issuer.ts';
import { expiryOf, factsOf, type LookedAt, type Verified } from './verified.ts';
import { audiencesOf, expiredToken, readToken, verifyClaims } from './verify-token.ts';

/** The dependencies of a check of a world's own tokens. */
export interface OwnTokensDeps {
  readonly clock: Clock;
  readonly ring: KeyRing;
  readonly issuer: string;
  /** The audiences that a token may have, the issuer among them. */
  readonly audiences: Audiences;
}

interface VerifiedOwn extends Verified {
  /** The time until which the key that signed it is valid. */
  readonly retiresMillis: number;
  /** True for a token that is for none of the listed audiences: only for the origin by which its request came. */
  readonly isForOrigin: boolean;
}

/** The callers of tokens that the world has signed itself; their identities may no longer exist. */
export class OwnTokens {
  readonly #deps: OwnTokensDeps;
  readonly #kept = new KeptTokens<VerifiedOwn>();

  constructor(deps: OwnTokensDeps) {
    this.#deps = deps;
  }

  /**
   * The caller of a token that was verified before with keys that are good now, and may be used at the host; undefined
   * for any other.
   * @throws ApiError UNAUTHENTICATED when it has expired
   */
  findCaller(token: string, host: string | undefined): Caller | undefined {
    const { clock, ring } = this.#deps;
    const verified = this.#kept.get(token);
    if (!verified || verified.version !== ring.version()) return undefined;
    if (verified.isForOrigin && !this.#isForHost(verified.caller, host)) return undefined;
    const now = clock.now();
    if (now >= verified.retiresMillis) return undefined;
    if (now >= verified.expiresMillis) throw expiredToken(verified.caller.token?.expiresMillis ?? 0, now);
    return verified.caller;
  }

  /**
   * Verifies a token that came by a host, and keeps the result.
   * @throws ApiError UNAUTHENTICATED for one that is not good
   */
  async verify(token: string, host: string | undefined): Promise<Caller> {
    const { ring, audiences } = this.#deps;
    const version = ring.version();
    const { caller, claims, kid } = await this.look(token, host);
    const retiresMillis = ring.retiresMillis(kid);
    const isForOrigin = !audiencesOf(claims).some((each) => withOrigin(audiences.listed, claims).includes(each));
    this.#kept.set(token, { caller, expiresMillis: expiryOf(claims), retiresMillis, isForOrigin, version });
    return caller;
  }

  /**
   * Verifies a token that came by a host, and keeps nothing.
   * @throws ApiError UNAUTHENTICATED for one that is not good
   */
  async look(token: string, host: string | undefined): Promise<LookedAt & { readonly kid: string }> {
    const { clock, ring, issuer } = this.#deps;
    const stated = readToken(token);
    const key = await ring.demand(stated.header.kid);
    const algorithms = [key.algorithm];
    const audiences = withOrigin(audiencesAt(this.#deps.audiences, host), stated.payload);
    const nowMillis = clock.now();
    const claims = await verifyClaims(token, key.publicKey, {
      algorithms,
      issuer: originOf(stated.payload) ?? issuer,
      audiences,
      nowMillis,
    });
    const actor = actorOf(claims);
    const limits = limitsOf(claims);
    const caller: Caller = {
      identity: claims.sub ?? '',
      token: factsOf(claims),
      ...(actor && { actor }),
      ...(limits.length > 0 && { limits }),
    };
    return { caller, claims, kid: key.kid };
  }

  #isForHost({ token }: Caller, host: string | undefined): boolean {
    const origin = requestOrigin(this.#deps.audiences.scheme, host);
    return origin !== undefined && token?.audience.includes(origin) === true;
  }
}
