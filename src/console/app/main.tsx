import { render } from 'hono/jsx/dom';
import { App } from './app.tsx';

const root = document.getElementById('console');
if (root) {
  const { url = location.origin, version = '', token = '' } = root.dataset;
  root.replaceChildren();
  render(<App facts={{ url, version, token }} />, root);
}
