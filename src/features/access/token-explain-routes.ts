import type { IncomingHttpHeaders } from 'node:http';
import type { TokenExplanation } from '../../../generated/nouns.ts';
import { ApiError } from '../../kernel/errors.ts';
import { hostIn } from '../../kernel/request-origin.ts';
import { findTokenRefusal } from '../../kernel/token-refusal.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import type { TokenControl } from '../tokens/token-control.ts';
import { showRefusal } from './refusal-view.ts';
import * as bodies from './token-explanation.contract.ts';
import { limitsOfToken } from './token-limits.ts';

const explain = routesTagged('Tokens')('POST /tokens:explain', 'tokens.explain', {
  summary: 'Explain whether a token is accepted, and why not',
  description: 'As a call is answered that names the same world and brings the token; nothing changes by it.',
  body: bodies.explainToken,
  answer: json(bodies.tokenExplanation, 'Who the caller is, or which check failed.'),
});

/** The control that explains tokens. */
type Explaining = Pick<TokenControl, 'look' | 'nameOf'>;

/** The headers of a call that brings a token to a host. */
const headersOf = (sent: IncomingHttpHeaders, token: string, host: string | undefined): IncomingHttpHeaders => {
  const headers = { ...sent, authorization: `Bearer ${token}` };
  return host === undefined ? headers : { ...headers, host, ':authority': host };
};

/** @throws ApiError if the token, or the world that it names, is refused */
const lookAt = async ({ look, nameOf }: Explaining, headers: IncomingHttpHeaders): Promise<TokenExplanation> => {
  const { caller, claims } = await look(headers.authorization ?? '', hostIn(headers));
  const token = limitsOfToken(caller);
  const { identity } = caller;
  return {
    decision: 'accepted',
    caller: { identity, name: nameOf(identity), ...(token && { token }) },
    ...(claims && { claims }),
  };
};

/** The route that says which check refuses a token (behaviour A8). */
export const tokenExplainRoutes = (app: App, steered: Steered<Explaining>): void => {
  serve(app, explain, async ({ body: { token, host } }, { env }): Promise<TokenExplanation> => {
    const headers = headersOf(env.headers, token, host);
    const { nameOf } = steered({ env });
    try {
      return await lookAt(steered({ env: { headers } }), headers);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A world that the token names and that has ended is refused before the token is read.
      const refusal = findTokenRefusal(error) ?? { check: 'world' as const, reason: error.message };
      return { decision: 'refused', message: error.message, refusal: showRefusal(refusal, nameOf) };
    }
  });
};
