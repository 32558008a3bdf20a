import type { Command, Option } from 'commander';
import { namedCommand } from './named-command.ts';

/** The flag of a command that a word is. */
const findFlag = ({ options }: Command, word: string | undefined): Option | undefined =>
  options.find(({ long, short }) => word !== undefined && (word === long || word === short));

const flagsOf = ({ options }: Command): readonly string[] => [
  ...options.flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long])),
  '--help',
];

/** The names of subcommands that help shows, or else the words that the first argument may be. */
const namesIn = (command: Command): readonly string[] => {
  const names = command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
  return names.length > 0 ? names : (command.registeredArguments[0]?.argChoices ?? []);
};

/**
 * The words that the last one of a command line can become, in the order of help. There are none where a value is wanted
 * that is not one of a few, so that a shell offers files.
 */
export const complete = (program: Command, given: readonly string[]): readonly string[] => {
  // A shell may take `--flag=value` for three words.
  const words = given.filter((word, index) => word !== '=' || index === given.length - 1);
  const last = words.at(-1) ?? '';
  const { command, rest } = namedCommand(program, words.slice(0, -1));
  // What is behind it is another program's.
  if (rest.includes('--')) return [];
  const [, joined, value] = /^(--[^=]+)=(.*)$/.exec(last) ?? [];
  if (joined !== undefined) {
    const choices = findFlag(command, joined)?.argChoices ?? [];
    return choices.filter((choice) => choice.startsWith(value ?? '')).map((choice) => `${joined}=${choice}`);
  }
  const typed = last === '=' ? '' : last;
  const fitting = (all: readonly string[]): readonly string[] => all.filter((word) => word.startsWith(typed));
  const flag = findFlag(command, rest.at(-1));
  if (flag?.required || (flag?.optional && !typed.startsWith('-'))) return fitting(flag.argChoices ?? []);
  if (typed.startsWith('-')) return fitting(flagsOf(command));
  return rest.length === 0 ? fitting(namesIn(command)) : [];
};
