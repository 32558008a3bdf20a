import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleConsole } from './console-bundle.mjs';

/** The bundles that a user's program or browser loads without the server. */
const BUNDLES = [
  ['the client', 'src/client/client.ts', 'node'],
  ['the console', 'src/console/app/main.tsx', 'browser'],
  ['the page of a trace', 'src/console/app/trace/main.tsx', 'browser'],
] as const;

for (const [what, entry, platform] of BUNDLES) {
  test(`the bundle of ${what} has the types of the contract and the texts of evidence, and neither schemas nor zod`, async () => {
    const { metafile } = await build({
      entryPoints: [entry],
      outdir: 'out',
      write: false,
      metafile: true,
      bundle: true,
      format: 'esm',
      platform,
      jsx: 'automatic',
      jsxImportSource: 'preact',
    });
    const inputs = Object.keys(metafile.inputs);
    assert.ok(inputs.includes(entry));
    assert.deepEqual(
      inputs.filter((path) =>
        /node_modules\/(?:zod|@hono\/zod-openapi)\/|\.contract\.ts$|src\/(?:plane|world|server|features)\/(?!evidence\/)(?!.*\.client\.ts$)/.test(
          path,
        ),
      ),
      [],
    );
  });
}

/** The maximum compressed size of a page of the console, and of the runtime in it. */
const MAX_PAGE_BYTES = 120 * 1024;
const MAX_RUNTIME_BYTES = 15 * 1024;

test('the console, and the page of a trace, are small, and so is their runtime', async () => {
  const { files } = await bundleConsole();
  const sizeOf = (file: Uint8Array): number => gzipSync(file).byteLength;
  for (const script of [files['console.js'], files['trace.js']]) {
    const bytes = sizeOf(script) + sizeOf(files['console.css']);
    assert.ok(bytes > 1_024 && bytes < MAX_PAGE_BYTES, `${bytes} bytes`);
  }
  const runtime = ['preact', 'preact/hooks', 'preact/jsx-runtime'].map((name) => `export * from '${name}';`).join('');
  const { outputFiles } = await build({
    stdin: { contents: runtime, resolveDir: '.' },
    write: false,
    bundle: true,
    format: 'esm',
    minify: true,
  });
  const bytes = sizeOf(outputFiles[0]?.contents ?? new Uint8Array());
  assert.ok(bytes > 1_024 && bytes < MAX_RUNTIME_BYTES, `${bytes} bytes`);
});
