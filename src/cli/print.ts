import { operationsOf } from '../kernel/standard-operations.ts';
import { resources } from '../resources/index.ts';
import { fixtureFormat } from '../seed/fixture-format.ts';
import type { Surroundings } from './serve.ts';

/** The text of each document; its emitter is loaded when it is asked for, so that it costs a server nothing. */
const DOCUMENTS = {
  openapi: async (version: string) =>
    (await import('../emit/openapi.ts')).openApiYaml(resources.flatMap(operationsOf), { version }),
  'fixture-schema': async () => (await import('../emit/fixture-schema.ts')).fixtureSchemaText(fixtureFormat(resources)),
} as const;

/** A document that is emitted from the descriptions. */
export type DocumentName = keyof typeof DOCUMENTS;

/** Prints a document. */
export const printDocument = async (document: DocumentName, { out, version }: Surroundings): Promise<number> => {
  out(await DOCUMENTS[document](version));
  return 0;
};
