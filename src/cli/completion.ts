import { Argument, type Command, type Option } from 'commander';
import type { Family } from '../command/family.ts';
import { namedCommand } from './named-command.ts';

/** The shells that have a script. */
const SHELLS = ['bash', 'zsh', 'fish'] as const;

const BASH = `# Completion of platform-mock: source <(platform-mock completion bash)
_platform_mock() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _platform_mock platform-mock
`;

const ZSH = `#compdef platform-mock
# Completion of platform-mock: source <(platform-mock completion zsh)
_platform_mock() {
  local -a found
  found=("\${(@f)$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
if [ "$funcstack[1]" = "_platform_mock" ]; then _platform_mock; else compdef _platform_mock platform-mock; fi
`;

const FISH = `# Completion of platform-mock: platform-mock completion fish | source
function __platform_mock_words
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  set -l found ($words[1] completion words -- $words[2..-1] "$typed" 2>/dev/null)
  if test -n "$found"
    printf '%s\\n' $found
  else
    __fish_complete_path "$typed"
  end
end
complete -c platform-mock -f -k -a '(__platform_mock_words)'
`;

/** The flag of a command that a word is. */
const findFlag = ({ options }: Command, word: string | undefined): Option | undefined =>
  options.find(({ long, short }) => word !== undefined && (word === long || word === short));

/** The names of subcommands that help shows, or else the words that the first argument may be. */
const namesIn = (command: Command): readonly string[] => {
  const names = command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
  return names.length > 0 ? names : (command.registeredArguments[0]?.argChoices ?? []);
};

/**
 * The words that the last one of a command line can become, in the order of help. There are none for a value without a
 * list of choices, so that a shell offers files.
 */
const complete = (program: Command, given: readonly string[]): readonly string[] => {
  // A shell may take `--flag=value` for three words, and `help` completes as what it is about.
  const words = given.filter((word, index) => word !== (index === 0 ? 'help' : '=') || index === given.length - 1);
  const last = words.at(-1) ?? '';
  const { command, rest } = namedCommand(program, words.slice(0, -1));
  // The words behind it are another program's.
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
  if (typed.startsWith('-')) {
    return fitting([...command.options.flatMap(({ long, hidden }) => (hidden ? [] : (long ?? []))), '--help']);
  }
  return rest.length === 0 ? fitting(namesIn(command)) : [];
};

/** Registers `completion`, which prints scripts for shells, and the hidden command that these ask for words. */
export const completion: Family = (program, { here, action }) => {
  const family = program
    .command('completion')
    .description('print the script by which a shell completes the words of platform-mock')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(
      action(async (shell: (typeof SHELLS)[number]) => {
        here.out({ bash: BASH, zsh: ZSH, fish: FISH }[shell]);
        return 0;
      }),
    );

  family.command('words [word...]', { hidden: true }).action(
    action(async (words: readonly string[]) => {
      for (const word of complete(program, words)) here.out(`${word}\n`);
      return 0;
    }),
  );
};
