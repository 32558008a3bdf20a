import { html } from './html.ts';

/** The content of the page at /. */
export interface RootFacts {
  /** The URL at which the browser reached the mock. */
  readonly url: string;
  readonly version: string;
  /** A token for trying calls, where a fixture names one. */
  readonly token: string | undefined;
}

/** The page at /: what this is, how to call it, and where to go from here. */
export const rootPage = ({ url, version, token }: RootFacts): string => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>platform-mock</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/root.css">
</head>
<body>
<main>
<h1>platform-mock <small>${version}</small></h1>
<p>A stand-in for Platform API v2, with v1 beside it. It keeps real state and enforces the real rules, so that clients can be tested against it.</p>
<h2>Base URL</h2>
<pre><code>${url}</code></pre>
<h2>A first call</h2>
<pre><code>curl -H "Authorization: Bearer ${token ?? '$PLATFORM_TOKEN'}" \\
  "${url}/registry/v2/repos?page_size=3"</code></pre>
<p>${token === undefined ? 'platform-mock token --identity NAME prints a token.' : 'The token comes from a fixture.'}</p>
<nav>
<a href="/docs"><strong>API reference</strong><span>Every operation, to read and to try</span></a>
<a href="/openapi.yaml"><strong>openapi.yaml</strong><span>The same as an OpenAPI 3.1 document</span></a>
<a href="/docs/v1"><strong>API reference of v1</strong><span>The older version, over the same resources</span></a>
<a href="/openapi-v1.yaml"><strong>openapi-v1.yaml</strong><span>The same as an OpenAPI 3.1 document</span></a>
<a href="/_mock/v1/info"><strong>Info</strong><span>What is running, with which fixtures</span></a>
</nav>
</main>
</body>
</html>
`;

/** The style of the page at /. */
export const rootStyle = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c2330, #e6e9ef);
  --quiet: light-dark(#5b6577, #9aa5b8);
  --page: light-dark(#f6f7f9, #12151c);
  --card: light-dark(#ffffff, #1a1f29);
  --line: light-dark(#dde2ea, #2c3442);
  --accent: light-dark(#2454d6, #8fb0ff);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 16px/1.55 system-ui, sans-serif;
}
main {
  max-width: 44rem;
  margin: 0 auto;
  padding: clamp(1.5rem, 8vh, 5rem) 1.25rem 3rem;
}
h1 { margin: 0 0 0.5rem; font-size: 2rem; letter-spacing: -0.02em; }
h1 small { color: var(--quiet); font-size: 0.9rem; font-weight: 400; letter-spacing: 0; }
h2 { margin: 2rem 0 0.5rem; color: var(--quiet); font-size: 0.8rem; letter-spacing: 0.06em; text-transform: uppercase; }
p { margin: 0.5rem 0; }
pre + p { color: var(--quiet); font-size: 0.9rem; }
pre {
  margin: 0;
  padding: 0.9rem 1rem;
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 0.6rem;
  background: var(--card);
  font: 0.9rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.75rem; margin-top: 2rem; }
nav a {
  display: block;
  padding: 0.9rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.6rem;
  background: var(--card);
  color: inherit;
  text-decoration: none;
}
nav a:hover, nav a:focus-visible { border-color: var(--accent); outline: none; }
nav strong { display: block; color: var(--accent); }
nav span { color: var(--quiet); font-size: 0.9rem; }
`;
