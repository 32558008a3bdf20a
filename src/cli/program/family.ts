import type { Command, Option } from 'commander';
import type { Surroundings } from '../serve.ts';

/** The process whose command line is read. */
export interface CommandLine {
  readonly here: Surroundings;
  /** Makes of a command, which returns an exit status, an action that sets it. */
  readonly action: <A extends readonly unknown[]>(
    command: (...args: A) => Promise<number>,
  ) => (...args: A) => Promise<void>;
}

/**
 * Registers the commands of one family. Their modules are imported with the command that is run, so that help, a wrong
 * flag and the commands that only ask answer at once.
 */
export type Family = (program: Command, line: CommandLine) => void;

/** The flags of a command and of those below it. */
export const optionsOf = ({ options, commands }: Command): readonly Option[] => [
  ...options,
  ...commands.flatMap(optionsOf),
];

/** The variables by which the flags of all commands can be set. */
export const variablesOf = (program: Command): readonly string[] =>
  optionsOf(program).flatMap(({ envVar = [] }) => envVar);

/** The words of the command line behind the name of a command, as they were given. */
export const wordsBehind = (
  program: Command & { readonly rawArgs?: readonly string[] },
  name: string,
): readonly string[] => {
  const { rawArgs = [] } = program;
  return rawArgs.slice(rawArgs.indexOf(name) + 1);
};
