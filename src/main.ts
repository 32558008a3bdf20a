#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Command, CommanderError } from 'commander';
import { dropFalseVariables, hasVariable, linkVariables } from './cli/environment.ts';
import { isInForeground } from './cli/foreground.ts';
import { namedCommand, printsDocument } from './cli/named-command.ts';
import { watchNpm } from './cli/npm-shell.ts';
import { noSuch, refusalText } from './cli/refusal-text.ts';
import { refuseRepeats } from './cli/repeated-flags.ts';
import { serving } from './cli/serving.ts';
import { FlagRefusal } from './command/command-failure.ts';
import { Exit } from './command/exit.ts';
import { type CommandLine, type Family, optionsOf, type Surroundings } from './command/family.ts';
import { packageFiles, readNodePreload, shippedFixtures } from './package-home.ts';
import { findNearestName } from './schema/nearest-name.ts';
import { version } from './version.ts';

/** The environment as it is given, for the command of `exec`. */
const env = { ...process.env };
// Commander would take the port of a service for the mock's.
for (const name of linkVariables(env)) delete process.env[name];

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The text of a file that this system may not have. */
const textIn = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const here: Surroundings = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  terminal: process.stderr.isTTY === true,
  pid: process.pid,
  version,
  shippedFixtures,
  packageFiles,
  readNodePreload,
  stopped: (untilEof = false) =>
    new Promise((resolve) => {
      for (const signal of STOP_SIGNALS) process.once(signal, () => resolve(signal));
      watchNpm(process, () => resolve(undefined));
      if (!untilEof) return;
      const end = (): void => resolve(undefined);
      process.stdin.on('end', end).on('error', end).resume();
      // Standard input must not keep alive a process that was stopped otherwise. A file has no such method.
      process.stdin.unref?.();
    }),
  endWithReader: () => void process.stdout.once('error', () => process.exit(Exit.ok)),
  signalled: (heard) => {
    let isTerminated = false;
    for (const signal of STOP_SIGNALS) process.on(signal, heard);
    process.on('SIGTERM', () => {
      isTerminated = true;
    });
    // If SIGTERM has ended npm, too, it is not a second one.
    watchNpm(process, () => isTerminated || heard('SIGTERM'));
  },
  inForeground: () =>
    isInForeground(
      process.platform,
      textIn('/proc/self/stat'),
      [0, 1, 2].some((stream) => isatty(stream)),
    ),
  env,
};

/** Runs a command and sets the exit code from its result. */
const setExitCode: CommandLine['action'] =
  (command) =>
  async (...args) => {
    try {
      process.exitCode = await command(...args);
    } catch (error) {
      const [{ endingOf }, { TlsRefusal }] = await Promise.all([
        import('./command/ending.ts'),
        import('./server/listen/tls-certificate.ts'),
      ]);
      const { status, reason } = endingOf(error instanceof TlsRefusal ? new FlagRefusal(error.message) : error);
      for (const line of reason.split('\n')) here.err(`platform-mock: ${line}\n`);
      process.exitCode = status;
    }
  };

const program = new Command('platform-mock')
  .description('A stateful stand-in for Platform API v2 that tests can steer.')
  .version(version)
  .enablePositionalOptions()
  .configureOutput({ outputError: (text, write) => write(`platform-mock: ${refusalText(text)}\n`) })
  .exitOverride();

// A log that cannot be written, as on a full disk, is lost; the mock goes on.
process.stderr.on('error', () => {});
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Readers that close early have read enough, as `head` does.
  if (code === 'EPIPE') return;
  here.err(`platform-mock: stdout cannot be written: ${message}\n`);
  process.exit(Exit.failure);
});

/** The reason why a word names no command; undefined if it does, or if it is a flag. */
const explainUnknownCommand = ({ command, rest: [word] }: ReturnType<typeof namedCommand>): string | undefined => {
  const commands = ['help', ...command.commands.map((each) => each.name())];
  if (commands.length === 1 || word === undefined || word.startsWith('-') || commands.includes(word)) return undefined;
  const nearest = findNearestName(word, commands);
  const hint = nearest === undefined ? `there are ${commands.join(', ')}` : `did you mean "${nearest}"?`;
  return noSuch('command', word, hint);
};

/** Prints what is wrong with a command line as a document, if its command was asked for one. */
const printRefusal = async (error: unknown): Promise<void> => {
  const words = process.argv.slice(2);
  if (!words.includes('--json') || !printsDocument(namedCommand(program, words).command)) return;
  const { usageValue } = await import('./command/outcome.ts');
  const message = refusalText(error instanceof Error ? error.message : String(error));
  here.out(`${JSON.stringify(usageValue(message), null, 2)}\n`);
};

/** The first words of a command line that starts a server; undefined if there is no word. */
const STARTS: ReadonlySet<string | undefined> = new Set([undefined, 'serve', 'exec']);

/**
 * The families of commands that a command line may be about. Registering all takes a tenth of a start, which needs the
 * others only to say which variables of the environment are known.
 */
const familiesFor = async (word: string | undefined): Promise<readonly Family[]> =>
  STARTS.has(word) && !hasVariable(process.env) ? [serving] : (await import('./cli/families.ts')).FAMILIES;

const run = async (): Promise<void> => {
  try {
    for (const register of await familiesFor(process.argv[2])) register(program, { here, action: setExitCode });
    refuseRepeats(program);
    const [, , first, ...words] = process.argv;
    const named = first === 'help' ? namedCommand(program, words) : { command: program, rest: first ? [first] : [] };
    const wrong = explainUnknownCommand(named) ?? dropFalseVariables(optionsOf(program), process.env);
    if (wrong !== undefined) program.error(wrong);
    if (first === 'help') named.command.help();
    await program.parseAsync();
  } catch (error) {
    // Commander has printed the mistake; asking for help or the version is not an error.
    const isAnswered = error instanceof CommanderError && error.exitCode === 0;
    if (!isAnswered) await printRefusal(error);
    process.exitCode = isAnswered ? Exit.ok : Exit.usage;
  }
};

// Not awaited here: the build also makes a script of this file, which cannot wait.
void run();
