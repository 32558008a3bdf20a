import { html } from './html.ts';

/** A version of the API; each has its own page. */
export type ShownVersion = 'v1' | 'v2';

/** Where the page of each version is, and the document that it shows. */
const PAGES: Readonly<Record<ShownVersion, { readonly page: string; readonly document: string }>> = {
  v2: { page: '/docs', document: '/openapi.json' },
  v1: { page: '/docs/v1', document: '/openapi-v1.json' },
};

/** The value of `aria-current` for the link to a version. */
const current = (version: ShownVersion, open: ShownVersion): string => (version === open ? 'page' : 'false');

/** The page that shows a version of the API and lets people try it, with `token` filled in if there is one. */
export const docsPage = (version: ShownVersion, token: string | undefined): string => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform API ${version} · platform-mock</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<nav aria-label="Versions">
<a href="${PAGES.v2.page}" aria-current="${current('v2', version)}">v2</a>
<a href="${PAGES.v1.page}" aria-current="${current('v1', version)}">v1</a>
</nav>
<div id="swagger-ui" data-document="${PAGES[version].document}" data-token="${token ?? ''}"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The style of the links between the versions. */
export const docsStyle = `nav[aria-label="Versions"] {
  display: flex;
  gap: 0.5rem;
  max-width: 1460px;
  margin: 0 auto;
  padding: 1rem 20px 0;
  font: 600 0.9rem/1 system-ui, sans-serif;
}
nav[aria-label="Versions"] a {
  padding: 0.5rem 0.9rem;
  border: 1px solid #c4cad6;
  border-radius: 0.4rem;
  color: #3b4151;
  text-decoration: none;
}
nav[aria-label="Versions"] a[aria-current="page"] { border-color: #3b4151; background: #3b4151; color: #fff; }
nav[aria-label="Versions"] a:focus-visible { outline: 2px solid #2454d6; outline-offset: 2px; }
`;

/** Starts the page: all files come from this server, and calls go to it. */
export const docsScript = `const root = document.getElementById('swagger-ui');
const { token, document: url } = root.dataset;

// The document has one address of the server; the browser may have reached it at another.
const toThisServer = (request) => {
  const { origin, pathname, search } = new URL(request.url, location.href);
  if (origin !== location.origin) request.url = location.origin + pathname + search;
  return request;
};

const ui = SwaggerUIBundle({
  domNode: root,
  url,
  validatorUrl: null,
  tryItOutEnabled: true,
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  requestInterceptor: toThisServer,
  onComplete: () => {
    if (token) ui.preauthorizeApiKey('bearer', token);
  },
});
`;
