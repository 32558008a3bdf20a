import { allResources, describedOperations, editionNamed } from '../editions/editions.ts';
import { operationsIn } from '../kernel/profile-operations.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { profileNamed } from '../schema/profile.ts';
import type { ProfileName } from '../schema/profile-differences.ts';
import { fixtureFormat } from '../seed/fixture-format.ts';
import type { Surroundings } from './serve.ts';

// The emitters are imported at the first use, so that they cost a server nothing.

const operationsOf = (profile: ProfileName): readonly BoundOperation[] =>
  operationsIn(profileNamed(profile), describedOperations);

/** Prints the OpenAPI document of an edition in a profile. */
export const printOpenApi = async (
  { api, profile }: { readonly api: string; readonly profile: ProfileName },
  { out, version }: Surroundings,
): Promise<number> => {
  const { openApiYaml } = await import('../openapi/document.ts');
  out(openApiYaml(operationsOf(profile), editionNamed(api), { version, profile: profileNamed(profile) }));
  return 0;
};

/** Prints the JSON Schema of fixtures. */
export const printFixtureSchema = async ({ out }: Surroundings): Promise<number> => {
  const { fixtureSchemaText } = await import('../seed/fixture-schema.ts');
  out(fixtureSchemaText(fixtureFormat(allResources)));
  return 0;
};

/** Writes the proto files of a profile into a folder, or prints all of them, each after a line with its path. */
export const printProto = async (
  { out: folder, profile }: { readonly out?: string; readonly profile: ProfileName },
  { out }: Surroundings,
): Promise<number> => {
  const { completeTree, protoFiles } = await import('../proto/files.ts');
  const operations = operationsOf(profile);
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
