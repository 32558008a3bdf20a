import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import type { BoundHttpOperation } from '../kernel/standard-operations.ts';
import { missingIsEmpty } from '../kernel/v1-errors.ts';
import type { HttpMethod, Operation } from '../schema/operation.ts';
import { Components } from './openapi-components.ts';
import { errorSchema } from './openapi-error-schema.ts';
import { Examples } from './openapi-examples.ts';
import { Failures } from './openapi-failures.ts';
import type { Variant } from './openapi-fields.ts';
import type { DocumentForm } from './openapi-form.ts';
import { paramsOf, queryOf } from './openapi-parameters.ts';
import { type DocumentedPath, documentedPaths } from './openapi-paths.ts';
import { presenceIn } from './openapi-presence.ts';

/** The routes of an API with what they share. */
export interface Routes {
  readonly routes: readonly RouteConfig[];
  readonly components: Components;
  readonly failures: Failures;
  readonly examples: Examples;
}

const METHODS: Readonly<Record<HttpMethod, RouteConfig['method']>> = {
  GET: 'get',
  POST: 'post',
  PATCH: 'patch',
  PUT: 'put',
  DELETE: 'delete',
};

/** The name of the scheme by which calls are authenticated. */
export const BEARER = 'bearer';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The tag of an operation: its resource in words. */
export const tagOf = ({ resource }: BoundHttpOperation): string => capital(resource.words.plural);

/** What generators make a method's name of; dots would be lost in some of them. */
const operationIdOf = ({ id, version }: Operation): string =>
  version === 'v1' ? id.replace(/^v1\./, '').replaceAll('.', '_') : id;

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Which capabilities are needed, and where (behaviour §10.9). */
const needs = ({ operation: { capabilities, scope }, resource, verb }: BoundHttpOperation): readonly string[] => {
  if (capabilities.length === 0) return [];
  const names = list(capabilities.map((name) => `\`${name}\``));
  if (scope !== undefined) return [`Needs ${names}.`];
  const isNarrowed = verb === 'list' && !resource.verbs.list?.outsideTree;
  return [`Needs ${names} somewhere${isNarrowed ? '; what lies elsewhere is left out' : ''}.`];
};

const descriptionOf = (bound: BoundHttpOperation): string => {
  const { description, request, http, event } = bound.operation;
  const mayBeRoot = bound.verb === 'create' && request.fields.get('parent')?.behaviour === 'optional';
  return [
    description,
    ...(mayBeRoot ? [`Without a parent, at \`${http.path.replace(/\/\{.*/, '')}\`, it becomes a root.`] : []),
    ...needs(bound),
    ...(event?.audience === 'customer' ? [`Emits \`${event.type}\`.`] : []),
  ].join('\n\n');
};

const jsonBody = <S>(schema: S, example: unknown) => ({ 'application/json': { schema, example } });

/** What a POST that takes its request in the query takes as a form, too, and as JSON. */
const parameterBody = <S>(schema: S, example: unknown) => ({
  'application/x-www-form-urlencoded': { schema },
  ...jsonBody(schema, example),
});

/** Whether a method of a resource checks its request itself, rather than by the table. */
const hasOwnValidation = ({ resource, method, v1 }: BoundHttpOperation): boolean =>
  resource.methods[v1?.target.method ?? method ?? '']?.ownValidation === true;

interface Body {
  readonly schema: z.ZodType;
  readonly example: object;
  readonly description: string;
  readonly required: boolean;
  /** True for one whose members may all stand in the query. */
  readonly isParameters?: boolean;
}

const bodyOf = (
  bound: BoundHttpOperation,
  { variables }: DocumentedPath,
  { components, examples }: Routes,
): Body | undefined => {
  const { operation, resource } = bound;
  const { request, http, version } = operation;
  const { singular } = resource;
  if (http.body === undefined) {
    if (http.method !== 'POST') return undefined;
    return {
      schema: components.body(request, { without: new Set(), inner: 'input' }),
      example: examples.message(request, 'input', singular),
      description: `${request.description} In the query or here, not in both.`,
      required: false,
      isParameters: true,
    };
  }
  if (http.body === '*') {
    const without = new Set(variables.map(({ root }) => root));
    // What is inside is merged, or checked by the method itself: its tables do not tell what must be given.
    const isLoose = http.method === 'PATCH' || hasOwnValidation(bound);
    const inner: Variant = isLoose ? 'patch' : 'input';
    return {
      schema: components.body(request, { without, inner }),
      example: examples.message(request, 'input', singular, without),
      description:
        version === 'v1' && bound.verb === 'update'
          ? `The whole ${resource.words.singular}: what is left out falls to its zero value.`
          : request.description,
      required: [...request.fields.values()].some(
        (field) => field.behaviour === 'required' && !without.has(field.name),
      ),
    };
  }
  const field = request.fields.get(http.body);
  const item = field?.type.element?.message?.();
  if (field && item) {
    return {
      schema: z.array(components.message(item, 'input')),
      example: [examples.message(item, 'input', singular)],
      description: field.description,
      required: field.behaviour === 'required',
    };
  }
  const held = field?.type.message?.();
  if (!field || !held) throw new Error(`${operation.id} has no message ${http.body}`);
  const variant: Variant = http.method === 'PATCH' ? 'patch' : 'input';
  return {
    schema: components.message(held, variant),
    example: examples.message(held, variant, singular),
    description: field.description,
    required: variant === 'input',
  };
};

const okOf = (bound: BoundHttpOperation, { components, examples }: Routes): RouteConfig['responses'] => {
  const { operation, resource } = bound;
  const { response, version } = operation;
  if (!response) {
    const done = version === 'v1' && missingIsEmpty(bound) ? 'Done, or there was nothing to do.' : 'Done.';
    return { 200: { description: `${done} The answer is empty.` } };
  }
  const example = examples.message(response, 'answer', resource.singular);
  return {
    200: { description: response.description, content: jsonBody(components.message(response, 'answer'), example) },
  };
};

const securityOf = ({ auth }: Operation): Pick<RouteConfig, 'security'> =>
  auth === 'open' ? { security: [{}, { [BEARER]: [] }] } : {};

const routeOf = (bound: BoundHttpOperation, at: DocumentedPath, shared: Routes): RouteConfig => {
  const { operation } = bound;
  const { components, examples, failures } = shared;
  const params = paramsOf(bound, at, examples);
  const query = queryOf(bound, at, components, examples);
  const body = bodyOf(bound, at, shared);
  return createRoute({
    method: METHODS[operation.http.method],
    path: at.path,
    operationId: operationIdOf(operation),
    tags: [tagOf(bound)],
    summary: operation.summary,
    description: descriptionOf(bound),
    ...securityOf(operation),
    'x-origin': operation.origin,
    ...(operation.capabilities.length > 0 && { 'x-capabilities': [...operation.capabilities] }),
    ...(operation.event && { 'x-event': { ...operation.event } }),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && {
        body: {
          description: body.description,
          required: body.required,
          content: (body.isParameters ? parameterBody : jsonBody)(body.schema, body.example),
        },
      }),
    },
    responses: { ...okOf(bound, shared), ...failures.responsesOf(bound) },
  });
};

const VERBS = Object.values(METHODS);

/** The operations of a path beside each other, ordered as the methods are. */
const inOrder = (routes: readonly RouteConfig[]): readonly RouteConfig[] => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const places = new Map(paths.map((path, place) => [path, place]));
  const place = ({ path, method }: RouteConfig): number =>
    (places.get(path) ?? 0) * VERBS.length + VERBS.indexOf(method);
  return routes.toSorted((a, b) => place(a) - place(b));
};

/** An operation once for each way to reach it: OpenAPI has no other word for that. */
const everyWay = (bound: BoundHttpOperation): readonly BoundHttpOperation[] => [
  bound,
  ...(bound.operation.additionalHttp ?? []).map((http) => ({
    ...bound,
    operation: { ...bound.operation, http, id: `${bound.operation.id}By${capital(http.method.toLowerCase())}` },
  })),
];

/**
 * The operations as routes of @hono/zod-openapi, their schemas made from the message tables.
 * @throws Error when two schemas have one name, or a path names a field that its request does not have
 */
export const openApiRoutes = (described: readonly BoundHttpOperation[], form: DocumentForm): Routes => {
  const { version, spelling } = form;
  const operations = described.flatMap(everyWay);
  const isRequired = presenceIn(operations, version);
  const components = new Components(isRequired, spelling);
  errorSchema(components, version);
  const examples = new Examples(
    operations.map(({ resource }) => resource),
    isRequired,
    spelling,
  );
  const shared: Routes = { routes: [], components, failures: new Failures(version), examples };
  const paths = documentedPaths(
    operations.map(({ operation }) => operation),
    form,
  );
  const routes = operations.flatMap((bound) => {
    const at = paths.get(bound.operation.id);
    return at ? [routeOf(bound, at, shared)] : [];
  });
  return { ...shared, routes: inOrder(routes) };
};
