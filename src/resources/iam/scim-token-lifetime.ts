import { instant } from '../../kernel/clock.ts';
import type { Violations } from '../../kernel/context.ts';
import { forbidTrueBeside } from '../../schema/field-rules.ts';
import { violationByName } from '../../schema/field-violation.ts';
import { durationMillis } from '../../schema/scalars.ts';

/** The requested lifetime of a new SCIM token. */
export interface Lifetime {
  readonly expireTime?: string;
  readonly neverExpires?: boolean;
}

const DEFAULT_YEARS = 1;
const MAX_YEARS = 2;
const DEFAULT_OVERLAP = '3600s';
const MAX_OVERLAP_MILLIS = 24 * 3_600_000;

/** A token that never expires has no time at which it does. */
export const NEVER_OR_THEN = forbidTrueBeside('neverExpires', 'expireTime');

const yearsLater = (nowMillis: number, years: number): number => {
  const date = new Date(nowMillis);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
};

/** Adds the violations of a lifetime: it must end in the future and within two years. */
export const checkLifetime = ({ expireTime }: Lifetime, nowMillis: number, found: Violations): void => {
  if (expireTime === undefined) return;
  const end = Date.parse(expireTime);
  if (end <= nowMillis) found.push(violationByName('expireTime', 'must be in the future'));
  else if (end > yearsLater(nowMillis, MAX_YEARS)) {
    found.push(violationByName('expireTime', `must be at most ${MAX_YEARS} years from now`));
  }
};

/** The time at which a token of the lifetime expires: in one year by default, `undefined` for never. */
export const expiryOf = ({ expireTime, neverExpires }: Lifetime, nowMillis: number): string | undefined =>
  neverExpires ? undefined : (expireTime ?? instant(yearsLater(nowMillis, DEFAULT_YEARS)));

/** The overlap that a caller requests: one hour by default, `0s` for none. */
export const overlapOf = (overlap: string | undefined): string => overlap ?? DEFAULT_OVERLAP;

/** The overlap for which the previous token is accepted, in milliseconds: a day at most (behaviour §5.6). */
export const overlapMillisOf = (overlap: string): number => Math.min(durationMillis(overlap), MAX_OVERLAP_MILLIS);
