import { omitUndefined } from '../schema/defined.ts';
import { V2 } from '../schema/edition.ts';
import { type AnyMessage, int32, int64, repeated, string, uid } from '../schema/field-types.ts';
import { maskOf } from '../schema/mask-pattern.ts';
import { type Fields, type Message, message, of, optional, plain, required, snake } from '../schema/message.ts';
import type { HttpRule, Operation } from '../schema/operation.ts';
import { UidpFilter } from '../schema/uidp-filter.ts';
import { nextPageTokenField, pageTokenField, skipField } from './cursor-fields.ts';
import { emitAfter } from './emitting.ts';
import { capital, type ListRule, type Method, type Resource, type VerbRule } from './resource.ts';
import type { BoundOperation, Runner } from './runner.ts';
import { nameOne, serviceOf, v2PackageOf } from './service-names.ts';
import { createRunner, deleteRunner, getRunner, listRunner, methodRunner, updateRunner } from './verb-runners.ts';

/** The response of a List: the rows, the cursor of the next page, the total and the skip applied. */
const listResponse = (
  name: string,
  key: string,
  row: AnyMessage,
  words: string,
  { answerNumbers = [1, 2, 3, 4], totalPresence = true }: Pick<ListRule, 'answerNumbers' | 'totalPresence'> = {},
): Message => {
  const [rows, token, total, skipped] = answerNumbers;
  return message(name, `A page of ${words}.`, () => ({
    [key]: plain(rows, repeated(of(row)), `The ${words} of this page.`, { always: true }),
    nextPageToken: nextPageTokenField(token),
    totalCount: plain(total, int64(), 'How many results match across all pages.', {
      always: true,
      presence: totalPresence,
      example: '12',
    }),
    skipped: plain(skipped, int32(), 'How many results this call skipped: the `skip` of the request.', {
      always: true,
      example: 0,
      asPublished: {
        description:
          'How many results this call and those before it skipped: the sum of their `skip`, up to this page.',
      },
    }),
  }));
};

const filterFields = (list: ListRule): Fields =>
  Object.fromEntries(
    Object.entries(list.filters).map(([name, filter]) => [
      name,
      (filter.required ? required : optional)(filter.number, filter.type, filter.description, {
        ...omitUndefined({ query: filter.query }),
        presence: filter.presence ?? false,
      }),
    ]),
  );

/** The request of a List: the place, the filters, and the paging. */
const listRequest = (name: string, words: string, list: ListRule): Message =>
  message(name, `Which ${words} to list.`, () => ({
    ...list.pathFields,
    ...(list.uidp !== undefined && { uidp: optional(list.uidp, of(UidpFilter), 'Where in the group tree to look.') }),
    ...filterFields(list),
    pageSize: optional(list.paging[0], int32(), 'Results per page: 50 by default, at most 200.', { example: 50 }),
    pageToken: pageTokenField(list.paging[1]),
    orderBy: optional(list.paging[2], string(), 'A sortable field, optionally followed by a space and `desc`.'),
    skip: skipField(list.paging[3]),
  }));

interface Described extends Pick<Operation, 'id' | 'summary' | 'request' | 'response' | 'fails'> {
  readonly http: HttpRule;
  readonly scope?: string | undefined;
}

const operation = (resource: Resource, rule: VerbRule, { scope, ...described }: Described): Operation => ({
  service: serviceOf(resource),
  domain: resource.domain,
  edition: V2,
  description: rule.description,
  capabilities: rule.capabilities,
  auth: rule.auth ?? 'token',
  origin: rule.origin ?? 'published',
  ...described,
  fails: [...described.fails, ...(rule.fails ?? [])],
  ...(scope === undefined || rule.unscoped ? {} : { scope }),
  ...omitUndefined({ event: rule.event }),
});

const list = (resource: Resource, rule: ListRule): BoundOperation => {
  const { domain, plural, words, message: row } = resource;
  const id = `List${capital(plural)}`;
  const name = `${v2PackageOf(domain)}.${id}`;
  const { key = plural, path = `/${plural}`, scope, pathFields, uidp } = rule;
  const described = operation(resource, rule, {
    id,
    summary: `List ${words.plural}`,
    http: { method: 'GET', path: `/${domain}/v2${path}` },
    request: listRequest(`${name}Request`, words.plural, rule),
    response: listResponse(`${name}Response`, key, row, words.plural, rule),
    fails: uidp === undefined && !pathFields && !scope ? [] : ['NOT_FOUND'],
    scope: scope?.field,
  });
  return { operation: described, verb: 'list', resource, list: rule, runner: listRunner(described, resource, rule) };
};

const uidRequest = ({ domain, type, words }: Resource, does: 'get' | 'delete'): Message =>
  message(`${v2PackageOf(domain)}.${capital(does)}${type}Request`, `Which ${words.singular} to ${does}.`, () => ({
    uid: required(1, uid(), `The uid of the ${words.singular}.`),
  }));

/** A standard verb that is about one row. */
interface RowVerb extends Pick<Operation, 'request' | 'response' | 'fails'> {
  readonly method: HttpRule['method'];
  /** The path behind the collection's. */
  readonly rest: string;
  readonly body?: string;
  readonly scope: string;
  readonly runnerOf: (operation: Operation, resource: Resource) => Runner;
}

const ROW_VERBS: Readonly<Record<'get' | 'create' | 'update' | 'delete', (resource: Resource) => RowVerb>> = {
  get: (resource) => ({
    method: 'GET',
    rest: '/{uid=**}',
    request: uidRequest(resource, 'get'),
    response: resource.message,
    scope: 'uid',
    fails: ['NOT_FOUND'],
    runnerOf: getRunner,
  }),
  create: ({ domain, type, singular, words, message: row, parent, verbs, requests }) => ({
    method: 'POST',
    rest: '/{parent=**}',
    body: singular,
    request:
      requests?.create ??
      message(`${v2PackageOf(domain)}.Create${type}Request`, `The ${words.singular} to create, and where.`, () => ({
        parent: (verbs.create?.unscoped ? optional : required)(
          1,
          uid(),
          `The uid of the parent ${parent?.singular ?? 'group'}.`,
        ),
        [singular]: required(2, of(row), `The ${words.singular} to create.`),
      })),
    response: row,
    scope: 'parent',
    fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
    runnerOf: createRunner,
  }),
  update: ({ domain, type, singular, words, message: row }) => ({
    method: 'PATCH',
    rest: `/{${snake(singular)}.uid=**}`,
    body: singular,
    request: message(
      `${v2PackageOf(domain)}.Update${type}Request`,
      `The fields of a ${words.singular} to change.`,
      () => ({
        [singular]: required(1, of(row), `The ${words.singular}, with its uid and the fields to change.`),
        updateMask: optional(2, maskOf(row), 'The fields to change; `*` replaces all of them.', {
          query: 'updateMask',
        }),
      }),
    ),
    response: row,
    scope: `${singular}.uid`,
    fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
    runnerOf: updateRunner,
  }),
  delete: (resource) => ({
    method: 'DELETE',
    rest: '/{uid=**}',
    request: uidRequest(resource, 'delete'),
    response: undefined,
    scope: 'uid',
    fails: ['NOT_FOUND', 'FAILED_PRECONDITION'],
    runnerOf: deleteRunner,
  }),
};

/** Binds a standard verb of a resource to its runner, if the resource has it. */
const bind = (verb: keyof typeof ROW_VERBS, resource: Resource): BoundOperation | undefined => {
  const rule = resource.verbs[verb];
  if (!rule) return undefined;
  const { method, rest, body, runnerOf, ...described } = ROW_VERBS[verb](resource);
  const made = operation(resource, rule, {
    id: `${capital(verb)}${resource.type}`,
    summary: `${capital(verb)} ${nameOne(resource)}`,
    http: { method, path: `/${resource.domain}/v2/${resource.plural}${rest}`, ...omitUndefined({ body }) },
    ...described,
  });
  return { operation: made, verb, resource, runner: emitAfter(made, resource, runnerOf(made, resource)) };
};

/** Expands a resource's verbs and methods into operations, in the order list, get, create, update, delete, custom. */
export const operationsOf = (resource: Resource): readonly BoundOperation[] => {
  const { verbs, methods } = resource;
  return [
    verbs.list && list(resource, verbs.list),
    ...(['get', 'create', 'update', 'delete'] as const).map((verb) => bind(verb, resource)),
    ...Object.values(methods).map((method) => boundMethod(resource, method)),
  ].filter((bound) => bound !== undefined);
};

/** Binds a custom method of a resource to its runner. */
export const boundMethod = (resource: Resource, method: Method): BoundOperation => ({
  operation: method.operation,
  verb: 'custom',
  resource,
  method,
  runner: emitAfter(method.operation, resource, methodRunner(resource, method)),
});
