/** The style of the pages at /docs beside that of their contents: the links at the top, and the rules for a phone. */
export const docsStyle = `:root {
  color-scheme: light;
  --text: #3b4151;
  --line: #7d889b;
  --page: #fff;
  --link: #1b57c8;
  --go: #15693f;
  --bad: #b0221b;
}
:root.dark-mode {
  color-scheme: dark;
  --text: #e6e9ef;
  --page: #12151c;
  --link: #86b2ff;
  --go: #6fd3a0;
  --bad: #ff9d95;
}
body { margin: 0; background: var(--page); }
nav[aria-label="Versions"] {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  max-width: 1460px;
  margin: 0 auto;
  padding: 1rem 20px 0;
  font: 600 0.9rem/1 system-ui, sans-serif;
}
nav[aria-label="Versions"] a {
  padding: 0.5rem 0.9rem;
  border: 1px solid var(--line);
  border-radius: 0.4rem;
  color: var(--text);
  text-decoration: none;
}
nav[aria-label="Versions"] a[aria-current="page"] { border-color: var(--text); background: var(--text); color: var(--page); }
nav[aria-label="Versions"] a:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.swagger-ui .info .title small { background: #4a5365; }
.swagger-ui .info .title small.version-stamp { background: #3a6b00; }
.swagger-ui :is(.info .link, .info a, .url, .renderedMarkdown a, .markdown a) { color: var(--link); }
.swagger-ui .btn, .swagger-ui .btn * { transition: none; }
.swagger-ui .btn.authorize { border-color: var(--go); color: var(--go); }
.swagger-ui .btn.authorize svg { fill: var(--go); }
.swagger-ui .opblock .opblock-summary-method { color: #fff; text-shadow: none; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1b57c8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #15693f; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6b57; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #855000; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b0221b; }
.swagger-ui .btn.cancel { border-color: var(--bad) !important; color: var(--bad) !important; }
.swagger-ui .btn.execute { border-color: #1b57c8; background: #1b57c8; color: #fff; }
.swagger-ui .download-contents { background: #4a5365; }
.swagger-ui :is(.parameter__in, .parameter__type, .parameter__deprecated, .headers td.header-col) { color: var(--text); }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ffa8a8 !important; }
@media (max-width: 40rem) {
  #swagger-ui { overflow-x: clip; }
  nav[aria-label="Versions"] { padding: 0.75rem 0.75rem 0; }
  .swagger-ui .wrapper { padding: 0 0.75rem; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 1 100%; order: 1; padding: 0; }
  .swagger-ui .opblock .opblock-section-header,
  .swagger-ui .opblock-description-wrapper,
  .swagger-ui .responses-inner,
  .swagger-ui .table-container { padding: 0.75rem; }
  .swagger-ui table thead { display: none; }
  .swagger-ui table,
  .swagger-ui table tbody,
  .swagger-ui table tr,
  .swagger-ui table td { display: block; width: 100%; min-width: 0; max-width: 100%; }
  .swagger-ui table tbody tr td,
  .swagger-ui table tbody tr td:first-of-type { padding: 0.25rem 0; }
  .swagger-ui .parameters-col_description input,
  .swagger-ui .parameters-col_description select,
  .swagger-ui .parameters-col_description textarea { width: 100%; max-width: 100%; }
  .swagger-ui .info a,
  .swagger-ui .info p,
  .swagger-ui .markdown,
  .swagger-ui .renderedMarkdown { overflow-wrap: anywhere; }
  .swagger-ui .scheme-container .schemes,
  .swagger-ui .servers,
  .swagger-ui .servers label,
  .swagger-ui .servers select { width: 100%; max-width: 100%; }
}
`;
