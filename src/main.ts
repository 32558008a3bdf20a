#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { health, token } from './cli/ask.ts';
import type { Target } from './cli/client.ts';
import { exec } from './cli/exec.ts';
import { Exit, endingOf } from './cli/exit.ts';
import { addressOptions, apiOption, controlOption, type ServeFlags, serveOptions, ttl } from './cli/options.ts';
import { printDocument, printProto } from './cli/print.ts';
import { type Surroundings, serve } from './cli/serve.ts';
import { validate } from './cli/validate.ts';
import type { ApiVersion } from './emit/openapi.ts';

/** The package's own folder: one above this file, in the source as in the bundle. */
const home = new URL('..', import.meta.url);

/** Where the build has put the fixtures in the form that is quickest to read; in the source, where they are written. */
const compiledFixtures = fileURLToPath(new URL('fixtures/', import.meta.url));

const { version } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')) as { version: string };

const here: Surroundings = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  terminal: process.stderr.isTTY === true,
  pid: process.pid,
  version,
  fixturesFolder: existsSync(compiledFixtures) ? compiledFixtures : fileURLToPath(new URL('fixtures/', home)),
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
  env: process.env,
};

/** Runs a command and ends the process with what it comes to. */
const ending =
  <A extends readonly unknown[]>(command: (...args: A) => Promise<number>) =>
  async (...args: A): Promise<void> => {
    try {
      process.exitCode = await command(...args);
    } catch (error) {
      const { status, reason } = endingOf(error);
      here.err(`platform-mock: ${reason}\n`);
      process.exitCode = status;
    }
  };

const program = new Command('platform-mock')
  .description('A stateful stand-in for Platform API v2 that tests can steer.')
  .version(version)
  .enablePositionalOptions()
  .exitOverride();

serveOptions(program.command('serve', { isDefault: true }))
  .description('start the mock (default)')
  .action(ending((flags: ServeFlags) => serve(flags, here)));

serveOptions(program.command('exec <command...>'))
  .description('run a command against a mock of its own: platform-mock exec -- npm test')
  .passThroughOptions()
  .action(
    ending((command: string[], flags: ServeFlags, self: Command) =>
      // A free port unless one is asked for: several may run beside each other.
      exec(command, self.getOptionValueSource('port') === 'default' ? { ...flags, port: 0 } : flags, here),
    ),
  );

addressOptions(program.command('health'))
  .description('exit 0 when the mock on that port is ready')
  .action(ending((target: Target) => health(target, here)));

addressOptions(program.command('token'))
  .description('print a bearer token that the mock on that port mints')
  .requiredOption('--identity <identity>', 'a uid, an alias of a fixture, or a name')
  .option('--ttl <duration>', 'how long it is good for', ttl, 3_600)
  .addOption(controlOption())
  .action(ending((flags: Target & { identity: string; ttl: number }) => token(flags.identity, flags.ttl, flags, here)));

program
  .command('validate <file...>')
  .description('check fixture files')
  .action(ending((files: string[]) => validate(files, here)));

program
  .command('openapi')
  .description('print openapi.yaml')
  .addOption(apiOption())
  .action(ending(({ api }: { api: ApiVersion }) => printDocument('openapi', here, api)));

program
  .command('fixture-schema')
  .description('print the JSON Schema of fixtures')
  .action(ending(() => printDocument('fixture-schema', here)));

program
  .command('proto')
  .description('print the proto files of the API')
  .option('--out <folder>', 'write them into this folder instead, as a buf module')
  .action(ending((flags: { out?: string }) => printProto(flags, here)));

try {
  await program.parseAsync();
} catch (error) {
  // Commander has said what is wrong; asking for help or the version is no error.
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? Exit.ok : Exit.usage;
}
