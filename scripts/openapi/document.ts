import type { JsonObject } from '../../src/json.ts';
import { type BoundHttpOperation, selectOverHttp } from '../../src/kernel/over-http.ts';
import type { BoundOperation } from '../../src/kernel/runner.ts';
import type { FormSettings } from '../../src/openapi/document.ts';
import { makeReadable } from '../../src/openapi/readable.ts';
import { omitUndefined } from '../../src/schema/defined.ts';
import { type Edition, V2 } from '../../src/schema/edition.ts';
import { shareParameters } from './compact.ts';
import { type AnswerForm, type DocumentForm, formOf } from './form.ts';
import { overviewOfV2 } from './overview.ts';
import { overviewOfV1 } from './overview-v1.ts';
import { BEARER, openApiRoutes, tagOf } from './routes.ts';
import { type Described, joinDocuments, selectUnversioned } from './unversioned.ts';

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
 * The description of an edition: each operation under its documented path.
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

/** The introduction of each document in Markdown, for a server that answers in this form. */
const OVERVIEWS: Readonly<Record<string, (form: AnswerForm) => string>> = { v1: overviewOfV1, v2: overviewOfV2 };

/** The settings of a document besides the operations. */
interface DocumentSettings extends FormSettings {
  /** The product's version; by default empty, since a mock fills in its own. */
  readonly version?: string;
}

/** The URL of a mock started without options. */
const DEFAULT_URL = 'http://127.0.0.1:8484';

const sortByName = (components: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

const documentOf = (
  { tags, paths, components }: Described,
  edition: Edition,
  { version = '', ...settings }: DocumentSettings,
): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: `Platform API ${edition.name}`,
    version,
    summary: 'The interface that platform-mock implements.',
    description: OVERVIEWS[edition.name]?.(formOf(edition, settings)),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: DEFAULT_URL, description: 'A mock on this machine' }],
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
 * The OpenAPI 3.1 document of the operations of one edition, and of those without a version: the same bytes for the same
 * operations.
 * @throws Error when two schemas or two tags have one name
 */
export const openApiDocument = (
  operations: readonly BoundOperation[],
  edition: Edition,
  settings: DocumentSettings = {},
): JsonObject => documentOf(describeEdition(operations, edition, settings), edition, settings);
