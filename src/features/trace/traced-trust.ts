import type { TrustedPrincipal } from '../../identity/aws-principals.ts';
import type { TrustedIssuer } from '../../identity/trusted-issuers.ts';
import { hideInTarget } from '../journal/hidden-names.ts';
import type { Hide } from '../journal/redacted.ts';

/** The third parties whose tokens and signed requests a mock takes; missing if there are none. */
export interface TracedTrust {
  readonly trusted?: readonly TrustedIssuer[];
  readonly trustedAws?: readonly TrustedPrincipal[];
}

/** The members of keys that are public (RFC 7518): a key set may have others, and secrets of both parties. */
const PUBLIC: ReadonlySet<string> = new Set(['kty', 'kid', 'alg', 'use', 'key_ops', 'crv', 'x', 'y', 'n', 'e']);

const redactedUrl = (text: string, hide: Hide): string => {
  const { origin, pathname, search } = new URL(text);
  return `${origin}${hideInTarget(`${pathname}${search}`, hide)}`;
};

const redactedKeys = (keys: TrustedIssuer['keys'], hide: Hide): TrustedIssuer['keys'] => {
  if (keys === 'any') return keys;
  if ('url' in keys) return { url: redactedUrl(keys.url, hide) };
  const shown = keys.jwks.keys
    .filter(({ kty }) => kty !== 'oct')
    .map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => PUBLIC.has(name))));
  return { jwks: { keys: shown } };
};

/** The third parties that a mock trusts, without what only they know. */
export const trustOf = (
  trusted: readonly TrustedIssuer[],
  trustedAws: readonly TrustedPrincipal[],
  hide: Hide,
): TracedTrust => ({
  ...(trusted.length > 0 && {
    trusted: trusted.map(({ issuer, keys }) => ({ issuer, keys: redactedKeys(keys, hide) })),
  }),
  ...(trustedAws.length > 0 && { trustedAws }),
});
