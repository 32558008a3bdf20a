import type { JsonObject } from '../../../json.ts';
import { hasWords } from '../frame/text.ts';

export type Schema = JsonObject;

/** A value of a query or a path. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** A body in one media type. */
export interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

/** A request or an answer, by the media types of its body. */
export interface Message {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, Content>>;
}

/** An OpenAPI document, as far as the page reads it. */
export interface ApiDocument {
  readonly info: Readonly<Record<'title' | 'version', string>> & {
    readonly summary?: string;
    readonly description?: string;
  };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly operationId: string;
        readonly summary: string;
        readonly description?: string;
        readonly tags: readonly string[];
        readonly parameters?: readonly (Parameter | Schema)[];
        readonly requestBody?: Message;
        readonly responses: { readonly [status: string]: Message | Schema };
        readonly security?: readonly JsonObject[];
      };
    };
  };
  readonly components: { readonly [kind: string]: { readonly [name: string]: unknown } };
}

/** An operation with what its parts refer to. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With the path of the server before it. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly takesToken: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Message | undefined;
  readonly answers: readonly (readonly [status: string, answer: Message])[];
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The target of a reference of the document; the value itself if it is none. */
const resolved = <T>({ components }: ApiDocument, value: T | Schema): T => {
  const { $ref } = value as Schema;
  if (typeof $ref !== 'string') return value as T;
  const [kind = '', name = ''] = $ref.split('/').slice(2);
  return components[kind]?.[name] as T;
};

/** The name of the schema that a schema refers to. */
export const schemaNameOf = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;

/** The schemas of a document by their names. */
export const schemasOf = ({ components }: ApiDocument): Readonly<Record<string, Schema>> =>
  (components.schemas ?? {}) as Readonly<Record<string, Schema>>;

/** The operations of a document under its tags, in the order of these; `base` is the address of the page. */
export const groupsOf = (document: ApiDocument, base: string) => {
  const prefix = new URL(document.servers?.[0]?.url ?? '/', base).pathname.replace(/\/$/, '');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]): readonly Operation[] => {
      if (!METHODS.has(method)) return [];
      const { operationId, summary, description = '', tags, parameters = [], requestBody, responses } = described;
      return [
        {
          id: operationId,
          method: method.toUpperCase(),
          path: `${prefix}${path}`,
          tag: tags[0] ?? '',
          summary,
          description,
          takesToken: described.security?.length !== 0,
          parameters: parameters.map((parameter) => resolved(document, parameter)),
          body: requestBody,
          answers: Object.entries(responses).map(([status, answer]) => [status, resolved(document, answer)] as const),
        },
      ];
    }),
  );
  return document.tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }));
};

/** Operations about one thing. */
export type Group = ReturnType<typeof groupsOf>[number];

/** The groups with those operations whose summary, name, method or path has each word of a search. */
export const searchGroups = (groups: readonly Group[], search: string): readonly Group[] =>
  groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ method, path, id, summary, tag }) =>
        hasWords(`${method} ${path} ${id} ${summary} ${tag}`, search),
      ),
    }))
    .filter(({ operations }) => operations.length > 0);

/** An example of a body: what the document has, or else nothing. */
export const exampleOf = ({ example, examples = {}, schema = {} }: Content): unknown =>
  example ?? Object.values(examples)[0]?.value ?? schema.example ?? (schema.examples as readonly unknown[])?.[0];
