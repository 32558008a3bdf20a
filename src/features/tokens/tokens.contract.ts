import { durationText, lifeText } from '../../plane/time-texts.contract.ts';
import { identityName } from '../../plane/values.contract.ts';
import { z } from '../../plane/zod.contract.ts';
import { plainUrlPattern } from '../../schema/formats.ts';
import { CI_SUBJECT_FORM, ISSUER_NAME, TOKEN_FLAWS } from '../../schema/token-words.ts';
import { UID } from '../../schema/uid.ts';

const ttl = lifeText('must be a duration of at least a second, such as "1h"')
  .optional()
  .openapi({ description: 'The time for which it is valid; an hour unless given.', example: '1h' });

const audience = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .optional()
  .describe('The audience of the token: the mock itself unless given.');

/** The flaw that a token has on purpose. */
export const tokenFlaw = z.enum(TOKEN_FLAWS).openapi('TokenFlaw', {
  description: 'The one thing that is wrong with a token, so that the API refuses it with 401.',
  example: 'expired',
});
const flaw = tokenFlaw.optional();

/** The rule in OpenAPI: an issuer and a subject go together. */
const BOTH: object = { dependentRequired: { issuer: ['subject'], subject: ['issuer'] } };

/** The token of the mock to mint: its identity, life (`1h`), audience, scopes and flaw. */
export const mintToken = z
  .strictObject({
    identity: identityName.optional().openapi({ example: 'ci-bot' }),
    issuer: z
      .string()
      .min(1)
      .optional()
      .describe('With `subject`, instead of `identity`: the identity that tokens of that issuer act as.'),
    subject: z.string().min(1).optional().describe('The subject of those tokens.'),
    ttl,
    audience,
    scopes: z
      .array(z.string().regex(UID, 'must be the uid of a group'))
      .min(1)
      .optional()
      .describe('The uids of the groups that the token is confined to.'),
    flaw,
  })
  .superRefine(({ identity, issuer, subject }, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', path: ['identity'], message });
    if (identity === undefined) {
      if (issuer === undefined || subject === undefined) {
        refuse('either identity, or issuer and subject, must be given');
      }
    } else if (issuer !== undefined || subject !== undefined) refuse('does not go with issuer and subject');
  })
  .openapi('MintToken', {
    description: 'A token to mint: of an identity, or of the one that tokens of an issuer and subject act as.',
    oneOf: [{ required: ['identity'] }, { required: ['issuer'] }],
    ...BOTH,
  });

/** Any URL, or the name of an issuer that the mock plays. */
const ISSUER = new RegExp(`${ISSUER_NAME.source}|:`);

/** The token to mint as a third party would: its issuer, its subject and further claims. */
export const mintUpstreamToken = z
  .strictObject({
    issuer: z.string().regex(ISSUER, 'must be a URL, or a name of letters, digits, dots and dashes').openapi({
      description: 'A name, for an issuer whose pages the mock serves, or any URL.',
      example: 'https://token.actions.example.com',
    }),
    subject: z.string().min(1).openapi({
      description: 'The subject, as that issuer would write it.',
      example: 'repo:example@1001/app@2002:ref:refs/heads/main',
    }),
    ttl,
    audience: audience.describe(
      'The audience of the token; unless given, the one that the identity asks for in its claim match, else the mock itself.',
    ),
    claims: z.record(z.string(), z.unknown()).optional().describe('Further claims, as they appear in the token.'),
    flaw,
  })
  .openapi('MintUpstreamToken', { description: 'A token to mint as a third party would.' });

const token = z.string().describe('The bearer token.');
const expireTime = z.string().describe('The time from which it is not accepted any more.');

/** A minted token, the uid of its identity, and when it expires (RFC 3339 in UTC). */
export const mintedToken = z
  .object({
    token,
    identity: z.string().describe('The uid of the identity that it acts as.'),
    expireTime,
  })
  .openapi('MintedToken', { description: 'A minted token.' });

/** A minted upstream token, its issuer, and when it expires (RFC 3339 in UTC). */
export const mintedUpstreamToken = z
  .object({
    token: z.string().describe('The token, to be exchanged or used as it is.'),
    issuer: z.string().describe('Its issuer.'),
    expireTime,
  })
  .openapi('MintedUpstreamToken', { description: 'A minted token of a third party.' });

/** The time for which the previous key stays valid, such as `1h`. */
export const rotateKeys = z
  .strictObject({
    overlap: durationText('must be a duration such as "1h"')
      .refine((text) => !text.startsWith('-'), 'must be a duration such as "1h"')
      .optional()
      .openapi({
        description: 'The time for which tokens of the previous key stay valid; a day unless given.',
        example: '1h',
      }),
  })
  .openapi('RotateKeys', { description: 'The change of the key that signs tokens.' });

/** The key that signs from now on. */
export const rotatedKeys = z
  .object({ kid: z.string().describe('The id of the key that signs from now on.') })
  .openapi('RotatedKeys', { description: 'The key that signs from now on.' });

/** The workflow that asks, unless a request names another. */
export const CI_SUBJECT = 'repo:example@1001/app@2002:ref:refs/heads/main';
/** The issuer of the tokens of workflows, unless a request names another. */
export const CI_ISSUER = 'https://token.actions.githubusercontent.com';

const CI_ISSUER_FORM = new RegExp(`^${plainUrlPattern('http', 'https')}$`);

/** The query of a request for the token of a workflow; a client adds a version of its own. */
export const ciTokenQuery = z.looseObject({
  audience: z.string().min(1, 'must not be empty').optional().openapi({
    description: 'The audience of the token; unless given, the page of the owner of the repository.',
    example: 'token.actions.example.com',
  }),
  subject: z
    .string()
    .regex(
      CI_SUBJECT_FORM,
      'must be "repo:OWNER/NAME:" with "ref:refs/heads/NAME", "ref:refs/tags/NAME", "environment:NAME" (a colon in NAME as %3A) or "pull_request"; POST upstream-tokens makes a token with any other subject',
    )
    .optional()
    .openapi({
      description: 'The workflow that asks: of a branch, a tag, an environment or a pull request of a repository.',
      example: CI_SUBJECT,
    }),
  issuer: z.string().regex(CI_ISSUER_FORM, 'must be an http or https URL without a query').optional().openapi({
    description: 'The URL of the issuer, for a server of an enterprise.',
    example: CI_ISSUER,
  }),
});

/** The token of a workflow. */
export const ciToken = z
  .object({ value: z.string().describe('The token, to be exchanged.') })
  .openapi('CiToken', { description: 'The ambient credential of a workflow of a hosted CI.' });
