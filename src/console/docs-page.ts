import { html } from './html.ts';

/** The page that shows the API and lets people try it. `token` is filled in for them where there is one. */
export const docsPage = (token: string | undefined): string => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform API v2 · platform-mock</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui" data-token="${token ?? ''}"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Starts the page: everything comes from this server, and calls go to this server. */
export const docsScript = `const root = document.getElementById('swagger-ui');
const { token } = root.dataset;

// The document names one address of the server; the browser may have reached it by another.
const toThisServer = (request) => {
  const { origin, pathname, search } = new URL(request.url, location.href);
  if (origin !== location.origin) request.url = location.origin + pathname + search;
  return request;
};

const ui = SwaggerUIBundle({
  domNode: root,
  url: '/openapi.json',
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
