import type { TokenLimits } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import { TOP } from '../../kernel/uid.ts';

/** The limits of a caller's token; undefined for a token that is not limited and never expires. */
export const limitsOfToken = ({ limits = [], token }: Caller): TokenLimits | undefined => {
  const grants = limits.flat();
  const expires = token?.expiresMillis;
  if (grants.length === 0 && expires === undefined) return undefined;
  const scopes = [...new Set(grants.map((grant) => grant.at))].filter((place) => place !== TOP);
  const [first, ...others] = limits.map((limit) => new Set(limit.flatMap(({ capabilities }) => [...capabilities])));
  const cap = [...(first ?? [])].filter((capability) => others.every((other) => other.has(capability)));
  return {
    ...(first && { cap }),
    ...(scopes.length > 0 && { scopes }),
    ...(expires !== undefined && { expires: instant(expires) }),
  };
};
