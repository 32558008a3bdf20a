import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { fixtureNames, loadFixture } from '../src/seed/load.ts';
import { notices } from './notices.ts';

const OUT = 'dist';

// CommonJS packages inside an ES module still call require for node's own modules.
const BANNER = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/** What the page at /docs needs of swagger-ui-dist, with the papers that go with it. */
const DOCS_ASSETS = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
  'swagger-ui-bundle.js.LICENSE.txt',
];

/** Leaves out the languages of zod's messages but the one in use: half of zod, which every start would read. */
const englishZod: Plugin = {
  name: 'english-zod',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    })),
};

rmSync(OUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['src/main.ts'],
  outdir: OUT,
  bundle: true,
  // What is loaded when it is first asked for goes into files of its own, so that a start does not read it.
  splitting: true,
  chunkNames: '[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  plugins: [englishZod],
  banner: { js: BANNER },
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  logLevel: 'warning',
});
chmodSync(join(OUT, 'main.js'), 0o755);
writeFileSync(join(OUT, 'THIRD-PARTY-NOTICES.txt'), notices(Object.keys(metafile.inputs)));

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
mkdirSync(join(OUT, 'docs'));
for (const name of DOCS_ASSETS) copyFileSync(join(assets, name), join(OUT, 'docs', name));

// Shipped fixtures as JSON: reading YAML takes longer than all the rest of a start.
mkdirSync(join(OUT, 'fixtures'));
for (const name of await fixtureNames('fixtures')) {
  const { contents } = await loadFixture(name, { folder: 'fixtures' });
  writeFileSync(join(OUT, 'fixtures', `${name}.json`), `${JSON.stringify(contents)}\n`);
}

for (const [path, { bytes }] of Object.entries(metafile.outputs)) {
  process.stdout.write(`${path} ${(bytes / 1024).toFixed(0)} KiB\n`);
}
