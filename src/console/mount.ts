import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Env, Hono } from 'hono';
import { readBuilt } from '../package-home.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { CONSOLE_FILES, type ConsoleFile, loadConsoleFile } from './console-files.ts';
import { docsPage, docsScript, type ShownVersion } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { html } from './html.ts';
import { answerFile, type PageFile, pageFile } from './page-file.ts';
import type { RowKind } from './row-kind.ts';

/** The content of the page at /. */
interface RootFacts {
  /** The URL at which the browser reached the mock. */
  readonly url: string;
  readonly version: string;
  /** A token for trying calls, where a fixture names one. */
  readonly token: string | undefined;
  /** The kinds of rows that the tree of the console shows. */
  readonly kinds: readonly RowKind[];
}

/** The page at /: the console, and until its script runs an introduction, with the calls and links to begin with. */
const rootPage = ({ url, version, token, kinds }: RootFacts): string => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>platform-mock</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/console.css">
<script type="module" src="/docs/console.js"></script>
</head>
<body>
<div id="console" data-url="${url}" data-version="${version}" data-kinds="${JSON.stringify(kinds)}">
<noscript>
<main class="intro">
<h1>platform-mock <small>${version}</small></h1>
<p class="lead">A stand-in for Platform API v2, with v1 beside it. It keeps real state and enforces the real rules.</p>
<h2>Base URL</h2>
<pre><code>${url}</code></pre>
<h2>A first call</h2>
<pre><code>curl -H "Authorization: Bearer ${token ?? '$PLATFORM_TOKEN'}" \\
  "${url}/registry/v2/repos?page_size=3"</code></pre>
<p>${token === undefined ? 'platform-mock token --identity NAME prints a token.' : 'The token comes from a fixture.'}</p>
<nav class="links">
<a class="card" href="/docs"><strong>API reference</strong><span>Every operation, to read and to try</span></a>
<a class="card" href="/openapi.yaml"><strong>openapi.yaml</strong><span>The same as an OpenAPI 3.1 document</span></a>
<a class="card" href="/docs/v1"><strong>API reference of v1</strong><span>The older version, over the same resources</span></a>
<a class="card" href="/openapi-v1.yaml"><strong>openapi-v1.yaml</strong><span>The same as an OpenAPI 3.1 document</span></a>
<a class="card" href="/_mock/v1/info"><strong>Info</strong><span>What is running, with which fixtures</span></a>
</nav>
</main>
</noscript>
</div>
</body>
</html>
`;

/** The files of swagger-ui-dist that the page at /docs needs, with their types; no other file is ever read. */
const SWAGGER_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const TYPES = { ...SWAGGER_FILES, ...CONSOLE_FILES };

/** A file of the pages at / and /docs. */
type AssetName = keyof typeof TYPES;

/** Every file that is served. */
const assetNames = Object.keys(TYPES) as readonly AssetName[];

/** The folder in which npm installs them, for a mock that runs from the source. */
const folder = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const isConsoleFile = (name: AssetName): name is ConsoleFile => name in CONSOLE_FILES;

const bytesOf = async (name: AssetName): Promise<Uint8Array<ArrayBuffer>> => {
  if (isConsoleFile(name)) return loadConsoleFile(name);
  return new Uint8Array(readBuilt(`docs/${name}`) ?? (await readFile(join(folder(), name))));
};

const kept = new Map<AssetName, Promise<PageFile>>();

/** Reads a file on first use. Rejects if the package was installed without it. */
const loadAsset = (name: AssetName): Promise<PageFile> => {
  const known = kept.get(name);
  if (known) return known;
  const asset = bytesOf(name).then((bytes) => pageFile(TYPES[name], bytes));
  kept.set(name, asset);
  return asset;
};

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
