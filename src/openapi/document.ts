import { OpenAPIHono } from '@hono/zod-openapi';
import { stringify } from 'yaml';
import { type BoundHttpOperation, overHttp, unversionedBeside } from '../kernel/over-http.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import { type AnswerForm, type Edition, V2 } from '../schema/edition.ts';
import type { Spelling } from '../schema/encode-json.ts';
import type { Profile } from '../schema/profile.ts';
import { demandDistinctClasses } from './class-names.ts';
import { type Paths, readable, shareParameters } from './compact.ts';
import { type DocumentForm, formOf } from './form.ts';
import { BEARER, openApiRoutes, tagOf } from './routes.ts';
import { type Described, joined } from './unversioned.ts';

/** An edition of the API with the introduction of its document. */
export interface DescribedEdition {
  readonly edition: Edition;
  /** In Markdown, for a server that answers in this form. */
  readonly overview: (form: AnswerForm) => string;
}

/** What a document needs besides the operations. */
export interface DocumentSettings {
  /** The product's version. */
  readonly version: string;
  /** The base URL of the API; by default that of a mock started without options. */
  readonly url?: string;
  /** The spelling of field names; by default that of the edition in the profile. */
  readonly spelling?: Spelling | undefined;
  /** The profile of the operations; the specification by default. */
  readonly profile?: Profile | undefined;
}

/** The document in the two forms that it is served in; both end with a line break. */
export interface DocumentTexts {
  readonly yaml: string;
  readonly json: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8484';

type Json = Readonly<Record<string, unknown>>;

const byName = (components: Json = {}): Json =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

const tagsOf = (
  operations: readonly BoundHttpOperation[],
): { readonly name: string; readonly description: string }[] => {
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
  const { routes, components, failures, examples } = openApiRoutes(operations, form, neighbours);
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  components.register(registry);
  failures.register(registry, examples);
  for (const route of routes) registry.registerPath(route);
  const raw = getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } });
  const document = readable(raw) as { readonly paths: Paths; readonly components: Readonly<Record<string, Json>> };
  const { paths, parameters } = shareParameters(document.paths);
  const { schemas = {}, responses = {} } = document.components;
  return { tags: tagsOf(operations), paths, components: { parameters, responses, schemas } };
};

/** An operation without a version under the name by which an older edition publishes it: with its service. */
const withService = (bound: BoundHttpOperation): BoundHttpOperation => {
  const { operation } = bound;
  return { ...bound, operation: { ...operation, id: `${operation.service.split('.').at(-1)}.${operation.id}` } };
};

/**
 * The OpenAPI 3.1 document of the operations of one edition, and of those without a version. It takes about 60
 * milliseconds: create it on first use.
 * @throws Error when two schemas or two tags have one name, or two schemas that of one class in generated clients
 */
export const openApiDocument = (
  described: readonly BoundOperation[],
  { edition, overview }: DescribedEdition,
  { version, url = DEFAULT_URL, spelling, profile }: DocumentSettings,
): Json => {
  const form = formOf(edition, { spelling, profile });
  const own = describe(overHttp(described, edition), form);
  const beside = unversionedBeside(described, edition).map(withService);
  const { tags, paths, components } =
    beside.length === 0 ? own : joined(own, describe(beside, formOf(V2, { profile }), overHttp(described, V2)));
  const { schemas = {}, ...others } = components;
  demandDistinctClasses(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: `Platform API ${edition.name}`,
      version,
      summary: 'The interface that platform-mock implements.',
      description: overview(form),
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
      parameters: byName(others.parameters),
      responses: byName(others.responses),
      schemas: byName(schemas),
    },
  };
};

const yamlOf = (document: Json): string =>
  // Quotes values that readers of YAML 1.1 would read as a time or a boolean.
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });

/** openapi.yaml or openapi-v1.yaml: the same bytes for the same operations. */
export const openApiYaml = (
  operations: readonly BoundOperation[],
  edition: DescribedEdition,
  settings: DocumentSettings,
): string => yamlOf(openApiDocument(operations, edition, settings));

/** The document as it is served. */
export const openApiTexts = (
  operations: readonly BoundOperation[],
  edition: DescribedEdition,
  settings: DocumentSettings,
): DocumentTexts => {
  const document = openApiDocument(operations, edition, settings);
  return { yaml: yamlOf(document), json: `${JSON.stringify(document)}\n` };
};
