import type { Command } from 'commander';
import { type Family, variablesOf } from '../command/family.ts';
import { demandKnownVariables } from './environment.ts';
import { type ExecFlags, execOptions } from './exec-options.ts';
import { drainOption, type ServeFlags, serveOptions, untilEofOption } from './options.ts';
import { demandTraceOf, type TraceFolderFlags, traceFolderOptions } from './trace/trace-options.ts';

/** Registers the commands that start a server: `serve` and `exec`. */
export const serving: Family = (program, { here, action }) => {
  traceFolderOptions(serveOptions(program.command('serve', { isDefault: true })))
    .addOption(untilEofOption())
    .addOption(drainOption())
    .description('start the mock (default)')
    .action(
      action(async (flags: ServeFlags & TraceFolderFlags, command: Command) => {
        demandKnownVariables(here.env, variablesOf(program));
        demandTraceOf(command);
        return (await import('./serve.ts')).serve(flags, here);
      }),
    );

  execOptions(program.command('exec <command...>'))
    .description('run a command against a mock of its own: platform-mock exec -- npm test')
    .passThroughOptions()
    .action(
      action(async (words: readonly string[], flags: ExecFlags, command: Command) => {
        demandKnownVariables(here.env, variablesOf(program));
        demandTraceOf(command);
        return (await import('./exec.ts')).exec(words, flags, here);
      }),
    );
};
