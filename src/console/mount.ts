import type { Context, Env, Hono } from 'hono';
import { assetNames, loadAsset } from './docs-assets.ts';
import { docsPage, docsScript, type ShownVersion, versionsStyle } from './docs-page.ts';
import { rootPage, rootStyle } from './root-page.ts';

interface DocumentTexts {
  readonly yaml: string;
  readonly json: string;
}

/** What the console shows; the composition root passes it in. */
export interface ConsoleParts {
  readonly version: string;
  /** The URL of the mock, for requests that do not have a usable one. */
  readonly url: string;
  /** Creates the OpenAPI document of a version. Called once, on the first request for the document. */
  readonly openApi: (version: ShownVersion) => Promise<DocumentTexts>;
  /** A token for trying calls, which is not secret; undefined where there is none. */
  readonly token: () => string | undefined;
}

/** Only files of this server, and the images inside swagger-ui.css. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const answer = (type: string, body: string | Uint8Array<ArrayBuffer>): Response =>
  new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });

const HTML = 'text/html; charset=utf-8';

/** Scheme, host and port, without characters that are special in a shell. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The URL of the server as the request has it: behind a mapped port it differs from the server's own. */
const originOf = ({ req }: Context, url: string): string => {
  const { origin } = new URL(req.url);
  return PLAIN_ORIGIN.test(origin) ? origin : url;
};

/** Calls a function once, and again only after a failure. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= make().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
};

/** Adds the pages at / and /docs, and the OpenAPI documents, to an app. */
export const mountConsole = ({
  version,
  url,
  openApi,
  token,
}: ConsoleParts): (<E extends Env>(app: Hono<E>) => void) => {
  const documents = { v2: once(() => openApi('v2')), v1: once(() => openApi('v1')) };
  return (app) => {
    app.get('/', (context) => answer(HTML, rootPage({ url: originOf(context, url), version, token: token() })));
    for (const [name, document] of [
      ['openapi', documents.v2],
      ['openapi-v1', documents.v1],
    ] as const) {
      app.get(`/${name}.yaml`, async () => answer('application/yaml; charset=utf-8', (await document()).yaml));
      app.get(`/${name}.json`, async () => answer('application/json', (await document()).json));
    }
    for (const path of ['/docs', '/docs/']) app.get(path, () => answer(HTML, docsPage('v2', token())));
    for (const path of ['/docs/v1', '/docs/v1/']) app.get(path, () => answer(HTML, docsPage('v1', token())));
    app.get('/docs/start.js', () => answer('text/javascript; charset=utf-8', docsScript));
    app.get('/docs/versions.css', () => answer('text/css; charset=utf-8', versionsStyle));
    app.get('/docs/root.css', () => answer('text/css; charset=utf-8', rootStyle));
    for (const name of assetNames) {
      app.get(`/docs/${name}`, async () => {
        const { type, bytes } = await loadAsset(name);
        return answer(type, bytes);
      });
    }
  };
};
