import type { ApiError } from '../kernel/errors.ts';
import { refuseToken, type TokenRefusal } from '../kernel/token-refusal.ts';
import type { IdentityRow } from './claim-match.ts';
import type { Identified } from './upstream-identities.ts';
import { fewOf } from './verify-token.ts';

/** The failed check of a token that no identity, or more than one, can be used with. */
const matchRefusal = (
  { matches, mismatch, near = [] }: Identified,
  usable: readonly IdentityRow[],
  nowMillis: number,
): TokenRefusal => {
  const found = fewOf(matches.map(({ uid }) => uid));
  const [first] = matches;
  if (usable.length > 1) {
    return { check: 'several_match', reason: `identity: ${usable.length} identities match its claims`, found };
  }
  if (!first) {
    const shown = near.map(({ uid, claim, wanted, isPattern, found: values }) => {
      return { uid, claim, wanted: fewOf([wanted])[0] ?? '', isPattern, found: fewOf(values) };
    });
    return { check: 'no_match', reason: `${mismatch}: no identity matches its claims`, near: shown };
  }
  const timeMillis = Date.parse(first.staticKeys?.expirationTime ?? '');
  const reason = `identity: the static keys of ${first.uid} have expired`;
  return { check: 'identity', reason, found, timeMillis, nowMillis };
};

/** UNAUTHENTICATED for such a token. */
export const refuseMatches = (identified: Identified, usable: readonly IdentityRow[], nowMillis: number): ApiError =>
  refuseToken(
    usable.length === 0 && identified.matches.length === 1 ? 'unknown identity' : 'invalid token',
    matchRefusal(identified, usable, nowMillis),
  );
