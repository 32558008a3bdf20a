import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import type { BoundHttpOperation } from '../kernel/over-http.ts';
import { capital } from '../kernel/service-names.ts';
import type { HttpMethod, Operation } from '../schema/operation.ts';
import { Components } from './components.ts';
import { errorSchema } from './error-schema.ts';
import { Examples } from './examples.ts';
import { Failures } from './failures.ts';
import { schemaOf, type Variant } from './fields.ts';
import type { DocumentForm } from './form.ts';
import { paramsOf, queryOf } from './parameters.ts';
import { type DocumentedPath, documentPaths } from './paths.ts';
import { presenceIn } from './presence.ts';

/** The routes of an API with the components that they share. */
export interface Routes {
  readonly routes: readonly RouteConfig[];
  readonly components: Components;
  readonly failures: Failures;
  readonly examples: Examples;
  readonly form: DocumentForm;
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

/** The tag of an operation: its resource in words. */
export const tagOf = ({ resource }: BoundHttpOperation): string => capital(resource.words.plural);

/** The operation id in the document. Some generators drop dots when they derive a method name from it. */
const operationIdOf = ({ id, edition }: Operation): string => id.replace(`${edition.name}.`, '').replaceAll('.', '_');

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The capabilities that are needed, and their place (behaviour §10.9). */
const needs = ({ operation: { capabilities, scope }, resource, verb }: BoundHttpOperation): readonly string[] => {
  if (capabilities.length === 0) return [];
  const names = list(capabilities.map((name) => `\`${name}\``));
  if (scope !== undefined) return [`Needs ${names}.`];
  const isNarrowed = verb === 'list' && !resource.verbs.list?.outsideTree;
  return [`Needs ${names} on at least one group${isNarrowed ? '; results of other groups are left out' : ''}.`];
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

/** The body of a POST whose request may be in the query: a form, or JSON. */
const parameterBody = <S>(schema: S, example: unknown) => ({
  'application/x-www-form-urlencoded': { schema },
  ...jsonBody(schema, example),
});

interface Body {
  readonly schema: z.ZodType;
  readonly example: object;
  readonly description: string;
  readonly required: boolean;
  /** True for a body whose members may all be in the query. */
  readonly isParameters?: boolean;
}

const bodyOf = (
  bound: BoundHttpOperation,
  { variables }: DocumentedPath,
  { components, examples }: Routes,
): Body | undefined => {
  const { operation, resource } = bound;
  const { request, http } = operation;
  const { singular } = resource;
  if (http.body === undefined) {
    if (http.method !== 'POST') return undefined;
    return {
      schema: components.body(request, { without: new Set(), variant: 'input', inner: 'input' }),
      example: examples.message(request, 'input', singular),
      description: `${request.description} In the query or in the body, not in both.`,
      required: false,
      isParameters: true,
    };
  }
  if (http.body === '*') {
    const without = new Set(variables.map(({ root }) => root));
    const variant: Variant = http.method === 'PUT' ? 'replacement' : 'input';
    // Its content is merged, or completed by the method: the needs of its tables do not apply.
    const inner: Variant = http.method === 'PATCH' || bound.method?.completes ? 'partial' : variant;
    return {
      schema: components.body(request, { without, variant, inner }),
      example: examples.message(request, 'input', singular, without),
      description:
        bound.verb === 'update'
          ? `The whole ${resource.words.singular}: what is left out is reset to its zero value.`
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
      schema: schemaOf(field.type, 'input', components, field.behaviour === 'required' ? 'refused' : 'unset'),
      example: [examples.message(item, 'input', singular)],
      description: field.description,
      required: field.behaviour === 'required',
    };
  }
  const message = field?.type.message?.();
  if (!field || !message) throw new Error(`${operation.id} has no message ${http.body}`);
  const variant: Variant = http.method === 'PATCH' ? 'patch' : 'input';
  return {
    schema: variant === 'patch' ? components.getBody(message, variant) : components.message(message, variant),
    example: examples.message(message, variant, singular),
    description: field.description,
    required: variant === 'input',
  };
};

const okOf = (bound: BoundHttpOperation, { components, examples, form }: Routes): RouteConfig['responses'] => {
  const { operation, resource } = bound;
  const { response } = operation;
  if (!response) {
    const { emptyAnswer, repeatedDelete } = form.profile;
    const mayBeMissing = repeatedDelete === 'done' && resource.verbs.delete?.repeatable && bound.verb === 'delete';
    const done = bound.missingIsEmpty || mayBeMissing ? 'Done, or there was nothing to do.' : 'Done.';
    if (emptyAnswer === '') return { 200: { description: `${done} The answer is empty.` } };
    const nothing = components.getNamed('Empty', () => z.object({}).openapi({ description: 'Nothing.' }));
    return { 200: { description: done, content: jsonBody(nothing, JSON.parse(emptyAnswer)) } };
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
    ...(operation.event && { 'x-event': { type: operation.event.type, audience: operation.event.audience } }),
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

/** The operations of a path next to each other, in the order of the methods. */
const sortRoutes = (routes: readonly RouteConfig[]): readonly RouteConfig[] => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const places = new Map(paths.map((path, place) => [path, place]));
  const place = ({ path, method }: RouteConfig): number =>
    (places.get(path) ?? 0) * VERBS.length + VERBS.indexOf(method);
  return routes.toSorted((a, b) => place(a) - place(b));
};

/** An operation once for each of its routes: OpenAPI has no additional bindings. */
const listWays = (bound: BoundHttpOperation): readonly BoundHttpOperation[] => {
  const { operation } = bound;
  const { id, additionalHttp = [] } = operation;
  return [
    bound,
    ...additionalHttp.map((http) => ({
      ...bound,
      operation: { ...operation, http, id: `${id}By${capital(http.method.toLowerCase())}` },
    })),
  ];
};

/**
 * The operations as routes of @hono/zod-openapi, with schemas from the message tables. The examples show the resources
 * of `neighbours`.
 * @throws Error when two schemas have one name, or a path names a field that its request does not have
 */
export const openApiRoutes = (
  described: readonly BoundHttpOperation[],
  form: DocumentForm,
  neighbours: readonly BoundHttpOperation[],
): Routes => {
  const { spelling } = form;
  const operations = described.flatMap(listWays);
  const isRequired = presenceIn(operations, form);
  const components = new Components(isRequired, spelling);
  errorSchema(components, form);
  const examples = new Examples(
    neighbours.map(({ resource }) => resource),
    isRequired,
    spelling,
  );
  const shared: Routes = { routes: [], components, failures: new Failures(form, operations), examples, form };
  const paths = documentPaths(
    operations.map(({ operation }) => operation),
    form,
  );
  const routes = operations.flatMap((bound) => {
    const at = paths.get(bound.operation.id);
    return at ? [routeOf(bound, at, shared)] : [];
  });
  return { ...shared, routes: sortRoutes(routes) };
};
