import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

/** The bundles that a user's program or browser loads without the server. */
const BUNDLES = [
  ['the client', 'src/client/client.ts', 'node'],
  ['the console', 'src/console/app/main.tsx', 'browser'],
] as const;

for (const [what, entry, platform] of BUNDLES) {
  test(`the bundle of ${what} has the types of the contract, and neither its schemas nor zod`, async () => {
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
      inputs.filter((path) => /node_modules\/(?:zod|@hono\/zod-openapi)\/|src\/steering\//.test(path)),
      [],
    );
  });
}
