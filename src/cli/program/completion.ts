import { Argument } from 'commander';
import { completionScript, SHELLS } from '../completion-script.ts';
import { complete } from './complete.ts';
import type { Family } from './family.ts';

/** Registers `completion`, which prints scripts for shells, and by which these ask for words. */
export const completion: Family = (program, { here, action }) => {
  const family = program
    .command('completion')
    .description('print the script by which a shell completes the words of platform-mock')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(
      action(async (shell: (typeof SHELLS)[number]) => {
        here.out(completionScript(shell));
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
