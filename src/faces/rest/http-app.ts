import type { IncomingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { World } from '../../kernel/world.ts';
import type { RestFace } from './face.ts';
import { restRequestOf, writeAnswer } from './node-request.ts';

/** The environment of a Hono app with each request: node's own request and response. */
export interface HttpEnv {
  readonly Bindings: HttpBindings;
}

/** Adds its routes to the app: the control plane, the documents, the console. */
export type Mount = (app: Hono<HttpEnv>) => void;

/** The app of what is served beside the API; a path without a mount gets the 404 of the API. */
export const createHttpApp = (
  rest: RestFace,
  worldOf: (headers: IncomingHttpHeaders) => World,
  mounts: readonly Mount[],
): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>();
  for (const mount of mounts) mount(app);
  app.all('*', async ({ env: { incoming, outgoing } }) => {
    // Written to node's own response, so that an answer has the same headers as without the app.
    writeAnswer(await rest.handle(restRequestOf(incoming), worldOf(incoming.headers)), outgoing, incoming.method);
    return RESPONSE_ALREADY_SENT;
  });
  return app;
};

const BESIDE_API = /^\/(?:$|[?#]|docs(?:[/?#]|$)|openapi[.-]|_mock\/|\.well-known\/)/;

/**
 * True for requests that go through the app: pages, documents, keys and the control plane. All others go directly to the
 * REST face, with the request target as it was sent: that is quicker, and a URL parser would change uids.
 */
export const isBesideApi = (target: string | undefined): boolean => target !== undefined && BESIDE_API.test(target);
