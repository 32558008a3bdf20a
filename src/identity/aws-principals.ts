import type { Clock } from '../kernel/clock.ts';
import { rowNotFound } from '../kernel/directory.ts';
import { denied } from '../kernel/errors.ts';
import { type Audiences, audiencesAt } from '../kernel/request-origin.ts';
import type { Resource } from '../kernel/resource.ts';
import type { Rows } from '../kernel/rows.ts';
import { type AwsRequest, readAwsRequest } from './aws-request.ts';
import { type AwsMatch, type IdentityRow, matchesWhole } from './claim-match.ts';
import type { Identified } from './upstream-identities.ts';
import { fewOf, invalidToken } from './verify-token.ts';

/** A trusted principal of signed requests. A member that it leaves out is taken to be what an identity asks for. */
export interface TrustedPrincipal {
  /** 12 digits; absent for any account. */
  readonly account?: string;
  readonly arn?: string;
  readonly userId?: string;
}

/** The dependencies of a search for the identities of signed requests. */
export interface AwsPrincipalsDeps {
  readonly rows: Rows;
  readonly identities: Resource<IdentityRow>;
  readonly clock: Clock;
  readonly audiences: Audiences;
  readonly trusted: readonly TrustedPrincipal[];
}

/** The issuer that tokens made from such requests name as their origin. */
const ISSUER = 'https://sts.amazonaws.com';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Keys whose first bit behind the prefix is set encode an account; older ones, and made-up ones, mostly do not. */
const ENCODED = /^A(?:KIA|SIA)([Q-Z2-7][A-Z2-7]{8})[A-Z2-7]{7}$/;

/** The account that an access key id shows: 40 bits behind the first. Undefined for a key that shows none. */
export const accountOfKey = (accessKeyId: string): string | undefined => {
  const digits = ENCODED.exec(accessKeyId)?.[1];
  if (digits === undefined) return undefined;
  const bits = [...digits].reduce((sum, digit) => sum * 32n + BigInt(ALPHABET.indexOf(digit)), 0n);
  const account = String((bits >> 4n) & ((1n << 40n) - 1n));
  return account.length > 12 ? undefined : account.padStart(12, '0');
};

/** True if a part of a principal matches an identity; a part that is not stated matches. */
const isAsked = (stated: string | undefined, exact = '', pattern = ''): boolean => {
  if (stated === undefined) return true;
  return exact === '' ? matchesWhole(pattern, stated) : exact === stated;
};

/** The first member of a match that a principal does not have. */
const mismatchOf = ({ account, arn, userId }: TrustedPrincipal, match: AwsMatch): string | undefined => {
  if (!isAsked(account, match.awsAccount)) return 'aws_account';
  if (!isAsked(arn, match.arn, match.arnPattern)) return 'arn';
  return isAsked(userId, match.userId, match.userIdPattern) ? undefined : 'user_id';
};

/** The claims by which the distance of a principal from a match is counted. */
const DISTANCE = ['user_id', 'arn', 'aws_account'];

/** Finds the identity that a signed request of an AWS principal acts as (behaviour §10.22). */
export class AwsPrincipals {
  readonly #deps: AwsPrincipalsDeps;

  constructor(deps: AwsPrincipalsDeps) {
    this.#deps = deps;
  }

  /**
   * Reads a signed request that is for this service. `host` is the target of the request that brought it.
   * @throws ApiError UNAUTHENTICATED when it is not good, PERMISSION_DENIED when its signer is not trusted
   */
  read(token: string, host: string | undefined): AwsRequest {
    const { clock, audiences, trusted } = this.#deps;
    const request = readAwsRequest(token, clock.now());
    const accepted = audiencesAt(audiences, host);
    if (!accepted.includes(request.audience)) {
      const reason = `aud: it is for ${JSON.stringify(request.audience)}, and not for ${accepted.join(', ')}`;
      throw invalidToken('audience', reason, { wanted: accepted, found: fewOf([request.audience]) });
    }
    if (trusted.length === 0) {
      throw denied('signed requests of AWS principals are not trusted: the mock was started without --trust-aws');
    }
    return request;
  }

  /**
   * Finds out whether a signed request acts as the identity that it names, which must be `asked` if that is given.
   * @throws ApiError as `read`, and NOT_FOUND for an identity that does not exist
   */
  identify(token: string, asked: IdentityRow | undefined, host: string | undefined): Identified {
    const request = this.read(token, host);
    const { rows, identities } = this.#deps;
    if (asked && asked.uid !== request.identity) throw denied('invalid "identity"');
    const identity = rows.get(identities, request.identity);
    if (!identity) throw rowNotFound(identities, request.identity);
    const { awsIdentity } = identity;
    if (!awsIdentity) throw denied(`identity ${identity.uid} is not for AWS principals`);
    const tried = this.#principalsOf(request).map((principal) => ({
      principal,
      mismatch: mismatchOf(principal, awsIdentity),
    }));
    const found = tried.find(({ mismatch }) => mismatch === undefined);
    const nearest = DISTANCE.find((part) => tried.some(({ mismatch }) => mismatch === part)) ?? '';
    const {
      account = awsIdentity.awsAccount,
      arn = awsIdentity.arn,
      userId = awsIdentity.userId,
    } = found?.principal ?? {};
    return {
      claims: { iss: ISSUER, sub: userId ?? '', aud: request.audience },
      actor: { ...(account && { 'aws-acct': account }), ...(arn && { 'aws-arn': arn }) },
      matches: found ? [identity] : [],
      mismatch: nearest,
    };
  }

  /** The trusted principals that may have signed: of the account in the key, or all if the key shows none. */
  #principalsOf({ accessKeyId }: AwsRequest): readonly TrustedPrincipal[] {
    const ofKey = accountOfKey(accessKeyId);
    const possible = this.#deps.trusted.filter(({ account = ofKey }) => account === ofKey || ofKey === undefined);
    if (possible.length === 0) throw denied(`AWS account ${ofKey} is not trusted: the mock needs --trust-aws ${ofKey}`);
    return possible.map((principal) => (ofKey === undefined ? principal : { ...principal, account: ofKey }));
  }
}
