import { durationText, lifeText } from '../../plane/time-texts.contract.ts';
import { closedNoun, identityName, list, map, noun, string } from '../../plane/values.contract.ts';
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
    issuer: string('With `subject`, instead of `identity`: the identity that tokens of that issuer act as.')
      .min(1)
      .optional(),
    subject: string('The subject of those tokens.').min(1).optional(),
    ttl,
    audience,
    scopes: list(
      z.string().regex(UID, 'must be the uid of a group'),
      'The uids of the groups that the token is confined to.',
    )
      .min(1)
      .optional(),
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

export const mintUpstreamToken = closedNoun('MintUpstreamToken', 'A token to mint as a third party would.', {
  issuer: string(
    'A name, for an issuer whose pages the mock serves, or any URL.',
    'https://token.actions.example.com',
  ).regex(ISSUER, 'must be a URL, or a name of letters, digits, dots and dashes'),
  subject: string('The subject, as that issuer would write it.', 'repo:example@1001/app@2002:ref:refs/heads/main').min(
    1,
  ),
  ttl,
  audience: audience.describe(
    'The audience of the token; unless given, the one that the identity asks for in its claim match, else the mock itself.',
  ),
  claims: map(z.unknown(), 'Further claims, as they appear in the token.').optional(),
  flaw,
});

const token = string('The bearer token.');
const expireTime = string('The time from which it is not accepted any more.');

export const mintedToken = noun('MintedToken', 'A minted token.', {
  token,
  identity: string('The uid of the identity that it acts as.'),
  expireTime,
});

export const mintedUpstreamToken = noun('MintedUpstreamToken', 'A minted token of a third party.', {
  token: string('The token, to be exchanged or used as it is.'),
  issuer: string('Its issuer.'),
  expireTime,
});

export const rotateKeys = closedNoun('RotateKeys', 'The change of the key that signs tokens.', {
  overlap: durationText('must be a duration such as "1h"')
    .refine((text) => !text.startsWith('-'), 'must be a duration such as "1h"')
    .optional()
    .openapi({
      description: 'The time for which tokens of the previous key stay valid; a day unless given.',
      example: '1h',
    }),
});

export const rotatedKeys = noun('RotatedKeys', 'The key that signs from now on.', {
  kid: string('The id of the key that signs from now on.'),
});

/** The workflow that asks, unless a request names another. */
export const CI_SUBJECT = 'repo:example@1001/app@2002:ref:refs/heads/main';
/** The issuer of the tokens of workflows, unless a request names another. */
export const CI_ISSUER = 'https://token.actions.githubusercontent.com';

const CI_ISSUER_FORM = new RegExp(`^${plainUrlPattern('http', 'https')}$`);

/** The query of a request for the token of a workflow; a client adds a version of its own. */
export const ciTokenQuery = z.looseObject({
  audience: string(
    'The audience of the token; unless given, the page of the owner of the repository.',
    'token.actions.example.com',
  )
    .min(1, 'must not be empty')
    .optional(),
  subject: string(
    'The workflow that asks: of a branch, a tag, an environment or a pull request of a repository.',
    CI_SUBJECT,
  )
    .regex(
      CI_SUBJECT_FORM,
      'must be "repo:OWNER/NAME:" with "ref:refs/heads/NAME", "ref:refs/tags/NAME", "environment:NAME" (a colon in NAME as %3A) or "pull_request"; POST upstream-tokens makes a token with any other subject',
    )
    .optional(),
  issuer: string('The URL of the issuer, for a server of an enterprise.', CI_ISSUER)
    .regex(CI_ISSUER_FORM, 'must be an http or https URL without a query')
    .optional(),
});

export const ciToken = noun('CiToken', 'The ambient credential of a workflow of a hosted CI.', {
  value: string('The token, to be exchanged.'),
});
