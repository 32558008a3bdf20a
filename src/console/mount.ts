import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, Env, Hono, Next } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { CONSOLE_FILES, type ConsoleFile, loadConsoleFile } from './console-files.ts';
import { docsPage } from './docs-page.ts';
import type { RowKind } from './row-kind.ts';

/** The page at /: the console, and until its script runs an introduction, with the calls and links to begin with. */
const rootPage = (url: string, version: string, token: string | undefined, kinds: readonly RowKind[]): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>platform-mock</title>
<link rel="icon" href="/docs/icon.svg">
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
`);

/** The mark of the pages in a browser's tab. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1b57c8"/><path d="M8 10h16M8 16h10M8 22h13" stroke="#fff" stroke-width="3"/></svg>';

/** The contents of the console; the composition root passes them in. */
export interface ConsoleDeps {
  readonly version: string;
  /** The URL of the mock, for requests that do not have a usable one. */
  readonly url: string;
  /** Creates the OpenAPI document of a version, on the first request for it, with a writer for each form, called once. */
  readonly openApi: (version: 'v1' | 'v2') => Promise<Readonly<Record<'yaml' | 'json', () => string>>>;
  /** A token for trying calls, which is not secret; undefined if there is none. */
  readonly token: () => string | undefined;
  /** The kinds of rows that the tree shows. Called once, on the first request for the page. */
  readonly kinds: () => readonly RowKind[];
}

const SAFETY = {
  // Only files of this server.
  'Content-Security-Policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Browsers cache a file, and ask each time whether it has changed. */
const CACHED = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };

/** Answers nothing to a browser that has a file already, by the weak comparison (RFC 9110 §13.1.2). */
const tagged = etag({ weak: true, retainedHeaders: ['ETag', ...Object.keys({ ...SAFETY, ...CACHED })] });

/** Compresses a file if the browser takes that; an image is compressed as it is. */
const compressed = compress({ encoding: 'gzip', threshold: 0, contentTypeFilter: /^(?!image\/)/ });

/** Says how long a file is, which a compressed stream does not. */
const sized = async (context: Context, next: Next): Promise<void> => {
  await next();
  if (!context.res.body) return;
  const bytes = await context.res.arrayBuffer();
  context.res = new Response(bytes, context.res);
  context.res.headers.set('Content-Length', String(bytes.byteLength));
};

const page = (body: string): Response =>
  new Response(body, { headers: { ...SAFETY, 'Content-Type': 'text/html; charset=utf-8' } });

/** Scheme, host and port, without characters that are special in a shell. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

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
  /** The files by their paths: the type of each, and a function that makes its content on the first request. */
  const files = new Map<string, readonly [type: string, load: () => Promise<string | Uint8Array<ArrayBuffer>>]>();
  for (const [name, edition] of [['openapi', 'v2'] as const, ['openapi-v1', 'v1'] as const]) {
    const texts = makeOnce(() => openApi(edition));
    const write = (form: 'yaml' | 'json') => async (): Promise<string> => {
      const made = await texts();
      await nextTurn();
      return made[form]();
    };
    files.set(`/${name}.yaml`, ['application/yaml; charset=utf-8', makeOnce(write('yaml'))]);
    files.set(`/${name}.json`, ['application/json', makeOnce(write('json'))]);
  }
  files.set('/docs/icon.svg', ['image/svg+xml', async () => ICON]);
  for (const [name, type] of Object.entries(CONSOLE_FILES)) {
    // Rejects if the package was installed without it.
    files.set(`/docs/${name}`, [type, makeOnce(() => loadConsoleFile(name as ConsoleFile))]);
  }
  const rowKinds = makeAtFirstUse(kinds);
  return (app) => {
    app.get('/', (context) => {
      // Behind a mapped port the request has another URL than the server.
      const { origin } = new URL(context.req.url);
      return page(rootPage(PLAIN_ORIGIN.test(origin) ? origin : url, version, token(), rowKinds()));
    });
    for (const path of ['/docs', '/docs/']) app.get(path, () => page(docsPage('v2', token() ?? '')));
    for (const path of ['/docs/v1', '/docs/v1/']) app.get(path, () => page(docsPage('v1', token() ?? '')));
    // The token of the API is none of the control plane.
    for (const path of ['/docs/control', '/docs/control/']) app.get(path, () => page(docsPage('control')));
    for (const [path, [type, load]] of files) {
      app.get(path, sized, compressed, tagged, async () => {
        return new Response(await load(), { headers: { ...SAFETY, ...CACHED, 'Content-Type': type } });
      });
    }
  };
};
