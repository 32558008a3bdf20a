import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { constants, Script } from 'node:vm';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import {
  callerOf,
  ENTRY,
  type Finished,
  type OwnServer,
  onPort,
  plainEnvironment,
  runCommand,
  startOwnServer,
} from './own-server.ts';

/** The process as a command sees it. */
type Surroundings = Pick<NodeJS.Process, 'argv' | 'env'> & {
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
};

type Run = (require: (name: string) => unknown, filename: string) => { readonly commandLine: () => void };

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
const processFor = (surroundings: Surroundings, signals: EventEmitter, ended: (code: number) => void): object => {
  let exitCode: number | undefined;
  const end = (code: number): void => {
    exitCode = code;
    ended(code);
  };
  const methods = {
    ...surroundings,
    stdin: new PassThrough().end(),
    exit: end,
    on: signals.on.bind(signals),
    once: signals.once.bind(signals),
    removeListener: signals.removeListener.bind(signals),
  };
  return Object.create(process, {
    ...Object.getOwnPropertyDescriptors(methods),
    exitCode: { get: () => exitCode, set: end },
  });
};

/** A command that has begun in this process. */
interface Begun {
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  /** The emitter of its signals. */
  readonly signals: EventEmitter;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number>;
}

const begin = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Begun => {
  const [stdout, stderr, signals] = [new PassThrough(), new PassThrough(), new EventEmitter()];
  const given = Object.entries(plainEnvironment(env)).filter(([, value]) => value !== undefined);
  const argv = [process.execPath, resolve(ENTRY), ...args];
  const require = createRequire(FILE);
  const ended = new Promise<number>((end) => {
    const own = processFor({ argv, env: Object.fromEntries(given), stdout, stderr }, signals, end);
    const isProcess = (name: string): boolean => name === 'process' || name === 'node:process';
    loadCommandLine()(own)((name) => (isProcess(name) ? own : require(name)), FILE).commandLine();
  });
  return { stdout, stderr, signals, ended };
};

/** When a command of its own process is killed: the limit of its test comes first. */
const RUN_LIMIT_MS = 600_000;

/**
 * Runs a command of the product to its end in this process, which takes a tenth of the time of a start: for tests of
 * which only the output and the exit code count. Not for commands that start programs or end by a signal.
 */
export const runHere = async (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> => {
  if (!isHere) return runCommand(args, env, RUN_LIMIT_MS);
  const { stdout, stderr, ended } = begin(args, env);
  const code = await ended;
  return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
};

/** A server of which nobody sees the process. */
export type ServerHere = Omit<OwnServer, 'process' | 'stop'> & { readonly stop: () => Promise<number | null> };

/**
 * Starts a server as `startOwnServer` does, but in this process: for tests of which only its answers count.
 * @throws Error with its log when it ends
 */
export const startServerHere = async (flags: readonly string[]): Promise<ServerHere> => {
  if (!isHere) return startOwnServer(flags);
  const { stdout, stderr, signals, ended } = begin(['serve', ...onPort(flags), '--json']);
  const log = text(stderr);
  const first = once(createInterface({ input: stdout }), 'line').then(([line]) => String(line));
  const line = await Promise.race([first, ended.then(() => undefined)]);
  const stop = (): Promise<number> => {
    signals.emit('SIGTERM');
    stderr.end();
    return ended;
  };
  if (line === undefined) {
    void stop();
    throw new Error(`serve ${flags.join(' ')} has ended:\n${await log}`);
  }
  const { close, ...server } = await callerOf(line, () => void stop());
  return {
    ...server,
    stop: () => {
      close();
      return stop();
    },
  };
};
