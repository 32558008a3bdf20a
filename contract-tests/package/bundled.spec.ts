import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startServerHere } from '../support/command-here.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { installFromRegistry } from './from-registry.ts';
import { run } from './packed.ts';
import { expect, test } from './user-folder.ts';

const CLIENT = (url: string): string => `
import { connectMock } from 'platform-mock/client';
const world = await (await connectMock({ url: ${JSON.stringify(url)} })).world();
console.log((await world.fetch('/ping/v2/ping')).status);
await world.end();
`;

const LIBRARY = `
import { startMock } from 'platform-mock';
startMock({ port: false }).catch((error) => console.log(error.message));
`;

const ROLLUP = `
import { nodeResolve } from '@rollup/plugin-node-resolve';
export default {
  input: 'program.mjs',
  output: { file: 'bundle.mjs', format: 'es', inlineDynamicImports: true },
  plugins: [nodeResolve({ exportConditions: ['node'] })],
  external: /^node:/,
};
`;

const WEBPACK = `
export default {
  mode: 'production',
  target: 'node20',
  entry: './program.mjs',
  experiments: { outputModule: true },
  output: { path: import.meta.dirname, filename: 'bundle.mjs', module: true, chunkFormat: 'module' },
};
`;

/** Who bundles: what the registry has of it, and how it makes `bundle.mjs` of `program.mjs` in a folder. */
interface Bundler {
  readonly packages: readonly string[];
  readonly bundle: (folder: string) => Promise<unknown>;
}

const BUNDLERS: Readonly<Record<string, Bundler>> = {
  esbuild: {
    packages: [],
    bundle: (folder) =>
      build({
        entryPoints: [join(folder, 'program.mjs')],
        outfile: join(folder, 'bundle.mjs'),
        bundle: true,
        platform: 'node',
        format: 'esm',
        // The paths of the project would lead to its source.
        tsconfigRaw: {},
        logLevel: 'silent',
      }),
  },
  'rollup @whole': {
    packages: ['rollup@4.68.8', '@rollup/plugin-node-resolve@16.0.3'],
    bundle: async (folder) => {
      await writeFile(join(folder, 'rollup.config.mjs'), ROLLUP);
      await run(folder, 'node_modules/.bin/rollup', '-c', '--silent');
    },
  },
  'webpack @whole': {
    packages: ['webpack@5.113.0', 'webpack-cli@7.3.1'],
    bundle: async (folder) => {
      await writeFile(join(folder, 'webpack.config.mjs'), WEBPACK);
      await run(folder, 'node_modules/.bin/webpack');
    },
  },
};

const folderFor = async (user: string, name: string, program: string): Promise<string> => {
  const folder = join(user, `bundled-${name.replaceAll(/\W+/g, '-')}`);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"name":"bundled","version":"7.0.0","private":true}');
  await writeFile(join(folder, 'program.mjs'), program);
  return folder;
};

test.describe('a bundle @mock', () => {
  for (const [name, { packages, bundle }] of Object.entries(BUNDLERS)) {
    test(`N12: the client runs in a bundle of ${name}`, async ({ user }) => {
      test.setTimeout(300_000);
      const server = await startServerHere([]);
      try {
        const folder = await folderFor(user, name, CLIENT(server.ready.url));
        if (packages.length > 0) {
          skipAloud(`the client was not bundled by ${name}`, await installFromRegistry(folder, ...packages));
        }
        await bundle(folder);
        expect(await run(folder, process.execPath, 'bundle.mjs')).toBe('200\n');
      } finally {
        await server.stop();
      }
    });
  }

  test('N12: the library says in one line that it cannot run in a bundle, beside fixtures of others, too', async ({
    user,
  }) => {
    const folder = await folderFor(user, 'library', LIBRARY);
    await mkdir(join(folder, 'fixtures'));
    await BUNDLERS.esbuild?.bundle(folder);
    expect(await run(folder, process.execPath, 'bundle.mjs')).toMatch(
      /^the files of platform-mock are not beside .*: leave platform-mock out of the bundle, as an external package\n$/,
    );
  });
});
