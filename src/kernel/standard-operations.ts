import { omitUndefined } from '../schema/defined.ts';
import { V2 } from '../schema/edition.ts';
import { uid } from '../schema/field-types.ts';
import { maskOf } from '../schema/mask-pattern.ts';
import { type Message, message, of, optional, required, snake } from '../schema/message.ts';
import type { HttpRule, Operation } from '../schema/operation.ts';
import { emitAfter } from './emitting.ts';
import { listRequest, listResponse } from './list-messages.ts';
import { methodRunner } from './method-runner.ts';
import type { Method, Resource, VerbRule } from './resource.ts';
import type { BoundOperation } from './runner.ts';
import { capital, packageOf, serviceOf } from './service-names.ts';
import { createRunner, deleteRunner, getRunner, listRunner, updateRunner } from './verb-runners.ts';

const article = (words: string): string => (/^[aeiou]/.test(words) ? 'an' : 'a');

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

/** The HTTP rule of a path at or below a resource's collection. */
const ruleAt = (
  { domain, plural }: Resource,
  method: HttpRule['method'],
  rest = '',
  body?: string,
): { readonly http: HttpRule } => ({
  http: { method, path: `/${domain}/v2/${plural}${rest}`, ...omitUndefined({ body }) },
});

const nameOne = ({ words }: Resource): string => `${article(words.singular)} ${words.singular}`;

const uidRequest = ({ domain, words }: Resource, name: string, does: string): Message =>
  message(`${packageOf(domain)}.${name}Request`, `Which ${words.singular} to ${does}.`, () => ({
    uid: required(1, uid(), `The uid of the ${words.singular}.`),
  }));

type Made = BoundOperation | undefined;

const list = (resource: Resource): Made => {
  const rule = resource.verbs.list;
  if (!rule) return undefined;
  const { domain, plural, words, message: held } = resource;
  const id = `List${capital(plural)}`;
  const name = `${packageOf(domain)}.${id}`;
  const { key = plural, path, scope, pathFields, uidp } = rule;
  const described = operation(resource, rule, {
    id,
    summary: `List ${words.plural}`,
    ...(path === undefined ? ruleAt(resource, 'GET') : { http: { method: 'GET', path: `/${domain}/v2${path}` } }),
    request: listRequest(`${name}Request`, words.plural, rule),
    response: listResponse(`${name}Response`, key, held, words.plural, rule),
    fails: uidp === undefined && !pathFields && !scope ? [] : ['NOT_FOUND'],
    scope: scope?.field,
  });
  return { operation: described, verb: 'list', resource, list: rule, runner: listRunner(described, resource, rule) };
};

const get = (resource: Resource): Made => {
  const rule = resource.verbs.get;
  if (!rule) return undefined;
  const id = `Get${resource.type}`;
  const described = operation(resource, rule, {
    id,
    summary: `Get ${nameOne(resource)}`,
    ...ruleAt(resource, 'GET', '/{uid=**}'),
    request: uidRequest(resource, id, 'get'),
    response: resource.message,
    scope: 'uid',
    fails: ['NOT_FOUND'],
  });
  return { operation: described, verb: 'get', resource, runner: getRunner(described, resource) };
};

const createRequest = ({ domain, type, singular, words, message: held, parent, verbs }: Resource): Message =>
  message(`${packageOf(domain)}.Create${type}Request`, `The ${words.singular} to create, and where.`, () => ({
    parent: (verbs.create?.unscoped ? optional : required)(
      1,
      uid(),
      `The uid of the parent ${parent?.singular ?? 'group'}.`,
    ),
    [singular]: required(2, of(held), `The ${words.singular} to create.`),
  }));

const create = (resource: Resource): Made => {
  const rule = resource.verbs.create;
  if (!rule) return undefined;
  const described = operation(resource, rule, {
    id: `Create${resource.type}`,
    summary: `Create ${nameOne(resource)}`,
    ...ruleAt(resource, 'POST', '/{parent=**}', resource.singular),
    request: resource.requests?.create ?? createRequest(resource),
    response: resource.message,
    scope: 'parent',
    fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
  });
  return {
    operation: described,
    verb: 'create',
    resource,
    runner: emitAfter(described, resource, createRunner(described, resource)),
  };
};

const updateRequest = ({ domain, type, singular, words, message: held }: Resource): Message =>
  message(`${packageOf(domain)}.Update${type}Request`, `The fields of a ${words.singular} to change.`, () => ({
    [singular]: required(1, of(held), `The ${words.singular}, with its uid and the fields to change.`),
    updateMask: optional(2, maskOf(held), 'The fields to change; `*` replaces all of them.', { query: 'updateMask' }),
  }));

const update = (resource: Resource): Made => {
  const rule = resource.verbs.update;
  if (!rule) return undefined;
  const { singular, type } = resource;
  const described = operation(resource, rule, {
    id: `Update${type}`,
    summary: `Update ${nameOne(resource)}`,
    ...ruleAt(resource, 'PATCH', `/{${snake(singular)}.uid=**}`, singular),
    request: updateRequest(resource),
    response: resource.message,
    scope: `${singular}.uid`,
    fails: ['NOT_FOUND', 'ALREADY_EXISTS'],
  });
  return {
    operation: described,
    verb: 'update',
    resource,
    runner: emitAfter(described, resource, updateRunner(described, resource)),
  };
};

const remove = (resource: Resource): Made => {
  const rule = resource.verbs.delete;
  if (!rule) return undefined;
  const id = `Delete${resource.type}`;
  const described = operation(resource, rule, {
    id,
    summary: `Delete ${nameOne(resource)}`,
    ...ruleAt(resource, 'DELETE', '/{uid=**}'),
    request: uidRequest(resource, id, 'delete'),
    response: undefined,
    scope: 'uid',
    fails: ['NOT_FOUND', 'FAILED_PRECONDITION'],
  });
  return {
    operation: described,
    verb: 'delete',
    resource,
    runner: emitAfter(described, resource, deleteRunner(described, resource)),
  };
};

/** Expands a resource's verbs and methods into operations, in the order list, get, create, update, delete, custom. */
export const operationsOf = (resource: Resource): readonly BoundOperation[] => {
  const standard = [list, get, create, update, remove].flatMap((verb) => verb(resource) ?? []);
  const custom = Object.values(resource.methods).map((method) => boundMethod(resource, method));
  return [...standard, ...custom];
};

/** Binds a custom method of a resource to its runner. */
export const boundMethod = (resource: Resource, method: Method): BoundOperation => ({
  operation: method.operation,
  verb: 'custom',
  resource,
  method,
  runner: emitAfter(method.operation, resource, methodRunner(resource, method)),
});
