import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The files of the console as the browser gets them. */
export interface ConsoleBundle {
  readonly 'console.js': Uint8Array<ArrayBuffer>;
  readonly 'console.css': Uint8Array<ArrayBuffer>;
}

const SOURCE = new URL('../src/console/app/', import.meta.url);

/**
 * Bundles the page at / from its source, for the package and for a mock that runs from the source.
 * @throws Error where esbuild finds a mistake
 */
export const bundleConsole = async (): Promise<ConsoleBundle> => {
  const { outputFiles } = await build({
    entryPoints: ['main.tsx', 'style.css'].map((name) => ({
      in: fileURLToPath(new URL(name, SOURCE)),
      out: 'console',
    })),
    bundle: true,
    write: false,
    outdir: 'out',
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx/dom',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const ending = (name: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(outputFiles.find(({ path }) => path.endsWith(name))?.contents ?? []);
  return { 'console.js': ending('.js'), 'console.css': ending('.css') };
};
