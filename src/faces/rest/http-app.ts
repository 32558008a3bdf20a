import { Hono } from 'hono';
import type { WorldOf } from '../../kernel/call-scope.ts';
import type { RestFace } from './face.ts';
import type { HttpEnv } from './http-env.ts';
import { findFetchError, restRequestOfWeb, webAnswer } from './web-request.ts';

/** Adds its routes to the app: the control plane, the documents, the console. */
export type Mount = (app: Hono<HttpEnv>) => void;

/** The dependencies of an app that answers calls of the API. */
export interface AppParts {
  readonly rest: Pick<RestFace, 'handle'>;
  readonly worldOf: WorldOf;
}

/** Answers a request as the REST face does, whatever its path. */
export const answerCall =
  ({ rest, worldOf }: AppParts) =>
  async ({ req, env }: { readonly req: { readonly raw: Request }; readonly env: HttpEnv['Bindings'] }) => {
    const world = env.world ?? worldOf(env.headers);
    const answer = await rest.handle(restRequestOfWeb(req.raw, env), world);
    const lost = answer.transmission && findFetchError(answer.transmission);
    if (lost) env.lost?.(lost);
    // A request that was given up has no answer, as over a network.
    if (req.raw.signal.aborted) env.lost?.(req.raw.signal.reason as Error);
    return webAnswer(answer, req.raw.method);
  };

/** The app of all that is served beside the API; a path without a mount gets the 404 of the API. */
export const createHttpApp = (parts: AppParts, mounts: readonly Mount[]): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>();
  for (const mount of mounts) mount(app);
  app.all('*', answerCall(parts));
  return app;
};
