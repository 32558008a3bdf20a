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

/** Code and its checksum, of which its file consists: V8 trusts what it is given. */
const seal = (code: Buffer): readonly [Buffer, Buffer] => [code, Buffer.from(Uint32Array.of(crc32(code)).buffer)];

/** The code of such a file; undefined if it is missing or damaged. */
const unseal = (whole: Buffer = Buffer.alloc(0)): Buffer | undefined => {
  const [code, sum] = seal(whole.subarray(0, -4));
  return sum.equals(whole.subarray(-4)) ? code : undefined;
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
  const started = onceSettled(() => keepBuilt(compiled, () => Buffer.concat(seal(script.createCachedData()))));
  return (require, filename) => run(require, filename, started);
};

/** Runs the command line. */
export const runCommandLine = (): void => {
  const run = loadScript();
  if (run) run(require, file).commandLine();
  else void import('./main.ts');
};
