import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

/** The command line as one script, made by the build; there is none in the source. */
const file = fileURLToPath(new URL('command-line.cjs', import.meta.url));
/** V8's compiled code of it, made when the package was built: good for that V8 and that processor only. */
const compiled = fileURLToPath(new URL(`command-line-${process.versions.v8}-${process.arch}.bin`, import.meta.url));

/** It has only characters of ASCII, so that it need not be decoded. */
const ENCODING = 'latin1';

const bytesOf = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};

type Run = (require: NodeJS.Require, filename: string) => void;

/** The command line as a function, compiled already; undefined where this Node would have to compile it. */
const loadScript = (): Run | undefined => {
  const cachedData = bytesOf(compiled);
  if (!cachedData) return undefined;
  const script = new Script(readFileSync(file, ENCODING), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return script.cachedDataRejected ? undefined : (script.runInThisContext() as Run);
};

const run = loadScript();
// As modules, a start reads only those that it needs.
if (run) run(createRequire(file), file);
else void import('./main.ts');
