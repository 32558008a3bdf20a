import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

/** What a start has no use for, and takes a millisecond or several to load; `http` and `crypto` are in use at once. */
const LAZY = ['child_process', 'dns', 'http2', 'https', 'tls', 'worker_threads', 'zlib'];
const NAMESPACE = 'lazy-builtin';

const require = createRequire(import.meta.url);

/** A module with the names of a built-in one, which is loaded when the first of them is read. */
const standIn = (name: string): string =>
  [
    ...Object.keys(require(name)).map(
      (key) => `get ${JSON.stringify(key)}() { return require(${JSON.stringify(name)})[${JSON.stringify(key)}]; }`,
    ),
  ].join(',\n');

/** Loads the slower modules of Node at their first use. Packages of CommonJS, which name them by require, have them at once. */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${LAZY.join('|')})$`) }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace(/^node:/, ''), namespace: NAMESPACE } : undefined,
    );
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
      contents: `module.exports = {\n${standIn(`node:${path}`)}\n};`,
    }));
  },
};
