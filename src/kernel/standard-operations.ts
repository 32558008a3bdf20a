import type { AnyMessage } from '../schema/field-types.ts';
import { fieldMask, int32, int64, repeated, string, uid } from '../schema/field-types.ts';
import { type Fields, type Message, message, of, optional, plain, required, snake } from '../schema/message.ts';
import { type HttpOperation, type HttpRule, isOverHttp, type Operation } from '../schema/operation.ts';
import { UidpFilter } from '../schema/uidp-filter.ts';
import { nextPageTokenField, pageTokenField, skipField } from './cursor-fields.ts';
import type { ListRule, Resource, VerbRule } from './resource.ts';
import { type V1Adapter, v1OperationsOf } from './v1-operations.ts';

/** A standard verb of a resource, or a custom method of it. */
export type Verb = 'get' | 'list' | 'create' | 'update' | 'delete' | 'custom';

/** An operation with what is needed to run it. */
export interface BoundOperation {
  readonly operation: Operation;
  readonly verb: Verb;
  readonly resource: Resource;
  /** The name under which `resource.methods` has it; only for `custom`. */
  readonly method?: string;
  /** Set where it is v1's way to an operation of v2. */
  readonly v1?: V1Adapter;
}

/** An operation that is reached over HTTP, with what is needed to run it. */
export type BoundHttpOperation = BoundOperation & { readonly operation: HttpOperation };

/** Those of operations that are reached over HTTP, of v2 or of v1; what has no version is with v2. */
export const overHttp = (
  operations: readonly BoundOperation[],
  version: Operation['version'],
): readonly BoundHttpOperation[] =>
  operations.filter(
    (bound): bound is BoundHttpOperation => isOverHttp(bound.operation) && bound.operation.version === version,
  );

const READS: ReadonlySet<Verb> = new Set(['get', 'list']);

/** Tells whether an operation changes nothing. */
export const isRead = ({ verb, resource, method }: BoundOperation): boolean =>
  READS.has(verb) || (verb === 'custom' && resource.methods[method ?? '']?.run.kind === 'read');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The proto package of a domain's v2 interface. */
const packageOf = (domain: string): string => `chainguard.platform.${domain}.v2`;

/** The full name of the gRPC service of a resource. */
export const serviceOf = (resource: Pick<Resource, 'domain' | 'plural' | 'service'>): string =>
  `${packageOf(resource.domain)}.${resource.service ?? `${capital(resource.plural)}Service`}`;

const article = (words: string): string => (/^[aeiou]/.test(words) ? 'an' : 'a');

/** The request fields that page a List, at the proto numbers given. */
const pagingFields = ([size, token, order, skip]: ListRule['paging']): Fields => ({
  pageSize: optional(size, int32(), 'Results per page: 50 unless given, at most 200.', { example: 50 }),
  pageToken: pageTokenField(token),
  orderBy: optional(order, string(), 'A sortable field, optionally followed by a space and `desc`.'),
  skip: skipField(skip),
});

/** The answer of a List: the rows, the cursor of the next page, the total and the skip applied. */
const listResponse = (
  name: string,
  key: string,
  held: AnyMessage,
  words: string,
  { answerNumbers = [1, 2, 3, 4], totalPresence = true }: Pick<ListRule, 'answerNumbers' | 'totalPresence'> = {},
): Message => {
  const [rows, token, total, skipped] = answerNumbers;
  return message(name, `A page of ${words}.`, {
    [key]: plain(rows, repeated(of(held)), `The ${words} of this page.`, { always: true }),
    nextPageToken: nextPageTokenField(token),
    totalCount: plain(total, int64(), 'How many results match across all pages.', {
      always: true,
      presence: totalPresence,
      example: '12',
    }),
    skipped: plain(skipped, int32(), 'How many results this call passed over: the `skip` of the request.', {
      always: true,
      example: 0,
    }),
  });
};

const filterFields = (list: ListRule): Fields =>
  Object.fromEntries(
    Object.entries(list.filters).map(([name, filter]) => [
      name,
      (filter.required ? required : optional)(filter.number, filter.type, filter.description, {
        ...(filter.query === undefined ? {} : { query: filter.query }),
        presence: filter.presence ?? false,
      }),
    ]),
  );

const listRequest = (name: string, words: string, list: ListRule): Message => {
  const uidp: Fields =
    list.uidp === undefined ? {} : { uidp: optional(list.uidp, of(UidpFilter), 'Where in the group tree to look.') };
  return message(name, `Which ${words} to list.`, {
    ...list.pathFields,
    ...uidp,
    ...filterFields(list),
    ...pagingFields(list.paging),
  });
};

type Described = Pick<Operation, 'id' | 'summary' | 'http' | 'request' | 'response' | 'fails'> & {
  readonly scope?: string;
} & { readonly http: HttpRule };

const operation = (resource: Resource, rule: VerbRule, described: Described): Operation => {
  const { scope, ...rest } = described;
  return {
    service: serviceOf(resource),
    domain: resource.domain,
    description: rule.description,
    capabilities: rule.capabilities,
    auth: rule.auth ?? 'token',
    origin: rule.origin ?? 'published',
    ...rest,
    fails: [...rest.fails, ...(rule.fails ?? [])],
    ...(scope === undefined || rule.unscoped ? {} : { scope }),
    ...(rule.event === undefined ? {} : { event: rule.event }),
  };
};

interface CustomMethod extends Omit<Described, 'fails' | 'http'>, Pick<Operation, 'http' | 'method' | 'version'> {
  readonly description: string;
  readonly capabilities: Operation['capabilities'];
  readonly event?: Operation['event'];
  readonly auth?: Operation['auth'];
  readonly fails?: Operation['fails'];
}

/** Describes a custom method. */
export const customOperation = (
  resource: Pick<Resource, 'domain' | 'plural' | 'service'>,
  { event, scope, ...method }: CustomMethod,
): Operation => ({
  service: serviceOf(resource),
  domain: resource.domain,
  auth: 'token',
  origin: 'published',
  fails: [],
  ...method,
  ...(event === undefined ? {} : { event }),
  ...(scope === undefined ? {} : { scope }),
});

/**
 * Expands a resource's verbs and methods into operations, in the order list, get, create, update, delete, custom, and
 * those of v1 in the same order.
 */
export const operationsOf = (resource: Resource): readonly BoundOperation[] => {
  const { domain, type, singular, plural, words, message: held, verbs } = resource;
  const pkg = packageOf(domain);
  const base = `/${domain}/v2/${plural}`;
  const a = `${article(words.singular)} ${words.singular}`;
  const http = (method: HttpRule['method'], rest: string, body?: string): HttpRule => ({
    method,
    path: `${base}${rest}`,
    ...(body === undefined ? {} : { body }),
  });
  const byUid = (name: string, does: string): Message =>
    message(`${pkg}.${name}Request`, `Which ${words.singular} to ${does}.`, {
      uid: required(1, uid(), `The uid of the ${words.singular}.`),
    });
  const bound: BoundOperation[] = [];
  const add = (verb: Verb, operation: Operation): void => void bound.push({ operation, verb, resource });
  if (verbs.list) {
    const id = `List${capital(plural)}`;
    const key = verbs.list.key ?? plural;
    const { path, scope, locate, uidp } = verbs.list;
    add(
      'list',
      operation(resource, verbs.list, {
        id,
        summary: `List ${words.plural}`,
        http: path === undefined ? http('GET', '') : { method: 'GET', path: `/${domain}/v2${path}` },
        request: listRequest(`${pkg}.${id}Request`, words.plural, verbs.list),
        response: listResponse(`${pkg}.${id}Response`, key, held, words.plural, verbs.list),
        fails: uidp === undefined && !locate && !scope ? [] : ['NOT_FOUND'],
        ...(scope === undefined ? {} : { scope: scope.field }),
      }),
    );
  }
  if (verbs.get) {
    add(
      'get',
      operation(resource, verbs.get, {
        id: `Get${type}`,
        summary: `Get ${a}`,
        http: http('GET', '/{uid=**}'),
        request: byUid(`Get${type}`, 'get'),
        response: held,
        scope: 'uid',
        fails: ['NOT_FOUND'],
      }),
    );
  }
  if (verbs.create) {
    const parent = resource.parent?.singular ?? 'group';
    add(
      'create',
      operation(resource, verbs.create, {
        id: `Create${type}`,
        summary: `Create ${a}`,
        http: http('POST', '/{parent=**}', singular),
        request:
          resource.requests?.create ??
          message(`${pkg}.Create${type}Request`, `The ${words.singular} to create, and where.`, {
            parent: (verbs.create.unscoped ? optional : required)(1, uid(), `The uid of the parent ${parent}.`),
            [singular]: required(2, of(held), `The ${words.singular} to create.`),
          }),
        response: held,
        scope: 'parent',
        fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
      }),
    );
  }
  if (verbs.update) {
    add(
      'update',
      operation(resource, verbs.update, {
        id: `Update${type}`,
        summary: `Update ${a}`,
        http: http('PATCH', `/{${snake(singular)}.uid=**}`, singular),
        request: message(`${pkg}.Update${type}Request`, `The fields of a ${words.singular} to change.`, {
          [singular]: required(1, of(held), `The ${words.singular}, with its uid and the fields to change.`),
          updateMask: optional(2, fieldMask(), 'The fields to change; `*` replaces all of them.', {
            query: 'updateMask',
          }),
        }),
        response: held,
        scope: `${singular}.uid`,
        fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
      }),
    );
  }
  if (verbs.delete) {
    add(
      'delete',
      operation(resource, verbs.delete, {
        id: `Delete${type}`,
        summary: `Delete ${a}`,
        http: http('DELETE', '/{uid=**}'),
        request: byUid(`Delete${type}`, 'delete'),
        response: undefined,
        scope: 'uid',
        fails: ['NOT_FOUND', 'FAILED_PRECONDITION'],
      }),
    );
  }
  for (const [method, { operation: described }] of Object.entries(resource.methods)) {
    bound.push({ operation: described, verb: 'custom', resource, method });
  }
  return [...bound, ...v1OperationsOf(resource, bound)];
};
