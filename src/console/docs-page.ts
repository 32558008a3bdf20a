import { html } from './html.ts';

/** A version of the API; each has its own page. */
export type ShownVersion = 'v1' | 'v2';

/** The subject of a page of /docs: a version of the API, or the control plane. */
export type Documented = ShownVersion | 'control';

/** The path and the title of each page, and the document that it shows. */
const PAGES: Readonly<
  Record<Documented, { readonly page: string; readonly title: string; readonly document: string }>
> = {
  v2: { page: '/docs', title: 'Platform API v2', document: '/openapi.json' },
  v1: { page: '/docs/v1', title: 'Platform API v1', document: '/openapi-v1.json' },
  control: { page: '/docs/control', title: 'Control plane', document: '/_mock/v1/openapi.yaml' },
};

/** The value of `aria-current` for the link to a page. */
const ariaCurrentOf = (linked: Documented, open: Documented): string => (linked === open ? 'page' : 'false');

/** The page that shows a document and lets people try its calls, with `token` filled in if there is one. */
export const docsPage = (shown: Documented, token: string | undefined): string => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PAGES[shown].title} &middot; platform-mock</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<nav aria-label="Versions">
<a href="/">Console</a>
<a href="${PAGES.v2.page}" aria-current="${ariaCurrentOf('v2', shown)}">v2</a>
<a href="${PAGES.v1.page}" aria-current="${ariaCurrentOf('v1', shown)}">v1</a>
<a href="${PAGES.control.page}" aria-current="${ariaCurrentOf('control', shown)}">Control plane</a>
</nav>
<div id="swagger-ui" data-document="${PAGES[shown].document}" data-token="${token ?? ''}"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Starts the page: all files come from this server, and calls go to it. */
export const docsScript = `const root = document.getElementById('swagger-ui');
const { token, document: url } = root.dataset;

// The style has a dark form, which it takes by a class.
const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();

// The document has one address of the server; the browser may have reached it at another.
const toThisServer = (request) => {
  const { origin, pathname, search } = new URL(request.url, location.href);
  if (origin !== location.origin) request.url = location.origin + pathname + search;
  // What the console has asked for, in this tab.
  const control = sessionStorage.getItem('platform-mock control token');
  if (control && pathname.startsWith('/_mock/')) request.headers.authorization = 'Bearer ' + control;
  return request;
};

// What is pressed has no second thing to press in it, each choice and body has a name, and keys reach what scrolls.
const mend = () => {
  for (const link of root.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const field of root.querySelectorAll(':is(select, input):not([aria-label], [placeholder], [type=checkbox])')) {
    const named = field.closest('[data-param-name]');
    field.setAttribute('aria-label', field.id === 'servers' ? 'Server' : named ? named.dataset.paramName : 'Value');
  }
  for (const area of root.querySelectorAll('textarea:not([aria-label])')) area.setAttribute('aria-label', 'Body');
  for (const block of root.querySelectorAll(':is(.microlight, .curl):not([tabindex])')) block.tabIndex = 0;
};
new MutationObserver(mend).observe(root, { childList: true, subtree: true });

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
