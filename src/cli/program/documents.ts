import type { ProfileName } from '../../schema/profile-differences.ts';
import { apiOption, profileToDescribeOption } from '../options.ts';
import type { Family } from './family.ts';

const importPrint = () => import('../print.ts');

/** Registers the commands that print documents: `openapi`, `proto` and `docs`. */
export const documents: Family = (program, { here, action }) => {
  program
    .command('openapi')
    .description('print openapi.yaml')
    .addOption(apiOption())
    .addOption(profileToDescribeOption())
    .action(
      action(async (flags: { api: string; profile: ProfileName }) => (await importPrint()).printOpenApi(flags, here)),
    );

  program
    .command('proto')
    .description('print the proto files of the API')
    .option(
      '--out <folder>',
      'write them into this folder instead, as a buf module, with the files of google that they import',
    )
    .addOption(profileToDescribeOption())
    .action(
      action(async (flags: { out?: string; profile: ProfileName }) => (await importPrint()).printProto(flags, here)),
    );

  program
    .command('docs')
    .description('print a page of the documentation, or list them')
    .argument('[page]', 'its name, such as probe or tasks/pages; probe#test-suites is a section of it')
    .action(action(async (page: string | undefined) => (await import('../pages.ts')).printPage(page, here)));
};
