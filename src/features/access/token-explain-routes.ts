import type { IncomingHttpHeaders } from 'node:http';
import type { TokenExplanation } from '../../../generated/nouns.ts';
import type { WorldIdentity } from '../../identity/world-identity.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import { ApiError } from '../../kernel/errors.ts';
import { hostIn } from '../../kernel/request-origin.ts';
import { findTokenRefusal } from '../../kernel/token-refusal.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { identityName } from '../../resources/index.ts';
import { showRefusal } from './refusal-view.ts';
import * as bodies from './token-explanation.contract.ts';
import { limitsOfToken } from './token-limits.ts';

const explain = routesTagged('Tokens')('POST /tokens:explain', 'tokens.explain', {
  summary: 'Explain whether a token is accepted, and why not',
  description: 'As for a call that names the same world and brings the token; nothing changes.',
  body: bodies.explainToken,
  answer: json(bodies.tokenExplanation, 'Who the caller is, or which check failed.'),
});

/** The world in which a token is explained. */
interface Explaining {
  readonly identity: Pick<WorldIdentity, 'look'>;
  readonly scope: Pick<CallScope, 'store'>;
}

const nameIn = ({ scope }: Explaining, uid: string): string => identityName(scope.store.rows, uid);

/** The headers of a call that brings a token to a host. */
const headersOf = (sent: IncomingHttpHeaders, token: string, host: string | undefined): IncomingHttpHeaders => {
  const headers = { ...sent, authorization: `Bearer ${token}` };
  return host === undefined ? headers : { ...headers, host, ':authority': host };
};

/** @throws ApiError if the token, or the world that it names, is refused */
const lookAt = async (world: Explaining, headers: IncomingHttpHeaders): Promise<TokenExplanation> => {
  const { caller, claims } = await world.identity.look(headers.authorization ?? '', hostIn(headers));
  const token = limitsOfToken(caller);
  const { identity } = caller;
  return {
    decision: 'accepted',
    caller: { identity, name: nameIn(world, identity), ...(token && { token }) },
    ...(claims && { claims }),
  };
};

/** The route that says which check refuses a token (behaviour A8). */
export const tokenExplainRoutes = (app: App, steered: Steered<Explaining>): void => {
  serve(app, explain, async ({ body: { token, host } }, { env }): Promise<TokenExplanation> => {
    const headers = headersOf(env.headers, token, host);
    const world = steered({ env });
    try {
      return await lookAt(steered({ env: { headers } }), headers);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A world that the token names and that has ended is refused before the token is read.
      const refusal = findTokenRefusal(error) ?? { check: 'world' as const, reason: error.message };
      return {
        decision: 'refused',
        message: error.message,
        refusal: showRefusal(refusal, (uid) => nameIn(world, uid)),
      };
    }
  });
};
