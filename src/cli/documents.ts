import type { Family, Surroundings } from '../command/family.ts';
import { apiOption, profileToDescribeOption } from '../command/flag-values.ts';
import { operationsIn } from '../kernel/profile-operations.ts';
import { profileNamed } from '../schema/profile.ts';
import type { ProfileName } from '../schema/profile-differences.ts';

/** The editions, and the operations that a profile has. They and the emitters are loaded by the commands that need them. */
const loadEditions = async (profile: ProfileName) => {
  const { describedOperations, editionNamed } = await import('../editions/editions.ts');
  return { editionNamed, operations: operationsIn(profileNamed(profile), describedOperations()) };
};

/** Prints the OpenAPI document of an edition in a profile. */
const printOpenApi = async (
  { api, profile }: { readonly api: string; readonly profile: ProfileName },
  { out, version }: Surroundings,
): Promise<number> => {
  const { editionNamed, operations } = await loadEditions(profile);
  const { openApiYaml } = await import('../openapi/document.ts');
  out(openApiYaml(operations, editionNamed(api), { version, profile: profileNamed(profile) }));
  return 0;
};

/** Writes the proto files of a profile into a folder, or prints all of them, each after a line with its path. */
const printProto = async (
  { out: folder, profile }: { readonly out?: string; readonly profile: ProfileName },
  { out }: Surroundings,
): Promise<number> => {
  const { completeTree, protoFiles } = await import('../proto/files.ts');
  const { operations } = await loadEditions(profile);
  if (folder === undefined) {
    out([...protoFiles(operations)].map(([path, text]) => `// ${path}\n${text}`).join('\n'));
    return 0;
  }
  const { writeTree } = await import('../proto/file-tree.ts');
  const { googleFiles } = await import('../proto/google-files.ts');
  const tree = completeTree(operations, googleFiles());
  writeTree(folder, tree);
  out(`wrote ${tree.size} files into ${folder}\n`);
  return 0;
};

/** Registers the commands that print documents: `openapi`, `proto` and `docs`. */
export const documents: Family = (program, { here, action }) => {
  program
    .command('openapi')
    .description('print openapi.yaml')
    .addOption(apiOption())
    .addOption(profileToDescribeOption())
    .action(action((flags: { api: string; profile: ProfileName }) => printOpenApi(flags, here)));

  program
    .command('proto')
    .description('print the proto files of the API')
    .option(
      '--out <folder>',
      'write them into this folder instead, as a buf module, with the files of google that they import',
    )
    .addOption(profileToDescribeOption())
    .action(action((flags: { out?: string; profile: ProfileName }) => printProto(flags, here)));

  program
    .command('docs')
    .description('print a page of the documentation, or list them')
    .argument('[page]', 'its name, such as probe or tasks/pages; probe#test-suites is a section of it')
    .action(action(async (page: string | undefined) => (await import('./pages.ts')).printPage(page, here)));
};
