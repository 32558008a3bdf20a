import type { JWTPayload } from 'jose';
import type { Row } from '../kernel/rows.ts';
import type { NearIdentity } from '../kernel/token-refusal.ts';
import { BoundedCache } from '../schema/bounded-cache.ts';
import { compileRe2 } from '../schema/re2.ts';
import { audiencesOf } from './verify-token.ts';

const CACHED_PATTERNS = 256;
/** Steps that one match may take: a tenth of a second. A claim of a kilobyte has some thousand for each character. */
const MAX_STEPS = 4_000_000;

const compiled = new BoundedCache<string, ReturnType<typeof compileRe2>>(CACHED_PATTERNS);

/**
 * True when an RE2 expression matches the whole text (behaviour §10.3). An invalid expression matches nothing, and
 * neither does one that would take too long: the time is linear in the expression and in the text.
 */
export const matchesWhole = (pattern: string, text: string): boolean => {
  if (!compiled.has(pattern)) compiled.set(pattern, compileRe2(pattern));
  const known = compiled.get(pattern);
  return known !== undefined && known.programSize() * text.length <= MAX_STEPS && known.matches(text);
};

/** The claims of tokens that act as an identity (behaviour §5.3). */
interface ClaimMatch {
  readonly issuer?: string;
  readonly issuerPattern?: string;
  readonly subject?: string;
  readonly subjectPattern?: string;
  readonly audience?: string;
  readonly audiencePattern?: string;
  readonly claims?: Readonly<Record<string, string>>;
  readonly claimPatterns?: Readonly<Record<string, string>>;
}

/** The keys that sign the tokens of an identity, and the facts of those tokens. */
export interface StaticKeys {
  readonly issuer?: string;
  readonly subject?: string;
  readonly issuerKeys?: string;
  readonly expirationTime?: string;
  readonly audiences?: readonly string[];
}

/** The AWS principals that act as an identity. */
export interface AwsMatch {
  readonly awsAccount?: string;
  readonly arn?: string;
  readonly arnPattern?: string;
  readonly userId?: string;
  readonly userIdPattern?: string;
}

/** The members of an identity that decide its callers, and the contents of its tokens. */
export interface IdentityRow extends Row {
  readonly email?: string;
  readonly lastSeenTime?: string;
  readonly claimMatch?: ClaimMatch;
  readonly staticKeys?: StaticKeys;
  readonly awsIdentity?: AwsMatch;
  readonly servicePrincipal?: string;
}

/** The claim by which a token fails to match an identity, with its values, and how many claims matched before it. */
export interface Mismatch extends Omit<NearIdentity, 'uid'> {
  readonly passed: number;
}

/** A claim's values as texts: its own, or the items of a list; deeper values are ignored. */
const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .map(String);

type Rule = readonly [claim: string, values: readonly string[], exact: string | undefined, pattern: string | undefined];

const holds = ([, values, exact, pattern]: Rule): boolean =>
  values.some((value) => (exact !== undefined ? value === exact : matchesWhole(pattern ?? '', value)));

const findBroken = (rules: readonly Rule[]): Mismatch | undefined => {
  const passed = rules.findIndex((rule) => !holds(rule));
  const broken = rules[passed];
  if (!broken) return undefined;
  const [claim, found, exact, pattern = ''] = broken;
  return { claim, passed, wanted: exact ?? pattern, isPattern: exact === undefined, found };
};

/** An exact value has precedence over a pattern; an empty one counts as missing. */
const rule = (claim: string, values: readonly string[], exact = '', pattern = ''): Rule => [
  claim,
  values,
  exact === '' && pattern !== '' ? undefined : exact,
  pattern,
];

/**
 * The first claim by which a token does not match; undefined when it acts as an identity with this match. Issuer and
 * subject are compared byte for byte, patterns match the whole value, the audience counts if it is set, and all other
 * claims that are named must be there (behaviour §10.3).
 */
export const claimMismatch = (match: ClaimMatch, claims: JWTPayload): Mismatch | undefined => {
  const { issuer, issuerPattern, subject, subjectPattern, audience = '', audiencePattern = '' } = match;
  const audienceIsSet = audience !== '' || audiencePattern !== '';
  return findBroken([
    rule('iss', textsOf(claims.iss), issuer, issuerPattern),
    rule('sub', textsOf(claims.sub), subject, subjectPattern),
    ...(audienceIsSet ? [rule('aud', audiencesOf(claims), audience, audiencePattern)] : []),
    ...Object.entries(match.claims ?? {}).map(([name, exact]): Rule => [name, textsOf(claims[name]), exact, undefined]),
    ...Object.entries(match.claimPatterns ?? {}).map(
      ([name, pattern]): Rule => [name, textsOf(claims[name]), undefined, pattern],
    ),
  ]);
};

/** The first claim that does not match an identity with keys of its own; the signature is checked elsewhere. */
export const findStaticMismatch = (
  { issuer = '', subject = '', audiences = [] }: StaticKeys,
  claims: JWTPayload,
): Mismatch | undefined => {
  const found = findBroken([rule('iss', textsOf(claims.iss), issuer), rule('sub', textsOf(claims.sub), subject)]);
  if (found) return found;
  const [wanted] = audiences;
  const sent = audiencesOf(claims);
  if (wanted === undefined || sent.includes(wanted)) return undefined;
  return { claim: 'aud', passed: 2, wanted, isPattern: false, found: sent };
};

/** True unless the keys of an identity have expired (behaviour §10.5). */
export const isUsable = ({ staticKeys }: IdentityRow, nowMillis: number): boolean =>
  staticKeys?.expirationTime === undefined || nowMillis < Date.parse(staticKeys.expirationTime);
