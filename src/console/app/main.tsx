import { render } from 'hono/jsx/dom';
import type { RowKind } from '../row-kind.ts';
import { App } from './app.tsx';

const root = document.getElementById('console');
if (root) {
  const { url = location.origin, version = '', token = '', kinds = '[]' } = root.dataset;
  root.replaceChildren();
  render(<App facts={{ url, version, token, kinds: JSON.parse(kinds) as readonly RowKind[] }} />, root);
}
