#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Command, CommanderError, Option } from 'commander';
import type { Target } from './cli/client.ts';
import { type GateFlags, gateOptions, type ReportFlags, reportOptions } from './cli/coverage-options.ts';
import { demandKnownVariables, dropFalseVariables, linkVariables } from './cli/environment.ts';
import { type ExecFlags, execOptions } from './cli/exec-options.ts';
import { Exit } from './cli/exit.ts';
import { isInForeground } from './cli/foreground.ts';
import type { JournalFlags } from './cli/journal.ts';
import { watchNpm } from './cli/npm-shell.ts';
import {
  apiOption,
  controlOption,
  port,
  profileToDescribeOption,
  type ServeFlags,
  serveOptions,
  steeringOptions,
  targetOptions,
  ttl,
} from './cli/options.ts';
import type { Surroundings } from './cli/serve.ts';
import type { SaveFlags } from './cli/snapshot.ts';
import type { ReplayFlags } from './cli/trace/replay-trace.ts';
import type { SaveTraceFlags } from './cli/trace/save-trace.ts';
import type { ShowFlags } from './cli/trace/show-trace.ts';
import { type TraceFolderFlags, traceFolderOptions } from './cli/trace/trace-options.ts';
import type { FromCallFlags } from './cli/world.ts';
import { fixturesFolder, nodePreload, version } from './package-home.ts';
import { findNearestName } from './schema/nearest-name.ts';
import type { ProfileName } from './schema/profile-differences.ts';

/** The environment as it is given, for the command of `exec`. */
const env = { ...process.env };
// Commander would take the port of a service for that of the mock.
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
  fixturesFolder,
  nodePreload,
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of STOP_SIGNALS) process.once(signal, () => resolve());
      watchNpm(process, resolve);
    }),
  signalled: (heard) => {
    let isTerminated = false;
    for (const signal of STOP_SIGNALS) process.on(signal, heard);
    process.on('SIGTERM', () => {
      isTerminated = true;
    });
    // Where SIGTERM has ended npm, too, it is not a second one.
    watchNpm(process, () => isTerminated || heard('SIGTERM'));
  },
  inForeground: () =>
    isInForeground({
      platform: process.platform,
      stat: textIn('/proc/self/stat'),
      terminal: [0, 1, 2].some((stream) => isatty(stream)),
    }),
  env,
};

// Modules of a command are loaded with it, so that help, a wrong flag and the commands that only ask answer at once.
const serve = async (flags: ServeFlags & TraceFolderFlags) => {
  demandKnownVariables(env, variablesOf(program));
  return (await import('./cli/serve.ts')).serve(flags, here);
};
const exec = async (command: readonly string[], flags: ExecFlags) => {
  demandKnownVariables(env, variablesOf(program));
  return (await import('./cli/exec.ts')).exec(command, flags, here);
};
const validate = async (files: readonly string[]) => (await import('./cli/validate.ts')).validate(files, here);
const importAsk = () => import('./cli/ask.ts');
const print = () => import('./cli/print.ts');
const dataFile = () => import('./cli/data.ts');
const snapshots = () => import('./cli/snapshot.ts');
const coverages = () => import('./cli/coverage.ts');
const eventCommands = () => import('./cli/events.ts');

/** Collects the values of a flag that may be given several times. */
const collectValue = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Runs a command and sets the exit code from its result. */
const setExitCode =
  <A extends readonly unknown[]>(command: (...args: A) => Promise<number>) =>
  async (...args: A): Promise<void> => {
    try {
      process.exitCode = await command(...args);
    } catch (error) {
      const { status, reason } = (await import('./cli/ending.ts')).endingOf(error);
      for (const line of reason.split('\n')) here.err(`platform-mock: ${line}\n`);
      process.exitCode = status;
    }
  };

/** The flags of a command and of those below it. */
const optionsOf = ({ options, commands }: Command): readonly Option[] => [...options, ...commands.flatMap(optionsOf)];

/** The variables that they can be set by. */
const variablesOf = (command: Command): readonly string[] => optionsOf(command).flatMap(({ envVar = [] }) => envVar);

/** What commander says of a command line that it refuses, in the form of all other errors: one line, after our name. */
const refusalLine = (text: string): string =>
  `platform-mock: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')}\n`;

const program = new Command('platform-mock')
  .description('A stateful stand-in for Platform API v2 that tests can steer.')
  .version(version)
  .enablePositionalOptions()
  .configureOutput({ outputError: (text, write) => write(refusalLine(text)) })
  .exitOverride();

traceFolderOptions(serveOptions(program.command('serve', { isDefault: true })))
  .description('start the mock (default)')
  .action(setExitCode(serve));

execOptions(program.command('exec <command...>'))
  .description('run a command against a mock of its own: platform-mock exec -- npm test')
  .passThroughOptions()
  .action(setExitCode(exec));

targetOptions(program.command('health'))
  .description('exit 0 when the mock on that port is ready')
  .option('--wait <duration>', 'ask until it is, for so long; exit 124 when it is not', ttl)
  .action(setExitCode(async (target: Target & { wait?: number }) => (await importAsk()).health(target, here)));

targetOptions(program.command('token'))
  .description('print a bearer token that the mock on that port mints')
  .requiredOption('--identity <identity>', 'a uid, an alias of a fixture, or a name')
  .option('--ttl <duration>', 'how long it is good for', ttl, 3_600)
  .addOption(controlOption())
  .action(
    setExitCode(async (flags: Target & { identity: string; ttl: number }) =>
      (await importAsk()).token(flags.identity, flags.ttl, flags, here),
    ),
  );

program.command('validate <file...>').description('check fixture files').action(setExitCode(validate));

const snapshot = program.command('snapshot').description('save and restore states of a running mock');

steeringOptions(snapshot.command('save <name>'))
  .description('save the state under a name, and with --out in a file')
  .option('--note <text>', 'what it is, for people')
  .option('--overwrite', 'replace a snapshot of that name')
  .option('--out <file>', 'write a snapshot file, too')
  .action(setExitCode(async (name: string, flags: SaveFlags) => (await snapshots()).saveSnapshot(name, flags, here)));

steeringOptions(snapshot.command('restore <name|file>'))
  .description('go back to a snapshot, or to a file: what has a slash or ends in .json or .jsonl')
  .action(
    setExitCode(async (nameOrFile: string, flags: Target) =>
      (await snapshots()).restoreSnapshot(nameOrFile, flags, here),
    ),
  );

steeringOptions(snapshot.command('export <name>'))
  .description('print a snapshot as a fixture in YAML')
  .option('--out <file>', 'write it into this file instead')
  .action(
    setExitCode(async (name: string, flags: Target & { out?: string }) =>
      (await snapshots()).exportSnapshot(name, flags, here),
    ),
  );

steeringOptions(snapshot.command('diff <name> [other]'))
  .description('list what differs between a snapshot and another one, or the state as it is')
  .option('--json', 'print JSON')
  .action(
    setExitCode(async (name: string, other: string | undefined, flags: Target & { json?: boolean }) =>
      (await snapshots()).diffSnapshots(name, other, flags, here),
    ),
  );

steeringOptions(program.command('journal'))
  .description('print what a running mock was called with, the oldest entry first; in all worlds with --world "*"')
  .option('--follow', 'print further entries as they end')
  .option('--json', 'print a line of JSON for each')
  .option('--operation <name>', 'only calls of this operation')
  .option('--status <status>', 'only calls with this HTTP status, or name of a code')
  .option('--caller <identity>', 'only calls of this identity: a uid, an alias or a name')
  .option('--path <path>', 'only calls to this path, in which * is any text')
  .option('--since <id>', 'only entries behind this one')
  .option('--limit <count>', 'how many entries at most, without --follow (default: 100)')
  .action(
    setExitCode(async (flags: JournalFlags) => {
      // Endless output ends with its reader.
      process.stdout.once('error', () => process.exit(Exit.ok));
      return (await import('./cli/journal.ts')).journal(flags, here);
    }),
  );

const trace = program.command('trace').description('write down what happened in a running mock, and read it');

steeringOptions(trace.command('save'))
  .description('write the run of a world into a file, as a HAR; of all worlds with --world "*"')
  .requiredOption('--out <file>', 'the file')
  .option('--url <url>', 'where the mock listens, instead of --host, --port and --tls')
  .action(
    setExitCode(async (flags: SaveTraceFlags) => (await import('./cli/trace/save-trace.ts')).saveTrace(flags, here)),
  );

trace
  .command('show <file>')
  .description('print the calls of a trace, a line each')
  .option('--call <number>', 'print this call whole')
  .option('--json', 'print a line of JSON for each')
  .action(
    setExitCode(async (file: string, flags: ShowFlags) =>
      (await import('./cli/trace/show-trace.ts')).showTrace(file, flags, here),
    ),
  );

trace
  .command('replay <file>')
  .description('send the calls of a trace again to a mock of its own: exit 3 when an answer differs')
  .option('--upto <number>', 'stop after this call, and keep the mock running')
  .addOption(
    new Option('--port <port>', 'port that the mock listens on; 0 takes a free one').default(0).argParser(port),
  )
  .action(
    setExitCode(async (file: string, flags: ReplayFlags) =>
      (await import('./cli/trace/replay-trace.ts')).replayTrace(file, flags, here),
    ),
  );

trace
  .command('diff <file> <other>')
  .description('list the calls that differ between two runs: exit 3 when one does')
  .option('--json', 'print JSON')
  .action(
    setExitCode(async (file: string, other: string, flags: { json?: boolean }) =>
      (await import('./cli/trace/diff-trace.ts')).diffTraces(file, other, flags, here),
    ),
  );

const world = program.command('world').description('make worlds in a running mock');

steeringOptions(world.command('from-call <id>'))
  .description('make a world as it was before a call of the journal, and print what a shell needs to be in it')
  .addOption(new Option('--at <moment>', 'before the call, or after it').choices(['before', 'after']).default('before'))
  .option('--name <name>', 'its name (default: a new one)')
  .option('--json', 'print JSON')
  .action(
    setExitCode(async (id: string, flags: FromCallFlags) =>
      (await import('./cli/world.ts')).makeWorldFromCall(id, flags, here),
    ),
  );

// A subcommand has flags of its own.
const coverage = program.command('coverage').enablePositionalOptions();

reportOptions(steeringOptions(coverage))
  .description('report what clients of a running mock have met of the interface')
  .action(setExitCode(async (flags: Target & ReportFlags) => (await coverages()).printCoverage(flags, here)));

gateOptions(reportOptions(coverage.command('merge <file...>')))
  .description('merge reports in JSON, and hold the result against gates: exit 3 when one fails')
  .action(
    setExitCode(async (files: readonly string[], flags: ReportFlags & GateFlags) =>
      (await coverages()).mergeCoverage(files, flags, here),
    ),
  );

const events = program.command('events').description('send events of a running mock to receivers');

steeringOptions(events.command('listen'))
  .description('post each new event to a URL, whatever is subscribed, until it is stopped')
  .requiredOption('--forward-to <url>', 'where events go')
  .action(
    setExitCode(async (flags: Target & { forwardTo: string }) => (await eventCommands()).listenToEvents(flags, here)),
  );

steeringOptions(events.command('trigger <type>'))
  .description('emit an example of a type of events, such as repo.created')
  .option(
    '--set <path=value>',
    'replace a part of it, such as body.name=nginx; may be given several times',
    collectValue,
  )
  .action(
    setExitCode(async (type: string, flags: Target & { set?: readonly string[] }) =>
      (await eventCommands()).triggerEvent(type, flags, here),
    ),
  );

steeringOptions(events.command('resend <id>'))
  .description('send an event once more')
  .option('--to <url>', 'to this URL (default: to where it went before)')
  .action(
    setExitCode(async (id: string, flags: Target & { to?: string }) =>
      (await eventCommands()).resendEvent(id, flags, here),
    ),
  );

const data = program.command('data').description('look after the file of --data');

data
  .command('check <file>')
  .description('list what is damaged in a data file and its log')
  .action(setExitCode(async (file: string) => (await dataFile()).checkData(file, here)));

data
  .command('repair <file>')
  .description('write what is intact of a data file into a new one, and list what is not')
  .option('--out <new>', 'the new file (default: FILE.repaired)')
  .action(
    setExitCode(async (file: string, flags: { out?: string }) => (await dataFile()).repairData(file, flags, here)),
  );

program
  .command('openapi')
  .description('print openapi.yaml')
  .addOption(apiOption())
  .addOption(profileToDescribeOption())
  .action(
    setExitCode(async (flags: { api: string; profile: ProfileName }) => (await print()).printOpenApi(flags, here)),
  );

program
  .command('fixture-schema')
  .description('print the JSON Schema of fixtures')
  .action(setExitCode(async () => (await print()).printFixtureSchema(here)));

program
  .command('proto')
  .description('print the proto files of the API')
  .option(
    '--out <folder>',
    'write them into this folder instead, as a buf module, with the files of google that they import',
  )
  .addOption(profileToDescribeOption())
  .action(
    setExitCode(async (flags: { out?: string; profile: ProfileName }) => (await print()).printProto(flags, here)),
  );

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Readers that close early have read enough, as `head` does.
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Why the first word of a command line names no command; undefined where it does, or where it is a flag. */
const explainUnknownCommand = (word: string | undefined, commands: readonly string[]): string | undefined => {
  if (word === undefined || word.startsWith('-') || commands.includes(word)) return undefined;
  const nearest = findNearestName(word, commands);
  const hint = nearest === undefined ? `there are ${commands.join(', ')}` : `did you mean "${nearest}"?`;
  return `there is no command ${JSON.stringify(word)}, ${hint}`;
};

const run = async (): Promise<void> => {
  try {
    const unknown = explainUnknownCommand(process.argv[2], [
      'help',
      ...program.commands.map((command) => command.name()),
    ]);
    if (unknown !== undefined) program.error(unknown);
    const wrong = dropFalseVariables(optionsOf(program), process.env);
    if (wrong !== undefined) program.error(wrong);
    await program.parseAsync();
  } catch (error) {
    // Commander has printed the mistake; asking for help or the version is not an error.
    process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? Exit.ok : Exit.usage;
  }
};

// Not awaited here: the build also makes a script of this file, which cannot wait.
void run();
