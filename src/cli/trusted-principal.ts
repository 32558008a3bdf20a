import { FlagRefusal } from '../command/command-failure.ts';
import type { TrustedPrincipal } from '../identity/aws-principals.ts';

const PRINCIPAL = /^(\d{12})(?:=(arn:aws[\w-]*:(?:iam|sts)::(\d{12}):[^#\s]+)(?:#([^#\s]+))?)?$/;

/**
 * Reads an AWS principal whose signed requests are trusted, from `ACCOUNT[=ARN[#USER_ID]]|any`.
 * @throws FlagRefusal when it is not that
 */
export const trustedPrincipalOf = (text: string): TrustedPrincipal => {
  if (text === 'any') return {};
  const [, account, arn, accountOfArn, userId] = PRINCIPAL.exec(text) ?? [];
  if (account === undefined) {
    throw new FlagRefusal(
      `--trust-aws ${text}: it must be an account of 12 digits, optionally "=", an ARN of iam or sts, "#" and a user id; or "any"`,
    );
  }
  if (accountOfArn !== undefined && accountOfArn !== account) {
    throw new FlagRefusal(`--trust-aws ${text}: the ARN is of the account ${accountOfArn}`);
  }
  return { account, ...(arn !== undefined && { arn }), ...(userId !== undefined && { userId }) };
};
