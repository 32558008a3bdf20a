import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from '../clients/programs.ts';
import { PYTHON } from '../clients/virtual-environment.ts';
import { buildGo } from '../support/go-module.ts';

const SAMPLES = 'samples/probe';

/** The flags of a probe of any of the sample clients. */
export const SHIP_FLAGS: readonly string[] = [
  ...['--fixture', `${SAMPLES}/fixture.yaml`],
  ...['--github-actions', 'repo:harbor@1/ship@2:ref:refs/heads/main'],
  ...['--clean-env', 'XDG_CACHE_HOME'],
];

/** One of the sample clients of `samples/probe`. */
export interface ShipClient {
  readonly name: string;
  /** Makes it runnable in a folder, and returns its words, or what is in the way. */
  readonly prepare: (folder: string) => Promise<{ readonly words: readonly string[] } | { readonly missing: string }>;
}

const inGo = (over: string): ShipClient => ({
  name: `Go over ${over}`,
  prepare: async (folder) => {
    const program = join(folder, 'ship');
    const missing = buildGo(join(SAMPLES, 'go'), 'build', '-o', program, '.');
    return missing === undefined ? { words: [program, '-over', over] } : { missing };
  },
});

/** The clients of the samples, those first that need the least. */
export const SHIP_CLIENTS: readonly ShipClient[] = [
  {
    name: 'Python',
    prepare: async () =>
      (await run(PYTHON, ['--version'])).code === 0
        ? { words: [PYTHON, `${SAMPLES}/python/ship.py`] }
        : { missing: 'there is no Python here' },
  },
  {
    name: 'TypeScript',
    prepare: async (folder) => {
      const outfile = join(folder, 'ship.mjs');
      await build({ entryPoints: [`${SAMPLES}/typescript/ship.ts`], outfile, format: 'esm', platform: 'node' });
      return { words: [process.execPath, outfile] };
    },
  },
  inGo('rest'),
  inGo('grpc'),
];
