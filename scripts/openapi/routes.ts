import type { JsonObject } from '../../src/json.ts';
import type { BoundHttpOperation } from '../../src/kernel/over-http.ts';
import { capital } from '../../src/kernel/resource.ts';
import { Examples } from '../../src/openapi/examples.ts';
import { presenceIn, type Variant } from '../../src/openapi/needs.ts';
import { groupBy } from '../../src/schema/group-by.ts';
import type { HttpMethod } from '../../src/schema/operation.ts';
import type { PathOperation, Paths } from './compact.ts';
import { Components } from './components.ts';
import { declareErrors } from './error-schema.ts';
import { Failures } from './failures.ts';
import { schemaOf } from './fields.ts';
import type { DocumentForm } from './form.ts';
import { paramsOf, queryOf } from './parameters.ts';
import { type DocumentedPath, documentPaths } from './paths.ts';

/** The parts that the routes of an API share. */
interface Shared {
  readonly components: Components;
  readonly failures: Failures;
  readonly examples: Examples;
  readonly form: DocumentForm;
}

/** The methods of a path, in the order in which a document has them. */
const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** The name of the scheme by which calls are authenticated. */
export const BEARER = 'bearer';

/** The tag of an operation: its resource in words. */
export const tagOf = ({ resource }: BoundHttpOperation): string => capital(resource.words.plural);

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

const jsonBody = (schema: JsonObject, example: unknown): JsonObject => ({ 'application/json': { schema, example } });

interface Body {
  readonly schema: JsonObject;
  readonly example: object;
  readonly description: string;
  readonly required: boolean;
  /** True for a body whose members may all be in the query. */
  readonly isParameters?: boolean;
}

const bodyOf = (
  bound: BoundHttpOperation,
  { variables }: DocumentedPath,
  { components, examples }: Shared,
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
          ? `The whole ${resource.words.singular}: omitted fields are reset to their zero values.`
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

const okOf = (bound: BoundHttpOperation, { components, examples, form }: Shared): JsonObject => {
  const { operation, resource } = bound;
  const { response } = operation;
  if (!response) {
    const { emptyAnswer, repeatedDelete } = form.profile;
    const mayBeMissing = repeatedDelete === 'done' && resource.verbs.delete?.repeatable && bound.verb === 'delete';
    const done = bound.missingIsEmpty || mayBeMissing ? 'Done, or there was nothing to do.' : 'Done.';
    if (emptyAnswer === '') return { 200: { description: `${done} The answer is empty.` } };
    const nothing = components.getNamed('Empty', () => ({ type: 'object', properties: {}, description: 'Nothing.' }));
    return { 200: { description: done, content: jsonBody(nothing, JSON.parse(emptyAnswer)) } };
  }
  const example = examples.message(response, 'answer', resource.singular);
  return {
    200: { description: response.description, content: jsonBody(components.message(response, 'answer'), example) },
  };
};

const operationOf = (bound: BoundHttpOperation, at: DocumentedPath, shared: Shared): PathOperation => {
  const { operation } = bound;
  const { components, examples, failures } = shared;
  const parameters = [...paramsOf(bound, at, examples), ...queryOf(bound, at, components, examples)];
  const body = bodyOf(bound, at, shared);
  return {
    // Some generators drop dots when they derive a method name from it.
    operationId: operation.id.replace(`${operation.edition.name}.`, '').replaceAll('.', '_'),
    tags: [tagOf(bound)],
    summary: operation.summary,
    description: descriptionOf(bound),
    ...(operation.auth === 'open' && { security: [{}, { [BEARER]: [] }] }),
    'x-origin': operation.origin,
    ...(operation.capabilities.length > 0 && { 'x-capabilities': operation.capabilities }),
    ...(operation.event && { 'x-event': { type: operation.event.type, audience: operation.event.audience } }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        description: body.description,
        content: {
          ...(body.isParameters && { 'application/x-www-form-urlencoded': { schema: body.schema } }),
          ...jsonBody(body.schema, body.example),
        },
        required: body.required,
      },
    }),
    responses: { ...okOf(bound, shared), ...failures.responsesOf(bound) },
  };
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
 * The operations by their paths, and the components that they refer to, from the message tables. The examples show the
 * resources of `neighbours`.
 * @throws Error when two schemas have one name, or a path names a field that its request does not have
 */
export const openApiRoutes = (
  described: readonly BoundHttpOperation[],
  form: DocumentForm,
  neighbours: readonly BoundHttpOperation[],
): { readonly paths: Paths; readonly schemas: JsonObject; readonly responses: JsonObject } => {
  const { spelling } = form;
  const operations = described.flatMap(listWays);
  const isRequired = presenceIn(operations, form);
  const components = new Components(isRequired, spelling);
  declareErrors(components, form);
  const resources = neighbours.map(({ resource }) => resource);
  const examples = new Examples(resources, isRequired, spelling);
  const failures = new Failures(form, operations);
  const shared = { components, failures, examples, form };
  const known = documentPaths(
    operations.map(({ operation }) => operation),
    form,
  );
  const routes = operations.flatMap((bound) => {
    const at = known.get(bound.operation.id);
    return at
      ? [{ path: at.path, method: bound.operation.http.method, operation: operationOf(bound, at, shared) }]
      : [];
  });
  const byPath = groupBy(
    routes.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method)),
    ({ path }) => path,
  );
  const paths = [...known.values()].map(({ path }) => [
    path,
    Object.fromEntries(byPath.get(path)?.map(({ method, operation }) => [method.toLowerCase(), operation]) ?? []),
  ]);
  return {
    paths: Object.fromEntries(paths),
    schemas: components.schemas,
    responses: failures.components(examples),
  };
};
