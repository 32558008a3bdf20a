import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';

/** Relative imports of a declaration file. */
const IMPORT = /(\bfrom '|\bimport\(')(\.[^']*)\.ts(?=')/g;

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
    'src',
  ];
  const config = join(outDir, 'tsconfig.json');
  const files = modules.map((path) => join(process.cwd(), path));
  writeFileSync(config, JSON.stringify({ extends: join(process.cwd(), 'tsconfig.json'), files, include: [] }));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config, ...options], { stdio: 'inherit' });
};

/**
 * Writes the declarations of modules below `src` into a folder, with those that they need and no others: their own types
 * are all that they show, so that of the server nothing is declared.
 * @throws Error when a module shows a type from outside its room
 */
export const writeDeclarations = (modules: readonly string[], room: string, folder: string): void => {
  // Beside the result, so that the compiler finds the packages of the project.
  const compiled = mkdtempSync(`${resolve(folder)}-`);
  try {
    compile(modules, compiled);
    const waiting = modules.map((path) => path.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));
    const written = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (written.has(path)) continue;
      if (!path.startsWith(`${room}/`)) throw new Error(`${path} is not of ${room}, but its types are shown`);
      written.add(path);
      const text = readFileSync(join(compiled, path), 'utf8');
      for (const [, , from] of text.matchAll(IMPORT)) waiting.push(normalize(join(dirname(path), `${from}.d.ts`)));
      const file = join(folder, path.slice(room.length + 1));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text.replace(IMPORT, '$1$2.js'));
    }
  } finally {
    rmSync(compiled, { recursive: true });
  }
};
