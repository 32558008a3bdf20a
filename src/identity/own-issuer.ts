import type { JWTPayload } from 'jose';

/** The claim of a token of the mock by which it says for which origin it was made, if that is not the mock's own URL. */
const ORIGIN_CLAIM = 'mock_origin';

/** The address of the mock. */
export interface OwnAddress {
  /** The world's own issuer. */
  readonly issuer: string;
  /** The issuer for a caller who came by a host; the world's own unless given. */
  readonly issuerAt?: ((host: string | undefined) => string) | undefined;
}

/** The claim of a token that says for which origin it was made: none if that is the mock's own. */
export const originClaim = (issuer: string, own: string): Readonly<Record<string, string>> =>
  issuer === own ? {} : { [ORIGIN_CLAIM]: issuer };

/** The issuer of a token that is made for a caller who came by a host, and the claim that says so. */
export const issuedAt = (
  { issuer: own, issuerAt = () => own }: OwnAddress,
  host: string | undefined,
): { readonly issuer: string; readonly origin: Readonly<Record<string, string>> } => {
  const issuer = issuerAt(host);
  return { issuer, origin: originClaim(issuer, own) };
};

/** The origin that a token says it was made for. */
export const originOf = (claims: JWTPayload): string | undefined => {
  const origin = claims[ORIGIN_CLAIM];
  return typeof origin === 'string' ? origin : undefined;
};

/** True for a token that states the mock as its issuer, by its own URL or by the origin that it was made for. */
export const isOwn = (claims: JWTPayload, issuer: string): boolean =>
  claims.iss === issuer || (claims.iss !== undefined && claims.iss === originOf(claims));

/** Audiences with the origin that a token was made for: a token that the mock has signed is for the mock by that, too. */
export const withOrigin = (audiences: readonly string[], claims: JWTPayload): readonly string[] => {
  const origin = originOf(claims);
  return origin === undefined ? audiences : [...audiences, origin];
};
