import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';

/** Relative imports of a declaration file. */
const IMPORT = /(\bfrom '|\bimport\(['"])(\.[^'"]*)\.ts(?=['"])/g;
/** Imports of packages in a declaration file, by the name of the package, without imports of node. */
const PACKAGE = /(?:\bfrom '|\bimport\(['"]|\bimport ')(?![./]|node:)((?:@[^/'"]+\/)?[^/'"]+)/g;

/** Comments, whose examples import what their reader has. */
const COMMENT = /\/\*\*[\s\S]*?\*\//g;

/** The modules and packages that the declarations of a package may name. */
export interface Nameable {
  /** Matches the paths of the declarations whose types may be named. */
  readonly modules: RegExp;
  /** The packages that are installed where the declarations are read. */
  readonly packages: readonly string[];
}

/** Compiles the declarations of some modules, and of all that they import, into a folder. */
const compile = (modules: readonly string[], outDir: string): void => {
  const options = [
    '--noEmit',
    'false',
    '--emitDeclarationOnly',
    '--declaration',
    // The gate checks the types of the whole project.
    '--noCheck',
    '--outDir',
    outDir,
    '--rootDir',
    '.',
  ];
  const config = join(outDir, 'tsconfig.json');
  const files = modules.map((path) => join(process.cwd(), path));
  writeFileSync(config, JSON.stringify({ extends: join(process.cwd(), 'tsconfig.json'), files, include: [] }));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config, ...options], {
    stdio: 'inherit',
    // It ends too soon for freed memory to be of use.
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' },
  });
};

/** The path of a declaration file in the package, in which all are beside each other. */
const placeOf = (path: string): string => basename(path).replace(/\.client(?=\.d\.ts$)/, '');

/** The text of a declaration file as the package has it. @throws Error when it names a package that may be missing */
const rewritten = (path: string, text: string, known: Nameable): string => {
  for (const [, name = ''] of text.replaceAll(COMMENT, '').matchAll(PACKAGE)) {
    if (!known.packages.includes(name)) throw new Error(`${path} shows types of ${name}, which may not be installed`);
  }
  return text.replace(IMPORT, (_, before: string, from: string) => {
    const target = placeOf(normalize(join(dirname(path), `${from}.d.ts`)));
    return `${before}./${target.replace(/\.d\.ts$/, '.cjs')}`;
  });
};

/**
 * Writes the declarations of modules into a folder, with those that they need and no others: their own types
 * and the shared ones are all that they name, so that nothing of the server is declared.
 * @throws Error when a module shows a type from anywhere else
 */
const writeDeclarations = (modules: readonly string[], known: Nameable, folder: string): void => {
  // Beside the result, so that the compiler finds the packages of the project.
  const compiled = mkdtempSync(`${resolve(folder)}-`);
  try {
    compile(modules, compiled);
    const waiting = modules.map((path) => path.replace(/\.ts$/, '.d.ts'));
    const written = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (written.has(path)) continue;
      if (!known.modules.test(path)) throw new Error(`${path} is not of the client, but its types are shown`);
      written.add(path);
      const text = readFileSync(join(compiled, path), 'utf8');
      for (const [, , from] of text.matchAll(IMPORT)) waiting.push(normalize(join(dirname(path), `${from}.d.ts`)));
      const file = join(folder, placeOf(path));
      mkdirSync(folder, { recursive: true });
      const own = rewritten(path, text, known);
      // Modules may import what is of CommonJS, and not the other way round: so both forms share the types of all else.
      const name = basename(file, '.d.ts');
      if (modules.includes(`${path.slice(0, -'.d.ts'.length)}.ts`)) writeFileSync(file, own);
      if (!ENTRIES.includes(name) || COMMONJS_ENTRIES.includes(name))
        writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), own);
    }
  } finally {
    rmSync(compiled, { recursive: true });
  }
};

/** The modules that programs of CommonJS may require, too: Vitest cannot be required. */
export const COMMONJS_ENTRIES = ['index', 'client', 'playwright', 'jest', 'setup', 'teardown'];
/** The modules that programs import, below `src/client`: the package's entries by their names. */
export const ENTRIES = [...COMMONJS_ENTRIES, 'vitest'];

const compilePackageDeclarations = (folder: string): void =>
  writeDeclarations(
    ENTRIES.map((name) => `src/client/${name}.ts`),
    {
      modules:
        /^(?:src\/(?:(?:client|connection)\/|(?:features|world)\/.*\.client\.d\.ts$|(?:features\/evidence\/test-evidence|probe\/report)\.d\.ts$)|generated\/nouns\.d\.ts$)/,
      // The packages that an entry extends are installed where it is imported.
      packages: ['@playwright/test', 'vitest'],
    },
    folder,
  );

/** The cache of the declarations of the last sources: the check of emitted files and the build need the same. */
const CACHE = 'node_modules/.cache/declarations';

/** A digest of all that declarations depend on. */
const digestOfSources = (): string => {
  const sources = ['src', 'generated']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort();
  const hash = createHash('sha256');
  for (const path of [...sources, 'scripts/declarations.ts', 'tsconfig.json', 'package-lock.json']) {
    hash.update(`${path}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
};

/** Caches new declarations in place of the earlier ones, unless another process has made the same meanwhile. */
const cacheDeclarations = (made: string, place: string): void => {
  const before = readdirSync(CACHE).filter((name) => !name.startsWith('new-') && name !== basename(place));
  for (const name of before) rmSync(join(CACHE, name), { recursive: true, force: true });
  try {
    renameSync(made, place);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(place)) throw error;
  }
};

/** Writes the declarations of the package into a folder. */
export const writePackageDeclarations = (folder: string): void => {
  const place = join(CACHE, digestOfSources());
  if (!existsSync(place)) {
    mkdirSync(CACHE, { recursive: true });
    const made = mkdtempSync(join(CACHE, 'new-'));
    compilePackageDeclarations(made);
    cacheDeclarations(made, place);
  }
  cpSync(place, folder, { recursive: true });
};
