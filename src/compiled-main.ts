import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
import { readBuilt } from './package-home.ts';

/** The command line as one script, made by the build; there is none in the source. */
const NAME = 'command-line.cjs';
const file = fileURLToPath(new URL(NAME, import.meta.url));
/** V8's compiled code of it, made when the package was built: good for that V8 and that processor only. */
const COMPILED = `command-line-${process.versions.v8}-${process.arch}.bin`;

/** It has only characters of ASCII, so that it need not be decoded. */
const ENCODING = 'latin1';

/** The parts of the package that are in the script; it has no module of its own. */
type Run = (require: NodeJS.Require, filename: string) => { readonly commandLine: () => void };

/** The command line as a function; undefined in the source. A Node other than the one of the build compiles it anew. */
const loadScript = (): Run | undefined => {
  const text = readBuilt(NAME)?.toString(ENCODING);
  if (text === undefined) return undefined;
  const script = new Script(text, {
    filename: file,
    cachedData: readBuilt(COMPILED),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return script.runInThisContext() as Run;
};

const run = loadScript();
if (run) run(require, file).commandLine();
else void import('./main.ts');
