import { html } from './html.ts';

/** A version of the API; each has its own page. */
export type DocumentVersion = 'v1' | 'v2';

/** The subject of a page of /docs: a version of the API, or the control plane. */
type Documented = DocumentVersion | 'control';

/** The path and the words of each page, and the document that it shows. */
const PAGES: Readonly<Record<Documented, { readonly page: string; readonly name: string; readonly document: string }>> =
  {
    v2: { page: '/docs', name: 'v2', document: '/openapi' },
    v1: { page: '/docs/v1', name: 'v1', document: '/openapi-v1' },
    control: { page: '/docs/control', name: 'Control plane', document: '/_mock/v1/openapi' },
  };

/** The links to all pages, of which one is open. */
const linksOf = (open: Documented): string =>
  Object.entries(PAGES)
    .map(([subject, { page, name }]) =>
      subject === open ? html`<a href="${page}" aria-current="page">${name}</a>` : html`<a href="${page}">${name}</a>`,
    )
    .join('\n');

/** The start of the place of the script, with its document, and the token that calls begin with if there is one. */
const placeOf = (document: string, token: string | undefined): string =>
  token === undefined
    ? html`<div id="docs" data-document="${document}.json" data-source="${document}.yaml">`
    : html`<div id="docs" data-document="${document}.json" data-source="${document}.yaml" data-token="${token}">`;

/** The page that shows a document and lets people try its calls; the one of the control plane has no token in it. */
export const docsPage = (subject: Documented, token?: string): string => `<!doctype html>
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
${linksOf(subject)}
</nav>
<span class="sp"></span>
<span id="look"></span>
</header>
${placeOf(PAGES[subject].document, token)}
<p class="notice">The document is being read. If this stays, scripts are off.</p>
</div>
</body>
</html>
`;
