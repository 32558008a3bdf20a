import { instant } from '../kernel/clock.ts';
import type { ApiError } from '../kernel/errors.ts';
import { isAwsRequest } from './aws-request.ts';
import { isRefreshToken } from './refresh-tokens.ts';
import { invalidToken, MAX_TOKEN_LENGTH, tooLongToken } from './verify-token.ts';

/** A SCIM token: its identity provider, and when it was revoked, if it was. */
export interface ScimToken {
  /** The uid of the provider. */
  readonly provider: string;
  readonly revokeTime?: string;
}

/** Finds the provider of a SCIM token; undefined for any other text. */
export type FindScimToken = (token: string) => ScimToken | undefined;

/** True for a token of three parts, as signed JSON Web Tokens are. */
export const hasParts = (token: string): boolean => token.split('.', 4).length === 3;

const refuseScim = ({ provider, revokeTime }: ScimToken, nowMillis: number): ApiError => {
  const found = [provider];
  if (revokeTime === undefined) {
    return invalidToken('type', `form: it is the SCIM token of ${provider}, and SCIM is not served`, { found });
  }
  const timeMillis = Date.parse(revokeTime);
  const reason = `form: it is a SCIM token of ${provider}, which was revoked at ${instant(timeMillis)}`;
  return invalidToken('revoked', reason, { found, timeMillis, nowMillis });
};

/** The refusal of a token that does not have the parts of a signed one, and that no fixture names. */
export const refuseOpaque = (token: string, findScim: FindScimToken, nowMillis: number): ApiError => {
  if (token.length > MAX_TOKEN_LENGTH) return tooLongToken();
  const scim = findScim(token);
  if (scim) return refuseScim(scim, nowMillis);
  if (isAwsRequest(token)) return invalidToken('type', 'form: it is a signed request, which only an exchange takes');
  if (isRefreshToken(token)) return invalidToken('type', 'form: it is a refresh token, which only a refresh takes');
  return invalidToken('named_token', 'form: it is not a signed JSON Web Token, and no fixture names it');
};
