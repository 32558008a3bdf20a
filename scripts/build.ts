import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { GOOGLE_FILES } from '../src/cli/documents.ts';
import { packageFiles, shippedFixtures } from '../src/package-home.ts';
import { fixtureNames, loadFixture, PREPARED } from '../src/seed/load.ts';
import { DEFAULT_SEED } from '../src/server/mock/default-seed.ts';
import { version } from '../src/version.ts';
import { buildCommandLine, buildEntry } from './command-line.ts';
import { buildCommonJs, LIBRARY, libraryApart, writeLibraryModule } from './commonjs.ts';
import { bundleConsole } from './console-bundle.mjs';
import { ENTRIES, writePackageDeclarations } from './declarations.ts';
import { lostNames } from './lost-names.ts';
import { notices } from './notices.ts';
import { prepareFixture, serializePrepared } from './prepare-fixture.ts';

const OUT = 'dist';

const OWN_PAUSES = resolve('scripts/own-pauses.ts');

/** Test runners are the user's own. */
const RUNNERS = ['@playwright/test', 'vitest', '@jest/globals'];

// CommonJS packages inside an ES module still call require for node's own modules.
const BANNER = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/** Leaves out the languages of zod's messages but the one in use: half of zod, which every start would read. */
const englishZod: Plugin = {
  name: 'english-zod',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    })),
};

/** Leaves out the code of pino that sends lines to other threads, which the log does not use. */
const noTransports: Plugin = {
  name: 'no-transports',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]pino[\\/]lib[\\/]transport\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('there are no transports'); };",
    })),
};

/** Leaves out the sockets of other runtimes: where there is no `navigator`, asking for them loads all of Node's fetch. */
const nodeSockets: Plugin = {
  name: 'node-sockets',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]pg[\\/]lib[\\/]stream\.js$/ }, () => ({
      contents: `module.exports = {
        getStream: () => new (require('net').Socket)(),
        getSecureStream: (options) => require('tls').connect(options),
      };`,
    })),
};

/** Replaces pauses by the pauses of a module, which stay real under fake timers. */
const ownPauses: Plugin = {
  name: 'own-pauses',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:timers\/promises$/ }, ({ importer }) =>
      importer === OWN_PAUSES ? undefined : { path: OWN_PAUSES },
    ),
};

rmSync(OUT, { recursive: true, force: true });
const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  plugins: [englishZod, noTransports, nodeSockets, ownPauses],
  inject: ['scripts/own-time.ts'],
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  // Node prints the line of an error that nobody has caught.
  lineLimit: 120,
  logLevel: 'warning',
  define: { PACKAGE_VERSION: JSON.stringify(version) },
} satisfies BuildOptions;
const { metafile } = await build({
  ...bundling,
  entryPoints: ENTRIES.filter((name) => name !== LIBRARY).map((name) => `src/client/${name}.ts`),
  external: RUNNERS,
  outdir: OUT,
  // Modules that are imported dynamically go into separate files, so that a start does not read them.
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  plugins: [...bundling.plugins, libraryApart('js')],
  banner: { js: BANNER },
  metafile: true,
});
const lost = lostNames(metafile);
if (lost.length > 0)
  throw new Error(`these are CommonJS, and lose their names by a dynamic import: ${lost.join(', ')}`);
await buildEntry(OUT, bundling);
writePackageDeclarations(join(OUT, 'types'));
copyFileSync('src/cli/node-preload.cjs', join(OUT, 'node-preload.cjs'));
const page = await bundleConsole();

mkdirSync(join(OUT, 'docs'));
for (const [name, bytes] of Object.entries(page.files)) writeFileSync(join(OUT, 'docs', name), bytes);

// Packs what is emitted and nowhere else in the package, and for `proto --out` the files that the proto files import.
const emitted = ['generated/descriptors', 'generated/openapi', 'proto-published'];
const packed = [
  ...GOOGLE_FILES,
  ...emitted.flatMap((folder) => packageFiles.pathsIn(folder).map((path) => `${folder}/${path}`)),
];
for (const path of packed) {
  const file = join(OUT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(packageFiles.read(path)));
}

// Shipped fixtures as JSON: reading YAML takes longer than all the rest of a start.
mkdirSync(join(OUT, 'fixtures'));
for (const name of fixtureNames(shippedFixtures)) {
  const { contents } = await loadFixture(name, { shipped: shippedFixtures });
  const text = `${JSON.stringify(contents)}\n`;
  writeFileSync(join(OUT, 'fixtures', `${name}.json`), text);
  // A start from it puts these rows, and applies nothing.
  const rows = await prepareFixture(name, shippedFixtures, DEFAULT_SEED);
  if (rows) writeFileSync(join(OUT, 'fixtures', `${name}${PREPARED}`), serializePrepared(text, rows));
}

await buildCommonJs(OUT, { ...bundling, external: RUNNERS });
// After all that a start reads.
const sources = [...Object.keys(metafile.inputs), ...page.sources, ...(await buildCommandLine(OUT, bundling))];
writeLibraryModule(OUT);
writeFileSync(join(OUT, 'THIRD-PARTY-NOTICES.txt'), notices(sources));

for (const [path, { bytes }] of Object.entries(metafile.outputs)) {
  process.stdout.write(`${path} ${(bytes / 1024).toFixed(0)} KiB\n`);
}
