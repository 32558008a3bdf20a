import { hostIn } from '../../kernel/request-origin.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { ciFactsOf } from './ci-claims.ts';
import type { TokenControl } from './token-control.ts';
import { CI_ISSUER, CI_SUBJECT, ciToken, ciTokenQuery } from './tokens.contract.ts';

/** How long such a token is good for, in seconds. */
const LIFE_SECONDS = 300;

const token = routesTagged('Tokens')('GET /github-actions/token', 'tokens.githubActions', {
  summary: 'Get the ambient credential of a hosted CI',
  description:
    'What `ACTIONS_ID_TOKEN_REQUEST_URL` answers in a workflow. The mock trusts the token whatever its issuer.',
  query: ciTokenQuery,
  answer: json(ciToken, 'A token as the CI would issue it to the workflow.'),
});

/** The route by which a workflow of a hosted CI gets its token (behaviour §10.24). */
export const ciTokenRoutes = (app: App, steered: Steered<Pick<TokenControl, 'mintUpstream'>>): void => {
  serve(app, token, async ({ query: { audience, subject = CI_SUBJECT, issuer = CI_ISSUER } }, context) => {
    const facts = ciFactsOf(subject);
    const { token: value } = await steered(context).mintUpstream({
      issuer,
      subject,
      ttlSeconds: LIFE_SECONDS,
      claims: facts.claims,
      audience: [audience ?? facts.audience],
      host: hostIn(context.env.headers),
    });
    return { value };
  });
};
