import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { constants, Script } from 'node:vm';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { ENTRY, type Finished, plainEnvironment, runCommand } from './own-server.ts';

/** What a command sees as its process. */
type Surroundings = Pick<NodeJS.Process, 'argv' | 'env'> & {
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
};

type Run = (require: (name: string) => unknown, filename: string) => void;

/** The command line as the build has it for a start. */
const FILE = resolve(dirname(ENTRY), 'command-line.cjs');

/** A whole test, and one of another product than the build, has a process for each command. */
const isHere = TEST_SIZE !== 'whole' && resolve(ENTRY) === join(dirname(FILE), 'main.cjs') && existsSync(FILE);

let loaded: ((process: object) => Run) | undefined;

/** The command line as a function of its process. Each call of the result has modules of its own. */
const loadCommandLine = (): ((process: object) => Run) => {
  loaded ??= new Script(`(function (process) { return ${readFileSync(FILE, 'latin1')}; })`, {
    filename: FILE,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as (process: object) => Run;
  return loaded;
};

/** A process within this one. `ended` gets the exit code, by which a command says that it has ended. */
const processFor = (surroundings: Surroundings, ended: (code: number) => void): object => {
  const events = new EventEmitter();
  let exitCode: number | undefined;
  const end = (code: number): void => {
    exitCode = code;
    ended(code);
  };
  const methods = {
    ...surroundings,
    stdin: new PassThrough().end(),
    exit: end,
    on: events.on.bind(events),
    once: events.once.bind(events),
    removeListener: events.removeListener.bind(events),
  };
  return Object.create(process, {
    ...Object.getOwnPropertyDescriptors(methods),
    exitCode: { get: () => exitCode, set: end },
  });
};

const runInThisProcess = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Finished> => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const given = Object.entries(plainEnvironment(env)).filter(([, value]) => value !== undefined);
  const surroundings = {
    argv: [process.execPath, resolve(ENTRY), ...args],
    env: Object.fromEntries(given),
    stdout,
    stderr,
  };
  const require = createRequire(FILE);
  const code = await new Promise<number>((ended) => {
    const own = processFor(surroundings, ended);
    const isProcess = (name: string): boolean => name === 'process' || name === 'node:process';
    loadCommandLine()(own)((name) => (isProcess(name) ? own : require(name)), FILE);
  });
  return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
};

/**
 * Runs a command of the product to its end where only its output and its exit code count: in this process, which takes
 * a tenth of the time of a start. Not for commands that start programs or end by a signal.
 */
export const runHere = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> =>
  isHere ? runInThisProcess(args, env) : runCommand(args, env);
