import { createRoute, z } from '@hono/zod-openapi';
import { invalidField } from '../../kernel/errors.ts';
import { type App, failures, json, type Steered } from '../plane/route-parts.ts';
import { CI_ISSUER, CI_SUBJECT, ciFactsOf } from './ci-claims.ts';
import type { TokenControl } from './token-control.ts';

/** How long such a token is good for, in seconds. */
const LIFE_SECONDS = 300;

const query = z.object({
  audience: z.string().min(1, 'must not be empty').optional().openapi({
    description: 'Who the token is for; unless given, the page of the owner of the repository.',
    example: 'token.actions.example.com',
  }),
  subject: z.string().optional().openapi({
    description: 'The workflow that asks: of a branch, a tag, an environment or a pull request of a repository.',
    example: CI_SUBJECT,
  }),
  issuer: z.string().optional().openapi({
    description: 'The URL of the issuer, for a server of an enterprise.',
    example: CI_ISSUER,
  }),
});

const token = createRoute({
  method: 'get',
  path: '/github-actions/token',
  summary: 'Get the ambient credential of a hosted CI',
  description:
    'What `ACTIONS_ID_TOKEN_REQUEST_URL` answers in a workflow. The mock trusts the token whatever its issuer.',
  tags: ['Tokens'],
  request: { query },
  responses: {
    200: json(
      z.object({ value: z.string().openapi({ description: 'The token, to be exchanged.' }) }).openapi('CiToken'),
      'A token as the CI would issue it to the workflow.',
    ),
    ...failures,
  },
});

const isIssuer = (text: string): boolean => /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text);

/** The route by which a workflow of a hosted CI gets its token (behaviour §10.24). */
export const ciTokenRoutes = (app: App, steered: Steered<Pick<TokenControl, 'mintUpstream'>>): void => {
  app.openapi(token, async (context) => {
    const { audience, subject = CI_SUBJECT, issuer = CI_ISSUER } = context.req.valid('query');
    const facts = ciFactsOf(subject);
    if (facts === undefined) {
      throw invalidField(
        'subject',
        'must be "repo:OWNER/NAME:" with "ref:refs/heads/NAME", "ref:refs/tags/NAME", "environment:NAME" or "pull_request"',
      );
    }
    if (!isIssuer(issuer)) throw invalidField('issuer', 'must be an http or https URL without a query');
    const { token: value } = await steered(context).mintUpstream({
      ...{ issuer, subject, ttlSeconds: LIFE_SECONDS, claims: facts.claims },
      audience: [audience ?? facts.audience],
    });
    return context.json({ value }, 200);
  });
};
