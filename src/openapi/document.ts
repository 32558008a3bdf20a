import { stringify } from 'yaml';
import type { JsonObject } from '../json.ts';
import { packageFiles } from '../package-home.ts';
import { type Edition, spellingIn } from '../schema/edition.ts';
import type { Spelling } from '../schema/encode-json.ts';
import { type Profile, profileIn } from '../schema/profile.ts';

/** The settings that decide the form of a document besides the edition. */
export interface FormSettings {
  /** The spelling of fields in answers; by default as the profile has it. */
  readonly spelling?: Spelling | undefined;
  readonly profile?: Profile | undefined;
}

/** The settings of a document besides its edition. */
interface DocumentSettings extends FormSettings {
  /** The product's version. */
  readonly version: string;
  /** The base URL of the API; by default the URL of a mock started without options. */
  readonly url?: string;
}

/** Writes the document in the two forms that it is served in; both end with a line break. */
export interface DocumentTexts {
  /** Slow: it takes longer than reading the document. */
  readonly yaml: () => string;
  readonly json: () => string;
}

/** The path in the package of the document of an edition, which has no version. */
export const documentPath = (edition: Edition, settings: FormSettings): string => {
  const profile = profileIn(settings);
  const spelling = settings.spelling ?? spellingIn(edition, { profile });
  return `generated/openapi/${edition.name}-${profile.name}-${spelling}.json`;
};

const readDocument = (edition: Edition, { version, url, ...form }: DocumentSettings): JsonObject => {
  const document = JSON.parse(packageFiles.read(documentPath(edition, form)).toString());
  const [server] = document.servers;
  return {
    ...document,
    info: { ...document.info, version },
    servers: [{ ...server, url: url ?? server.url }],
  };
};

/** A document as YAML. */
export const documentYaml = (document: JsonObject): string =>
  // Quotes values that readers of YAML 1.1 would read as a time or a boolean.
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });

/** The OpenAPI 3.1 document that `npm run emit` has made of an edition. Read it when it is first asked for. */
export const openApiTexts = (edition: Edition, settings: DocumentSettings): DocumentTexts => {
  const document = readDocument(edition, settings);
  return { yaml: () => documentYaml(document), json: () => `${JSON.stringify(document)}\n` };
};
