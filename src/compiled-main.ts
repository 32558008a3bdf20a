import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { keepBuilt, readBuilt } from './package-home.ts';

/** The command line and the library as one script, made by the build; there is none in the source. */
const NAME = 'command-line.cjs';
const file = fileURLToPath(new URL(NAME, import.meta.url));

/** It has only characters of ASCII, so that it need not be decoded. */
const ENCODING = 'latin1';

/** Where the script has characters that no other has: in the comment at its end. */
const MARK = [-18, -2] as const;

/** The time from the first start of a mock until its code is compiled, in milliseconds. */
const SETTLED = 1_000;

/** The script has no module of its own. It calls `started` at each start of a mock. */
type Run = (
  require: NodeJS.Require,
  filename: string,
  started?: () => void,
) => { readonly commandLine: () => void; readonly library: () => object };

/** Code with its checksum behind it: V8 trusts what it is given. */
const seal = (code: Buffer): Buffer => {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(code));
  return Buffer.concat([code, sum]);
};

/** The code of a file that `seal` has made; undefined if it is missing or damaged. */
const unseal = (sealed: Buffer = Buffer.alloc(0)): Buffer | undefined => {
  const code = sealed.subarray(0, -4);
  return code.length > 0 && sealed.readUInt32LE(code.length) === crc32(code) ? code : undefined;
};

/** Calls a function once after the first start of a mock: when that has settled, or when the process ends before. */
const onceSettled = (act: () => void): (() => void) => {
  let isAwaited = false;
  const settled = (): void => {
    process.off('exit', settled);
    act();
  };
  return () => {
    if (isAwaited) return;
    isAwaited = true;
    process.once('exit', settled);
    setTimeout(settled, SETTLED).unref();
  };
};

/**
 * Loads the script with V8's compiled code of it, which is good for one V8 on one kind of processor only. The build has
 * made it for its own; for each other, the first process that starts a mock makes it. Undefined in the source.
 */
export const loadScript = (): Run | undefined => {
  const text = readBuilt(NAME)?.toString(ENCODING);
  if (text === undefined) return undefined;
  const compiled = `command-line-${text.slice(...MARK)}-${process.versions.v8}-${process.arch}.bin`;
  const script = new Script(text, {
    filename: file,
    cachedData: unseal(readBuilt(compiled)),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const run = script.runInThisContext() as Run;
  if (script.cachedDataRejected === false) return run;
  const started = onceSettled(() => keepBuilt(compiled, () => seal(script.createCachedData())));
  return (require, filename) => run(require, filename, started);
};

/** Runs the command line. */
export const runCommandLine = (): void => {
  const run = loadScript();
  if (run) run(require, file).commandLine();
  else void import('./main.ts');
};
