import type { IncomingHttpHeaders } from 'node:http';
import { Hono } from 'hono';
import type { CallScope, WorldOf } from '../../kernel/call-scope.ts';
import type { RestFace } from './face.ts';
import { findFetchError } from './web-parts.ts';
import { restRequestOfWeb, webAnswer } from './web-request.ts';

/** Reads the body of a request, once. Throws ApiError if it is longer than `limit` bytes, or its client leaves. */
export type ReadBody = (limit: number) => Promise<Uint8Array>;

/** The environment of a Hono app with each request: the parts that a Request does not keep as they were sent. */
export interface HttpEnv {
  readonly Bindings: {
    /** Headers in lower case; a host is always among them where the client has sent one. */
    readonly headers: IncomingHttpHeaders;
    /** Path and query, with their escapes and dots. */
    readonly target: string;
    readonly readBody: ReadBody;
    /** The world of the request, where it has been found already. */
    readonly world?: CallScope;
    /** Receives the error of a call whose answer is lost (behaviour F13); missing: it is answered. */
    readonly lost?: (error: Error) => void;
  };
}

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
    const answer = await rest.handle(restRequestOfWeb(req.raw, env), world instanceof Promise ? await world : world);
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
