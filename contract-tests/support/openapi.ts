import { existsSync, readFileSync } from 'node:fs';
import { parsedYaml } from './parsed-yaml.ts';
import { seen } from './profile.ts';

/** A JSON Schema as the document writes it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly propertyNames?: Schema;
  readonly dependentSchemas?: Readonly<Record<string, Schema>>;
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly const?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

interface Content {
  readonly 'application/json'?: { readonly schema?: Schema; readonly example?: unknown };
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface PathOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-origin'?: string;
}

/** An OpenAPI 3.1 document, as far as the suite reads it. */
export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A version of the API, each with its own document. */
export type ApiVersion = 'v1' | 'v2';

/** One operation of a document. */
export interface DocumentedOperation {
  readonly id: string;
  readonly version: ApiVersion;
  readonly method: string;
  readonly path: string;
  readonly service: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly statuses: readonly string[];
  /** Answers callers without a token. */
  readonly open: boolean;
  readonly origin: string | undefined;
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;

/** A document of the repository, or the target's own if the suite is used outside of the repository. */
export const load = async (name: string, suffix = ''): Promise<Document> => {
  const file = new URL(`../../${name}${suffix}.yaml`, import.meta.url);
  if (existsSync(file)) return parsedYaml(readFileSync(file, 'utf8')) as Document;
  const { BASE_URL } = process.env;
  if (BASE_URL === undefined) throw new Error(`there is no ${name}, and BASE_URL names no target to read it from`);
  return parsedYaml(await (await fetch(`${BASE_URL}/${name}.yaml`)).text()) as Document;
};

/** The documents that every answer is checked against. */
export const documents: Readonly<Record<ApiVersion, Document>> = {
  v1: await load('openapi-v1', seen.documentSuffix),
  v2: await load('openapi', seen.documentSuffix),
};

/** The document of v2. */
export const document: Document = documents.v2;

/** The target of a `$ref` of a document; the schema itself if it has none. */
export const resolve = <T extends object>(schema: T & { readonly $ref?: string }, version: ApiVersion = 'v2'): T => {
  if (schema.$ref === undefined) return schema;
  const found = schema.$ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>>)[part], documents[version]);
  return resolve(found as T, version);
};

/** Every operation of a document, in its order, in v2 those that make tokens among them. */
const documentedIn = (version: ApiVersion): readonly DocumentedOperation[] =>
  Object.entries(documents[version].paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      return {
        id: operation.operationId,
        version,
        method: method.toUpperCase(),
        path,
        service: path.split('/')[1] ?? '',
        parameters: (operation.parameters ?? []).map((parameter) => resolve(parameter, version)),
        body: operation.requestBody?.content['application/json']?.schema,
        statuses: Object.keys(operation.responses),
        open:
          operation.security?.some((scheme) => Object.keys(scheme).length === 0) ?? operation.security?.length === 0,
        origin: operation['x-origin'],
      };
    }),
  );

const documented = [...documentedIn('v2'), ...documentedIn('v1')];

/** Every operation of v2 proper: those that have versions, and are called with a token that the API has made. */
export const operations = documented.filter(({ path }) => /^\/\w+\/v2\//.test(path));

const literals = (path: string): number => path.split(/[/:]/).filter((part) => !part.startsWith('{')).length;

/** Every operation of v1 proper: those that have no version are described beside them. */
export const operationsV1 = documented.filter(
  ({ version, path }) => version === 'v1' && !/^\/(?:sts|auth)\//.test(path),
);

/** Documented operations with a pattern that finds them by path; the ones with more literal parts first. */
const patterns = documented
  .map((operation) => ({
    operation,
    literals: literals(operation.path),
    pattern: new RegExp(`^${operation.path.replaceAll(/[.:]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '.*')}$`),
  }))
  .sort((a, b) => b.literals - a.literals);

/** The documented operation of a method and target; v2beta1 is v2 (behaviour B1). */
export const operationOf = (method: string, target: string): DocumentedOperation | undefined => {
  const [path = ''] = target.split('?');
  const plain = path
    .replace(/^\/(\w+)\/v2beta1\//, '/$1/v2/')
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/%3a/gi, ':');
  const bare = plain.endsWith('/') && method === 'GET' ? plain.slice(0, -1) : plain;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const find = (path: string): DocumentedOperation | undefined =>
    patterns.find(({ operation, pattern }) => operation.method === wanted && pattern.test(path))?.operation;
  // A path without its uid or parent is the same operation with an empty one (behaviour §2.1).
  return find(bare) ?? find(`${bare}/`);
};

/** All methods that a path has by its document, in the order of `Allow` (behaviour §2.6). */
export const methodsAt = (target: string): readonly string[] => {
  const own = METHODS.map((method) => method.toUpperCase()).filter((method) => operationOf(method, target));
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
};
