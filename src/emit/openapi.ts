import { OpenAPIHono } from '@hono/zod-openapi';
import { stringify } from 'yaml';
import type { V1Casing } from '../kernel/context.ts';
import { type BoundHttpOperation, type BoundOperation, overHttp } from '../kernel/standard-operations.ts';
import { type Paths, readable, shareParameters } from './openapi-compact.ts';
import { type DocumentForm, FORM_OF_V2, formOfV1 } from './openapi-form.ts';
import { overviewOfV1, overviewOfV2 } from './openapi-overview.ts';
import { BEARER, openApiRoutes, tagOf } from './openapi-routes.ts';

/** A version of the API that has a document of its own. */
export type ApiVersion = 'v1' | 'v2';

/** What a document says that the operations do not. */
export interface DocumentSettings {
  /** The product's version. */
  readonly version: string;
  /** The URL that the API is reached by; that of a mock started without options unless given. */
  readonly url?: string;
  /** Which version of the API: v2 unless told otherwise. */
  readonly api?: ApiVersion;
  /** How v1 spells the names of fields; in snake case unless told otherwise. */
  readonly v1Casing?: V1Casing;
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

const introduced = ({ version, spelling }: DocumentForm): { readonly title: string; readonly description: string } =>
  version === 'v1'
    ? { title: 'Platform API v1', description: overviewOfV1(spelling) }
    : { title: 'Platform API v2', description: overviewOfV2 };

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

/**
 * The OpenAPI 3.1 document of the operations of one version. Takes some 60 milliseconds: make it when it is first asked for.
 * @throws Error when two schemas or two tags have one name
 */
export const openApiDocument = (
  described: readonly BoundOperation[],
  { version, url = DEFAULT_URL, api = 'v2', v1Casing }: DocumentSettings,
): Json => {
  const form = api === 'v1' ? formOfV1(v1Casing) : FORM_OF_V2;
  const operations = overHttp(described, form.version);
  const { routes, components, failures, examples } = openApiRoutes(operations, form);
  const { title, description } = introduced(form);
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  components.register(registry);
  failures.register(registry, examples);
  for (const route of routes) registry.registerPath(route);
  const raw = getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version } });
  const document = readable(raw) as { readonly paths: Paths; readonly components: Readonly<Record<string, Json>> };
  const { paths, parameters } = shareParameters(document.paths);
  const { schemas, responses } = document.components;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      summary: 'The interface that platform-mock stands in for.',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url, description: 'A mock on this machine' }],
    security: [{ [BEARER]: [] }],
    tags: tagsOf(operations),
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
      parameters: byName(parameters),
      responses: byName(responses),
      schemas: byName(schemas),
    },
  };
};

const yamlOf = (document: Json): string =>
  // Quotes what readers of YAML 1.1 would take for a time or a switch.
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });

/** openapi.yaml or openapi-v1.yaml: the same bytes for the same operations. */
export const openApiYaml = (operations: readonly BoundOperation[], settings: DocumentSettings): string =>
  yamlOf(openApiDocument(operations, settings));

/** The document as it is served. */
export const openApiTexts = (operations: readonly BoundOperation[], settings: DocumentSettings): DocumentTexts => {
  const document = openApiDocument(operations, settings);
  return { yaml: yamlOf(document), json: `${JSON.stringify(document)}\n` };
};
