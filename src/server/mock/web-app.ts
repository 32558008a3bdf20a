import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { editions } from '../../editions/editions.ts';
import type { RestFace } from '../../faces/rest/face.ts';
import { type AppParts, answerCall } from '../../faces/rest/http-app.ts';
import type { HttpEnv } from '../../faces/rest/http-env.ts';
import { isBesideApi, requestOf } from '../../faces/rest/node-request.ts';
import { readWebBody } from '../../faces/rest/web-request.ts';
import type { Kernel } from '../../kernel/call.ts';
import { type CallScope, DEFAULT_WORLD, WORLD_HEADER } from '../../kernel/call-scope.ts';
import type { Settings } from '../../kernel/context.ts';
import type { EditionApp } from '../../openapi/edition-app.ts';
import { routingPath } from '../../openapi/routing-path.ts';
import { spellingIn } from '../../schema/edition.ts';
import { makePerProfile, type Profile, profileIn } from '../../schema/profile.ts';

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
    const { editionApp } = await import('../../openapi/edition-app.ts');
    const operations = kernel.operationsIn(profile);
    const serve = answerCall({ rest, worldOf });
    const apps = new Map<string, EditionApp>();
    for (const { edition } of editions) {
      // Calls are answered between two of them.
      await nextTurn();
      const spelling = spellingIn(edition, { ...settings, profile });
      apps.set(edition.name, editionApp(operations, edition, { profile, spelling }, serve));
    }
    return apps;
  });

/** The bindings of a request whose world has been found. */
type InWorld = HttpEnv['Bindings'] & { readonly world: CallScope };

/** A Request with the headers that it would have on a socket, where HTTP adds the host and how the body is framed. */
const bindingsOf = ({ url, headers, body }: Request): HttpEnv['Bindings'] => {
  const { host, pathname, search } = new URL(url);
  const framing = body !== null && !headers.has('content-length') ? { 'transfer-encoding': 'chunked' } : {};
  return {
    headers: { host, ...framing, ...Object.fromEntries(headers) },
    target: `${pathname}${search}`,
    readBody: (limit) => readWebBody(body, limit),
  };
};

/** The operation of a request does not depend on its body. */
const readNoBody = async (): Promise<Uint8Array> => new Uint8Array();

/**
 * A Web-standard handler for all that is served over HTTP: the API, each operation by its own route, and the app of what
 * is beside it. It answers with the status, headers and bytes of the socket.
 */
export const webHandler = (
  deps: WebDeps,
  appsIn: (profile: Profile) => Promise<EditionApps>,
  beside: Hono<HttpEnv>,
): ((request: Request) => Promise<Response>) => {
  const { rest, worldOf } = deps;
  /** The path by which the app routes a request: by operation. */
  const placeOf = ({ method }: Request, { headers, target, world }: InWorld): string =>
    routingPath(rest.operationOf(requestOf(method, headers, target, readNoBody), world) ?? '');
  const apiIn = makePerProfile(async (profile) => {
    const app = new Hono<HttpEnv>({
      getPath: (request, given) => placeOf(request, given?.env as InWorld),
    });
    for (const { app: routes } of (await appsIn(profile)).values()) app.route('/', routes);
    app.all('*', answerCall(deps));
    return app;
  });
  return async (request) => {
    const bindings = bindingsOf(request);
    const world = worldOf(bindings.headers);
    const env = { ...bindings, world };
    const { id, settings } = world;
    const isBeside = isBesideApi(env.target);
    const app = isBeside ? beside : await apiIn(profileIn(settings));
    let broken: Error | undefined;
    const noteLoss = (error: Error): void => {
      broken = error;
    };
    const response = await app.fetch(request, { ...env, lost: noteLoss });
    if (broken) throw broken;
    if (id !== DEFAULT_WORLD && !isBeside) response.headers.set(WORLD_HEADER, id);
    return response;
  };
};
