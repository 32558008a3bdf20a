import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Env, Hono } from 'hono';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { assetNames, loadAsset } from './docs-assets.ts';
import { docsPage, docsScript, type ShownVersion } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { answerFile, type PageFile, pageFile } from './page-file.ts';
import { rootPage } from './root-page.ts';
import type { RowKind } from './row-kind.ts';

interface DocumentTexts {
  readonly yaml: () => string;
  readonly json: () => string;
}

/** The contents of the console; the composition root passes them in. */
export interface ConsoleDeps {
  readonly version: string;
  /** The URL of the mock, for requests that do not have a usable one. */
  readonly url: string;
  /**
   * Creates the OpenAPI document of a version, and returns what writes it in its forms. Called once, on the first
   * request for the document; each form is written once, on the first request for it.
   */
  readonly openApi: (version: ShownVersion) => Promise<DocumentTexts>;
  /** A token for trying calls, which is not secret; undefined if there is none. */
  readonly token: () => string | undefined;
  /** The kinds of rows that the tree shows. Called once, on the first request for the page. */
  readonly kinds: () => readonly RowKind[];
}

/** Only files of this server, and the images inside swagger-ui.css. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SAFETY = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const page = (body: string): Response => new Response(body, { headers: { ...SAFETY, 'Content-Type': HTML } });

const file = ({ req }: Context, sent: PageFile): Promise<Response> => {
  const asked = { ifNoneMatch: req.header('If-None-Match'), acceptEncoding: req.header('Accept-Encoding') };
  return answerFile(sent, asked, SAFETY);
};

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Scheme, host and port, without characters that are special in a shell. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The URL of the server as the request has it: behind a mapped port it differs from the server's own. */
const originOf = ({ req }: Context, url: string): string => {
  const { origin } = new URL(req.url);
  return PLAIN_ORIGIN.test(origin) ? origin : url;
};

/** Calls a function once, and again only after a failure. */
const makeOnce = <T>(make: () => Promise<T>): (() => Promise<T>) => {
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
  kinds,
}: ConsoleDeps): (<E extends Env>(app: Hono<E>) => void) => {
  const filesOf = (edition: ShownVersion) => {
    const texts = makeOnce(() => openApi(edition));
    const fileOf = (type: string, form: keyof DocumentTexts) =>
      makeOnce(async () => {
        const made = await texts();
        await nextTurn();
        return pageFile(type, made[form]());
      });
    return { yaml: fileOf('application/yaml; charset=utf-8', 'yaml'), json: fileOf('application/json', 'json') };
  };
  const documents = [
    ['openapi', filesOf('v2')],
    ['openapi-v1', filesOf('v1')],
  ] as const;
  const shown = makeAtFirstUse(kinds);
  const [script, style] = [pageFile('text/javascript; charset=utf-8', docsScript), pageFile(CSS, docsStyle)];
  return (app) => {
    app.get('/', (context) => page(rootPage({ url: originOf(context, url), version, token: token(), kinds: shown() })));
    for (const [name, { yaml, json }] of documents) {
      app.get(`/${name}.yaml`, async (context) => file(context, await yaml()));
      app.get(`/${name}.json`, async (context) => file(context, await json()));
    }
    for (const path of ['/docs', '/docs/']) app.get(path, () => page(docsPage('v2', token())));
    for (const path of ['/docs/v1', '/docs/v1/']) app.get(path, () => page(docsPage('v1', token())));
    // The token of the API is none of the control plane.
    for (const path of ['/docs/control', '/docs/control/']) app.get(path, () => page(docsPage('control', undefined)));
    app.get('/docs/start.js', (context) => file(context, script));
    app.get('/docs/docs.css', (context) => file(context, style));
    for (const name of assetNames) {
      app.get(`/docs/${name}`, async (context) => file(context, await loadAsset(name)));
    }
  };
};
