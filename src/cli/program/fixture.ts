import { Option } from 'commander';
import { steeringOptions } from '../steering/target-options.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

const importFixtures = () => import('../steering/fixture.ts');

/** Registers `fixture` with its subcommands. */
export const fixture: Family = (program, line) => {
  const { here, action } = line;
  const family = program.command('fixture').description('apply and check fixtures: names, files, or folders of files');

  steeringOptions(family.command('apply <fixture...>'))
    .description('apply fixtures to a running mock, one after the other')
    .addOption(
      new Option('--mode <mode>', 'add to the rows, or delete them before the first')
        .choices(['merge', 'replace'])
        .default('merge'),
    )
    .action(
      steering<[readonly string[], { mode: 'merge' | 'replace' }]>(
        line,
        async () => (await importFixtures()).applyFixtures,
      ),
    );

  family
    .command('validate <fixture...>')
    .description('check fixtures, each on its own, as a start does')
    .option('--json', 'print one document of JSON')
    .action(
      action(async (given: readonly string[], flags: { json?: boolean }) =>
        (await importFixtures()).validateFixtures(given, flags, here),
      ),
    );

  family
    .command('schema')
    .description('print the JSON Schema of fixtures')
    .action(action(async () => (await import('../print.ts')).printFixtureSchema(here)));
};
