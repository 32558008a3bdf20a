import { stringify } from 'yaml';
import { type BoundHttpOperation, selectOverHttp, selectUnversioned } from '../kernel/over-http.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { omitUndefined } from '../schema/defined.ts';
import { type AnswerForm, type Edition, V2 } from '../schema/edition.ts';
import type { JsonObject } from '../schema/json-object.ts';
import { makeReadable, shareParameters } from './compact.ts';
import { type DocumentForm, type FormSettings, formOf } from './form.ts';
import { BEARER, openApiRoutes, tagOf } from './routes.ts';
import { type Described, joinDocuments } from './unversioned.ts';

const tagsOf = (operations: readonly BoundHttpOperation[]): Described['tags'] => {
  const tags = new Map<string, string>();
  const resources = new Map(operations.map((bound) => [bound.resource, tagOf(bound)]));
  for (const [{ description }, name] of resources) {
    if (tags.has(name)) throw new Error(`two resources are called ${name}`);
    tags.set(name, description);
  }
  return [...tags].map(([name, description]) => ({ name, description }));
};

const describe = (
  operations: readonly BoundHttpOperation[],
  form: DocumentForm,
  neighbours = operations,
): Described => {
  const document = openApiRoutes(operations, form, neighbours);
  const { paths: own, schemas, responses } = makeReadable(document) as typeof document;
  const { paths, parameters } = shareParameters(own);
  return { tags: tagsOf(operations), paths, components: { parameters, responses, schemas } };
};

/**
 * The description of an edition: each operation under its documented path. It takes about 60 milliseconds.
 * @throws Error when two schemas or two tags have one name
 */
export const describeEdition = (
  described: readonly BoundOperation[],
  edition: Edition,
  settings: FormSettings,
): Described => {
  const own = describe(selectOverHttp(described, edition), formOf(edition, settings));
  // An older edition publishes an operation without a version under its service's name.
  const unversioned = selectUnversioned(described, edition).map(({ operation, ...bound }) => ({
    ...bound,
    operation: { ...operation, id: `${operation.service.split('.').at(-1)}.${operation.id}` },
  }));
  if (unversioned.length === 0) return own;
  // Operations without a version are described as v2's are.
  const beside = describe(
    unversioned,
    formOf(V2, omitUndefined({ profile: settings.profile })),
    selectOverHttp(described, V2),
  );
  return joinDocuments(own, beside);
};

/** An edition of the API with the introduction of its document. */
export interface DescribedEdition {
  readonly edition: Edition;
  /** The introduction in Markdown, for a server that answers in this form. */
  readonly overview: (form: AnswerForm) => string;
}

/** The settings of a document besides the operations. */
export interface DocumentSettings extends FormSettings {
  /** The product's version. */
  readonly version: string;
  /** The base URL of the API; by default the URL of a mock started without options. */
  readonly url?: string;
}

/** Writes the document in the two forms that it is served in; both end with a line break. */
export interface DocumentTexts {
  /** Takes about as long as all the rest of the document. */
  readonly yaml: () => string;
  readonly json: () => string;
}

const DEFAULT_URL = 'http://127.0.0.1:8484';

const sortByName = (components: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The OpenAPI 3.1 document of the routes of an edition. */
const documentOf = (
  { tags, paths, components }: Described,
  { edition, overview }: DescribedEdition,
  { version, url = DEFAULT_URL, ...settings }: DocumentSettings,
): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: `Platform API ${edition.name}`,
    version,
    summary: 'The interface that platform-mock implements.',
    description: overview(formOf(edition, settings)),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url, description: 'A mock on this machine' }],
  security: [{ [BEARER]: [] }],
  tags,
  paths,
  components: {
    securitySchemes: {
      [BEARER]: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'A token of an identity: one that the mock has signed, or one that a fixture names.',
      },
    },
    parameters: sortByName(components.parameters),
    responses: sortByName(components.responses),
    schemas: sortByName(components.schemas),
  },
});

/**
 * The OpenAPI 3.1 document of the operations of one edition, and of those without a version. It takes about 60
 * milliseconds: create it on first use.
 * @throws Error when two schemas or two tags have one name
 */
export const openApiDocument = (
  operations: readonly BoundOperation[],
  edition: DescribedEdition,
  settings: DocumentSettings,
): JsonObject => documentOf(describeEdition(operations, edition.edition, settings), edition, settings);

const yamlOf = (document: JsonObject): string =>
  // Quotes values that readers of YAML 1.1 would read as a time or a boolean.
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });

/** openapi.yaml or openapi-v1.yaml: the same bytes for the same operations. */
export const openApiYaml = (
  operations: readonly BoundOperation[],
  edition: DescribedEdition,
  settings: DocumentSettings,
): string => yamlOf(openApiDocument(operations, edition, settings));

/** The document of an edition that is described. */
export const openApiTexts = (
  described: Described,
  edition: DescribedEdition,
  settings: DocumentSettings,
): DocumentTexts => {
  const document = documentOf(described, edition, settings);
  return { yaml: () => yamlOf(document), json: () => `${JSON.stringify(document)}\n` };
};
