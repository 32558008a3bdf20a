import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { World } from '../../kernel/world.ts';
import type { RestFace } from './face.ts';
import { restRequestOf, writeAnswer } from './node-request.ts';

/** What a Hono app of this server is given with each request: node's own request and response. */
export interface HttpEnv {
  readonly Bindings: HttpBindings;
}

/** Adds its routes to the app: the control plane, the documents, the console. */
export type Mount = (app: Hono<HttpEnv>) => void;

/** What is served beside the API; what nothing is mounted for gets the API's own 404. */
export const createHttpApp = (rest: RestFace, world: World, mounts: readonly Mount[]): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>();
  for (const mount of mounts) mount(app);
  app.all('*', async ({ env: { incoming, outgoing } }) => {
    // Node's own response is written, so that an answer has the same headers as on the direct way.
    writeAnswer(await rest.handle(restRequestOf(incoming), world), outgoing, incoming.method);
    return RESPONSE_ALREADY_SENT;
  });
  return app;
};

const BESIDE_API = /^\/(?:$|[?#]|docs(?:[/?#]|$)|openapi[.-]|_mock\/|\.well-known\/)/;

/**
 * True for the requests that go through the app: pages, documents, keys and the control plane. All others are the API's
 * and go straight to its face, with the request target as it came: that is quicker, and a URL parser would have
 * changed uids on the way.
 */
export const isBesideApi = (target: string | undefined): boolean => target !== undefined && BESIDE_API.test(target);
