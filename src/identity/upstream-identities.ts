import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { Clock } from '../kernel/clock.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Collection, Rows, Selection } from '../kernel/rows.ts';
import type { NearIdentity } from '../kernel/token-refusal.ts';
import { BoundedCache } from '../schema/bounded-cache.ts';
import { claimMismatch, findStaticMismatch, type IdentityRow, type Mismatch } from './claim-match.ts';
import { isUnsigned, type TrustedIssuers, UPSTREAM_ALGORITHMS, unsignedToken } from './trusted-issuers.ts';
import { fewOf, invalidToken, type KeySource, readToken, type StatedToken, verifyClaims } from './verify-token.ts';

/** The identities of an upstream token. */
export interface Identified {
  readonly claims: JWTPayload;
  /** What tokens made from it say about their origin, beside `claims`. */
  readonly actor?: Readonly<Record<string, string>>;
  /** The identities that it acts as. */
  readonly matches: readonly IdentityRow[];
  /** The claim by which the nearest identity fails to match. */
  readonly mismatch: string;
  /** The nearest identities that do not match, the nearest first. */
  readonly near?: readonly NearIdentity[];
}

/** The dependencies of a search for the identities of upstream tokens. */
export interface UpstreamDeps {
  readonly rows: Rows;
  readonly identities: Collection<IdentityRow>;
  readonly clock: Clock;
  readonly trust: TrustedIssuers;
}

/** The most identities that a refusal names which nearly match. */
const MAX_NEAR = 5;

/** The refusal of a token whose issuer's static keys are not a key set (behaviour §10.3). */
const unreadableKeys = (): ApiError =>
  invalidToken('unreadable_keys', 'iss: the static keys for its issuer are not a JSON Web Key Set');

/** The most key sets of other subjects that are tried, only to name the claim by which a token misses. */
const MAX_STRANGERS = 16;
const CACHED_KEY_SETS = 1_000;

/** The identities whose issuer is not one text: patterns must be tried one by one. */
const WITHOUT_ISSUER: Selection = {
  key: 'claimMatch without issuer',
  intervals: [{ from: '', to: '~' }],
  where: (row) => {
    const { claimMatch } = row as IdentityRow;
    return claimMatch !== undefined && (claimMatch.issuer ?? '') === '';
  },
  order: [],
};

/** The results so far of comparing a token with identities. */
class Findings {
  claims: JWTPayload | undefined;
  readonly matches: IdentityRow[] = [];
  #refusal: ApiError | undefined;
  readonly #near: (Mismatch & { readonly uid: string })[] = [];
  #isUnreadable = false;

  /** Notes the first refusal of the token; any other failure is thrown on. */
  readonly refused = (error: unknown): undefined => {
    if (!(error instanceof ApiError)) throw error;
    this.#refusal ??= error;
  };

  /** Notes that a token fails to match an identity. Among equal misses the one of the lowest uid is the nearest. */
  noteMiss({ uid }: IdentityRow, miss: Mismatch): void {
    const near = this.#near;
    const place = near.findIndex(({ passed, uid: other }) =>
      miss.passed === passed ? uid < other : miss.passed > passed,
    );
    if (place < 0 && near.length === MAX_NEAR) return;
    near.splice(place < 0 ? near.length : place, 0, { ...miss, uid });
    if (near.length > MAX_NEAR) near.pop();
  }

  /** Notes that the keys which would vouch for the token cannot be read; a refusal by other keys comes first. */
  noteUnreadable(): void {
    this.#isUnreadable = true;
  }

  /**
   * Ends the search.
   * @throws ApiError UNAUTHENTICATED if no issuer or key has vouched for the claims: the first refusal, else
   *   the one that `unvouched` makes
   */
  result(unvouched: () => ApiError): Identified {
    if (!this.claims) throw this.#refusal ?? (this.#isUnreadable ? unreadableKeys() : unvouched());
    const matches = this.matches.sort((a, b) => (a.uid < b.uid ? -1 : 1));
    return { claims: this.claims, matches, mismatch: this.#near[0]?.claim ?? 'iss', near: this.#near };
  }
}

/** Finds the identities that a third party's token acts as (behaviour §10.3, §10.4). */
export class UpstreamIdentities {
  readonly #deps: UpstreamDeps;
  readonly #keySets = new BoundedCache<string, KeySource | null>(CACHED_KEY_SETS);

  constructor(deps: UpstreamDeps) {
    this.#deps = deps;
  }

  /**
   * Checks a token and looks for its identities, among all identities or as one of them. Claims are compared only
   * once the signature is known to be good. `host` is the target of the request that brought it.
   * @throws ApiError UNAUTHENTICATED when no trusted principal has signed it, or it is too old; by the
   *   check `unreadable_keys` when the keys that it needs are not a key set
   */
  async identify(token: string, only?: IdentityRow, host?: string): Promise<Identified> {
    const { clock, trust } = this.#deps;
    const stated = readToken(token);
    const nowMillis = clock.now();
    const found = new Findings();
    found.claims = await trust.verify(token, stated, nowMillis, host).catch(found.refused);
    if (found.claims) {
      for (const identity of this.#findCandidates(stated, only)) {
        const miss = claimMismatch(identity.claimMatch ?? {}, stated.payload);
        if (miss) found.noteMiss(identity, miss);
        else found.matches.push(identity);
      }
    }
    await this.#tryStaticKeys(token, stated, nowMillis, found, only);
    return found.result(() => this.#refuseUnvouched(token, stated));
  }

  /** The refusal of a token whose signature nobody could check. */
  #refuseUnvouched(token: string, stated: StatedToken): ApiError {
    if (isUnsigned(stated, token)) return unsignedToken(stated);
    return invalidToken('issuer', 'iss: nobody vouches for its issuer, and no identity has its keys', {
      wanted: fewOf(this.#deps.trust.issuers),
      found: fewOf([stated.issuer]),
    });
  }

  /** The identities whose claim match may hold for a token: of its issuer, or of a pattern of issuers. */
  #findCandidates({ issuer }: StatedToken, only: IdentityRow | undefined): readonly IdentityRow[] {
    if (only) return only.claimMatch ? [only] : [];
    const { rows, identities } = this.#deps;
    const patterns = rows.select(identities, WITHOUT_ISSUER);
    return [
      ...rows.by(identities, 'claimMatch.issuer', issuer),
      ...Array.from({ length: patterns.size }, (_, at) => patterns.at(at).row),
    ];
  }

  /** Tries the keys of the identities that have some of their own, each set of keys once. */
  async #tryStaticKeys(
    token: string,
    { issuer, subject, payload }: StatedToken,
    nowMillis: number,
    found: Findings,
    only: IdentityRow | undefined,
  ): Promise<void> {
    const { rows, identities } = this.#deps;
    if (only?.staticKeys && !this.#keysOf(only.staticKeys.issuerKeys)) return found.noteUnreadable();
    const keyed = (only ? [only] : rows.by(identities, 'staticKeys.issuer', issuer)).filter(
      ({ staticKeys }) => staticKeys?.issuer === issuer,
    );
    if (keyed.length === 0) return;
    const expected = { algorithms: UPSTREAM_ALGORITHMS, issuer, nowMillis };
    const tried = new Map<string, JWTPayload | undefined>();
    const compare = async (identity: IdentityRow): Promise<void> => {
      const { issuerKeys = '', ...others } = identity.staticKeys ?? {};
      const keys = this.#keysOf(issuerKeys);
      if (!keys) found.noteUnreadable();
      if (!tried.has(issuerKeys)) {
        tried.set(issuerKeys, keys ? await verifyClaims(token, keys, expected).catch(found.refused) : undefined);
      }
      const signed = tried.get(issuerKeys);
      if (!signed) return;
      found.claims = signed;
      const miss = findStaticMismatch(others, payload);
      if (miss) found.noteMiss(identity, miss);
      else found.matches.push(identity);
    };
    const isOfSubject = ({ staticKeys }: IdentityRow): boolean => staticKeys?.subject === subject;
    for (const identity of keyed.filter(isOfSubject)) await compare(identity);
    if (found.matches.length > 0) return;
    const strangers = keyed.filter((identity) => !isOfSubject(identity));
    const most = tried.size + MAX_STRANGERS;
    for (const identity of strangers) {
      if (tried.size < most) await compare(identity);
    }
  }

  #keysOf(text = ''): KeySource | null {
    let keys = this.#keySets.get(text);
    if (keys === undefined) {
      keys = keySetOf(text);
      this.#keySets.set(text, keys);
    }
    return keys;
  }
}

/** The JSON Web Key Set of a text (RFC 7517); null for any other text, since callers may store any (behaviour §5.3). */
const keySetOf = (text: string): KeySource | null => {
  try {
    const set = JSON.parse(text) as JSONWebKeySet;
    return set.keys.every((key?: { readonly kty?: unknown } | null) => typeof key?.kty === 'string')
      ? createLocalJWKSet(set)
      : null;
  } catch {
    return null;
  }
};
