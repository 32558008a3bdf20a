import type { Family } from './family.ts';

/** Registers `validate`, which checks fixture files. */
export const validating: Family = (program, { here, action }) => {
  program
    .command('validate <file...>')
    .description('check fixture files')
    .action(action(async (files: readonly string[]) => (await import('../validate.ts')).validate(files, here)));
};
