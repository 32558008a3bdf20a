// Plain JavaScript, since a mock that runs from the source imports it as it is, whatever reads TypeScript there.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = new URL('../src/console/app/', import.meta.url);

/** True if the packages that the page names are published. */
const { published } = JSON.parse(readFileSync(new URL('../release.json', import.meta.url), 'utf8'));

/**
 * Bundles the pages at / and /docs and the page of a trace, for the package and for a mock that runs from the source.
 * @returns {Promise<import('./console-bundle.d.mts').ConsoleBundle>} the files as the browser gets them, and those that they are made of
 * @throws Error where esbuild finds a mistake
 */
export const bundleConsole = async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [
      ['main.tsx', 'console'],
      ['style.css', 'console'],
      ['docs/main.tsx', 'docs'],
      ['docs/docs.css', 'docs'],
      ['trace/main.tsx', 'trace'],
    ].map(([name, out]) => ({ in: fileURLToPath(new URL(name, SOURCE)), out })),
    bundle: true,
    write: false,
    outdir: 'out',
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    define: { PUBLISHED: JSON.stringify(published) },
  });
  const ending = (name) => new Uint8Array(outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? []);
  return {
    files: {
      'console.js': ending('console.js'),
      'console.css': ending('console.css'),
      'docs.js': ending('docs.js'),
      'docs.css': ending('docs.css'),
      'trace.js': ending('trace.js'),
    },
    sources: Object.keys(metafile.inputs),
  };
};
