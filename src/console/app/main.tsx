import { render } from 'preact';
import type { RowKind } from '../row-kind.ts';
import { App } from './app.tsx';
import { restoreTheme } from './frame/theme.tsx';

const root = document.getElementById('console');
if (root) {
  const { url = location.origin, version = '', kinds = '[]' } = root.dataset;
  restoreTheme();
  root.replaceChildren();
  const known = JSON.parse(kinds) as readonly RowKind[];
  const fields = Object.fromEntries(known.map((kind) => [kind.type, kind.fields]));
  render(<App facts={{ url, version, kinds: known, fields }} />, root);
}
