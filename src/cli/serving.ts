import type { Command } from 'commander';
import { type Family, variablesOf } from '../command/family.ts';
import { addFlags, defineFlag, durationWithin } from '../command/flag-values.ts';
import { demandNoLoneFlag } from '../command/lone-flags.ts';
import { demandKnownVariables } from './environment.ts';
import { type ExecFlags, execOptions } from './exec-options.ts';
import { type ServeFlags, serveOptions } from './options.ts';
import { type TraceFolderFlags, traceFolderOptions } from './trace/trace-options.ts';

/** The longest time that a server may drain, in milliseconds. */
const MAX_DRAIN = 3_600_000;

/** Registers the commands that start a server: `serve` and `exec`. */
export const serving: Family = (program, { here, action }) => {
  addFlags(
    traceFolderOptions(serveOptions(program.command('serve', { isDefault: true }))),
    defineFlag('--until-eof', 'stop when stdin ends, as it does with the process that holds its other end'),
    defineFlag(
      '--drain <duration>',
      'how long SIGTERM lets calls go elsewhere before the mock stops (default: 0s; with --database, 25s)',
      durationWithin(0, MAX_DRAIN, 'It must be a duration of an hour at most, such as "25s".'),
    ),
  )
    .description('start the mock (default)')
    .action(
      action(async (flags: ServeFlags & TraceFolderFlags, command: Command) => {
        demandKnownVariables(here.env, variablesOf(program));
        demandNoLoneFlag(command);
        return (await import('./serve.ts')).serve(flags, here);
      }),
    );

  execOptions(program.command('exec <command...>'))
    .description('run a command against a mock of its own: platform-mock exec -- npm test')
    .passThroughOptions()
    .action(
      action(async (words: readonly string[], flags: ExecFlags, command: Command) => {
        demandKnownVariables(here.env, variablesOf(program));
        demandNoLoneFlag(command);
        return (await import('./exec.ts')).exec(words, flags, here);
      }),
    );
};
