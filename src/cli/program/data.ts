import type { Family } from './family.ts';

const importData = () => import('../data.ts');

/** Registers `data` with its subcommands. */
export const data: Family = (program, { here, action }) => {
  const family = program.command('data').description('look after the file of --data');

  family
    .command('check <file>')
    .description('list what is damaged in a data file and its log')
    .action(action(async (file: string) => (await importData()).checkData(file, here)));

  family
    .command('repair <file>')
    .description('write what is intact of a data file into a new one, and list what is not')
    .option('--out <new>', 'the new file (default: FILE.repaired)')
    .action(
      action(async (file: string, flags: { out?: string }) => (await importData()).repairData(file, flags, here)),
    );
};
