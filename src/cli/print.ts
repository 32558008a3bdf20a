import { allOperations, allResources, editionNamed } from '../app/editions.ts';
import { fixtureFormat } from '../seed/fixture-format.ts';
import type { Surroundings } from './serve.ts';

/** The text of each document; its emitter is imported at the first use, so that it costs a server nothing. */
const DOCUMENTS = {
  openapi: async (version: string, api: string) =>
    (await import('../openapi/document.ts')).openApiYaml(allOperations, editionNamed(api), { version }),
  'fixture-schema': async () =>
    (await import('../seed/fixture-schema.ts')).fixtureSchemaText(fixtureFormat(allResources)),
} as const;

/** A document that is emitted from the descriptions. */
export type DocumentName = keyof typeof DOCUMENTS;

/** The text of a document for a version of the product; `api` selects the edition if each has its own. */
export const documentText = (document: DocumentName, version: string, api = 'v2'): Promise<string> =>
  DOCUMENTS[document](version, api);

/** Prints a document; `api` selects the edition if each has its own. */
export const printDocument = async (
  document: DocumentName,
  { out, version }: Surroundings,
  api?: string,
): Promise<number> => {
  out(await documentText(document, version, api));
  return 0;
};

/** Writes the proto files into a folder, or prints all of them, each after a line with its path. */
export const printProto = async (
  { out: folder }: { readonly out?: string },
  { out }: Surroundings,
): Promise<number> => {
  const { completeTree, protoFiles } = await import('../proto/files.ts');
  if (folder === undefined) {
    out([...protoFiles(allOperations)].map(([path, text]) => `// ${path}\n${text}`).join('\n'));
    return 0;
  }
  const { writeTree } = await import('../proto/file-tree.ts');
  const { googleFiles } = await import('../proto/google-files.ts');
  const tree = completeTree(allOperations, googleFiles());
  writeTree(folder, tree);
  out(`wrote ${tree.size} files into ${folder}\n`);
  return 0;
};
