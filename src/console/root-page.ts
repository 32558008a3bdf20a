import { html } from './html.ts';
import type { RowKind } from './row-kind.ts';

/** The content of the page at /. */
export interface RootFacts {
  /** The URL at which the browser reached the mock. */
  readonly url: string;
  readonly version: string;
  /** A token for trying calls, where a fixture names one. */
  readonly token: string | undefined;
  /** The kinds of rows that the tree of the console shows. */
  readonly kinds: readonly RowKind[];
}

/** The page at /: the console, and until its script runs an introduction, with the calls and links to begin with. */
export const rootPage = ({ url, version, token, kinds }: RootFacts): string => html`<!doctype html>
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
