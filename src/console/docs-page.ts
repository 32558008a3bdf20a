import { html, raw } from 'hono/html';

/** The pages of the versions and of the control plane: the path and the words of each, and the document that it shows. */
const PAGES = {
  v2: { page: '/docs', name: 'v2', document: '/openapi' },
  v1: { page: '/docs/v1', name: 'v1', document: '/openapi-v1' },
  control: { page: '/docs/control', name: 'Control plane', document: '/_mock/v1/openapi' },
};

/** The page that shows a document and lets people try its calls; the one of the control plane has no token in it. */
export const docsPage = (subject: keyof typeof PAGES, token?: string): string => {
  const { document } = PAGES[subject];
  const links = Object.entries(PAGES).map(
    ([each, { page, name }]) => html`<a href="${page}"${each === subject ? raw(' aria-current="page"') : ''}>${name}</a>
`,
  );
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject === 'control' ? 'Control plane' : `Platform API ${subject}`} &middot; platform-mock</title>
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<header class="top">
<nav aria-label="Versions">
<a href="/">Console</a>
${links}</nav>
<span class="sp"></span>
<span id="look"></span>
</header>
<div id="docs" data-document="${document}.json" data-source="${document}.yaml"${token === undefined ? '' : html` data-token="${token}"`}>
<p class="notice">The document is being read. If this stays, scripts are off.</p>
</div>
</body>
</html>
`);
};
