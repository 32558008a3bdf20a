import type { Command, OptionValues } from 'commander';
import { FlagRefusal } from './command-failure.ts';

/** Flags of commands that do nothing without something else; whether it is there, and what is said if it is not. */
type Rule = readonly [commands: string, flags: string, isThere: (values: OptionValues) => unknown, needs: string];

const SERVERS = 'serve exec probe';

const RULES: readonly Rule[] = [
  [SERVERS, '--tls-ca-file', ({ tls, as }) => tls === 'auto' || as, '--tls auto, which makes a certificate'],
  [SERVERS, '--insecure-control', ({ controlToken }) => controlToken === 'off', '--control-token off'],
  [
    SERVERS,
    '--journal-entries --journal-bytes',
    ({ journal }) => journal === 'on',
    'the journal, which --journal off does not keep',
  ],
  ['serve', '--trace-bytes', ({ traceDir }) => traceDir, '--trace-dir: without it no trace is written'],
  ['exec', '--trace-on --trace-bytes', ({ trace }) => trace, '--trace: without it no trace is written'],
];

/**
 * Demands that each flag on the command line does something. The variable of a flag may be alone: the environment is
 * for all commands, and a command within `exec` has it, too.
 * @throws FlagRefusal for the first flag that would do nothing
 */
export const demandNoLoneFlag = (command: Command): void => {
  const values = command.opts();
  const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  for (const [commands, flags, isThere, needs] of RULES) {
    const alone = given.find(({ long }) => flags.split(' ').includes(long ?? ''));
    if (alone && commands.split(' ').includes(command.name()) && !isThere(values))
      throw new FlagRefusal(`${alone.long} needs ${needs}`);
  }
};
