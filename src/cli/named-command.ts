import type { Command } from 'commander';

/** The command that the words of a command line name, the lowest one, with the words behind its name. */
export const namedCommand = (
  program: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } => {
  const [word, ...rest] = words;
  const found = program.commands.find((command) => command.name() === word);
  return found ? namedCommand(found, rest) : { command: program, rest: words };
};

/** True for a command that prints one document of JSON if that is asked for, of a failure too. */
export const printsDocument = ({ options }: Command): boolean => options.some(({ long }) => long === '--url');
