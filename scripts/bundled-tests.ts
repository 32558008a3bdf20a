import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Names that stand in a bundled file for what `import.meta` has of its source. */
const META = { url: '__sourceUrl', dirname: '__sourceFolder', resolve: '__sourceResolve' } as const;

const IMPORTS = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { pathToFileURL as __pathToFileURL } from 'node:url';",
];

/** Gives each file the `import.meta` of its source, on its first line, so that no line moves. */
const sourceMeta: Plugin = {
  name: 'source-meta',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return null;
      const url = JSON.stringify(pathToFileURL(path).href);
      const meta = [
        `const ${META.url} = ${url}`,
        `${META.dirname} = ${JSON.stringify(dirname(path))}`,
        `${META.resolve} = (name) => __pathToFileURL(__createRequire(${url}).resolve(name)).href;`,
      ].join(', ');
      return { contents: [...IMPORTS, meta, text].join(' '), loader: 'ts' };
    }),
};

/**
 * Bundles programs into a folder in which the project's packages are found, and returns the paths of the bundles.
 * @throws Error when a file cannot be compiled, with its place
 */
export const bundle = async (programs: readonly string[], folder: string): Promise<readonly string[]> => {
  await build({
    entryPoints: [...programs],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Shared modules are compiled and stored once.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    define: Object.fromEntries(Object.entries(META).map(([name, stand]) => [`import.meta.${name}`, stand])),
    plugins: [sourceMeta],
    logLevel: 'error',
  });
  return programs.map((path) => path.replace(/\.js$/, '.mjs'));
};
