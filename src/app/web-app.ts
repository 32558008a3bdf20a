import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { editions } from '../editions/editions.ts';
import { isBesideApi } from '../faces/rest/beside-api.ts';
import type { RestFace } from '../faces/rest/face.ts';
import { type AppParts, answerCall, type HttpEnv, type Mount } from '../faces/rest/http-app.ts';
import { requestOf } from '../faces/rest/node-request.ts';
import type { Kernel } from '../kernel/call.ts';
import { DEFAULT_WORLD, WORLD_HEADER } from '../kernel/call-scope.ts';
import type { Settings } from '../kernel/context.ts';
import type { EditionApp } from '../openapi/edition-app.ts';
import { routingPath } from '../openapi/routing-path.ts';
import { spellingIn } from '../schema/edition.ts';
import { makePerProfile, type Profile, profileIn } from '../schema/profile.ts';

/** The dependencies of the routes of the API. */
export interface WebDeps extends AppParts {
  readonly rest: RestFace;
  readonly kernel: Kernel;
  readonly settings: Settings;
}

/** The apps of a mock's editions by their names. */
export type EditionApps = ReadonlyMap<string, EditionApp>;

/** Makes the apps that serve and describe the editions of a profile, once for each profile. */
export const editionAppsOf = ({ rest, worldOf, kernel, settings }: WebDeps): ((of: Profile) => Promise<EditionApps>) =>
  makePerProfile(async (profile) => {
    // Imported at the first use: it costs more than the rest of a start.
    const { editionApp } = await import('../openapi/edition-app.ts');
    const operations = kernel.operationsIn(profile);
    const serve = answerCall({ rest, worldOf });
    return new Map(
      editions.map(({ edition }) => {
        const spelling = spellingIn(edition, { ...settings, profile });
        return [edition.name, editionApp(operations, edition, { profile, spelling }, serve)];
      }),
    );
  });

/** A Request with the headers that it would have on a socket, where HTTP adds the host and how the body is framed. */
const bindingsOf = ({ url, headers, body }: Request): HttpEnv['Bindings'] => {
  const { host, pathname, search } = new URL(url);
  const framing = body !== null && !headers.has('content-length') ? { 'transfer-encoding': 'chunked' } : {};
  return { headers: { host, ...framing, ...Object.fromEntries(headers) }, target: `${pathname}${search}` };
};

/** The operation of a request does not depend on its body. */
const readNoBody = async (): Promise<Uint8Array> => new Uint8Array();

/**
 * A Web-standard handler for all that is served over HTTP: the API, each operation by its own route, and the apps
 * mounted beside it. It answers with the status, headers and bytes of the socket.
 */
export const webHandler = (
  deps: WebDeps,
  appsIn: (profile: Profile) => Promise<EditionApps>,
  mounts: readonly Mount[],
): ((request: Request) => Promise<Response>) => {
  const { rest, worldOf } = deps;
  /** The path by which the app routes a request: by operation, or its own path for all that is beside the API. */
  const placeOf = (request: Request, env: HttpEnv['Bindings']): string => {
    if (isBesideApi(env.target)) return getPath(request);
    const asked = requestOf(request.method, env.headers, env.target, readNoBody);
    return routingPath(rest.operationOf(asked, worldOf(env.headers)) ?? '');
  };
  const appIn = makePerProfile(async (profile) => {
    const app = new Hono<HttpEnv>({
      getPath: (request, given) => placeOf(request, given?.env as HttpEnv['Bindings']),
    });
    for (const mount of mounts) mount(app);
    for (const { app: routes } of (await appsIn(profile)).values()) app.route('/', routes);
    app.all('*', answerCall(deps));
    return app;
  });
  return async (request) => {
    const env = bindingsOf(request);
    const { id, settings } = worldOf(env.headers);
    const app = await appIn(profileIn(settings));
    let broken: Error | undefined;
    const noteLoss = (error: Error): void => {
      broken = error;
    };
    const response = await app.fetch(request, { ...env, lost: noteLoss });
    if (broken) throw broken;
    if (id !== DEFAULT_WORLD && !isBesideApi(env.target)) response.headers.set(WORLD_HEADER, id);
    return response;
  };
};
