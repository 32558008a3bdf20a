import type { NearIdentity as IdentityView, TokenRefusal as RefusalView } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import type { NearIdentity, TokenRefusal } from '../../kernel/token-refusal.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { TokenCheck, TokenFlaw } from '../../schema/token-words.ts';

/** The flaw with which a token is minted that fails a check. */
const FLAWS: Partial<Record<TokenCheck, TokenFlaw>> = {
  expired: 'expired',
  not_yet_valid: 'not_yet_valid',
  audience: 'wrong_audience',
  issuer: 'wrong_issuer',
  signature: 'bad_signature',
  key: 'unknown_key',
  subject: 'missing_subject',
};

const showNear = (
  { uid, claim, wanted, isPattern, found }: NearIdentity,
  nameOf: (uid: string) => string,
): IdentityView => ({
  identity: uid,
  name: nameOf(uid),
  claim,
  ...(isPattern ? { pattern: wanted } : { wanted }),
  found,
});

const timeOf = (millis: number | undefined): string | undefined => (millis === undefined ? undefined : instant(millis));

/** The check that a token has failed, as the control plane shows it, with the names that identities have now. */
export const showRefusal = (refusal: TokenRefusal, nameOf: (uid: string) => string): RefusalView => {
  const { check, reason, wanted, found, timeMillis, nowMillis, skewSeconds, near } = refusal;
  return {
    check,
    reason,
    ...omitUndefined({
      wanted,
      found,
      time: timeOf(timeMillis),
      now: timeOf(nowMillis),
      skewSeconds,
      near: near?.map((each) => showNear(each, nameOf)),
      flaw: check === 'algorithm' && found?.[0] === 'none' ? 'alg_none' : FLAWS[check],
    }),
  };
};
