import type { ApiVersion } from '../emit/openapi.ts';
import { operationsOf } from '../kernel/standard-operations.ts';
import { resources } from '../resources/index.ts';
import { fixtureFormat } from '../seed/fixture-format.ts';
import type { Surroundings } from './serve.ts';

/** The text of each document; its emitter is loaded when it is asked for, so that it costs a server nothing. */
const DOCUMENTS = {
  openapi: async (version: string, api: ApiVersion) =>
    (await import('../emit/openapi.ts')).openApiYaml(resources.flatMap(operationsOf), { version, api }),
  'fixture-schema': async () => (await import('../emit/fixture-schema.ts')).fixtureSchemaText(fixtureFormat(resources)),
} as const;

/** A document that is emitted from the descriptions. */
export type DocumentName = keyof typeof DOCUMENTS;

/** Prints a document, and of those that the versions of the API have the one of `api`. */
export const printDocument = async (
  document: DocumentName,
  { out, version }: Surroundings,
  api: ApiVersion = 'v2',
): Promise<number> => {
  out(await DOCUMENTS[document](version, api));
  return 0;
};

/** Writes the proto files into a folder, or prints all of them, each behind a line with its path. */
export const printProto = async (
  { out: folder }: { readonly out?: string },
  { out }: Surroundings,
): Promise<number> => {
  const { protoFiles, protoTree } = await import('../emit/proto.ts');
  const operations = resources.flatMap(operationsOf);
  if (folder === undefined) {
    out([...protoFiles(operations)].map(([path, text]) => `// ${path}\n${text}`).join('\n'));
    return 0;
  }
  const { writeTree } = await import('../emit/file-tree.ts');
  const tree = protoTree(operations);
  writeTree(folder, tree);
  out(`wrote ${tree.size} files into ${folder}\n`);
  return 0;
};
