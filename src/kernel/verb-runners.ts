import { type JsonObject, textOrNone, valueAt } from '../json.ts';
import { FIRST_ADDED_NUMBER } from '../schema/message.ts';
import type { Operation } from '../schema/operation.ts';
import { profileIn } from '../schema/profile.ts';
import { checkFields } from '../schema/validate.ts';
import { type Answer, EMPTY, hydrateRow, type Incoming } from './answer.ts';
import { rowNotFound } from './directory.ts';
import { invalid } from './errors.ts';
import { Lister } from './list.ts';
import { findRow, locate, locateForGet, locateParent } from './locate.ts';
import { deleteRow } from './references.ts';
import type { Context, ListRule, Method, Resource } from './resource.ts';
import type { Row } from './rows.ts';
import type { ReadRunner, Runner, TokenRunner, WriteRunner } from './runner.ts';
import { createRow, readMaskOf, updateRow } from './write-verbs.ts';

/** Refuses a request whose form is wrong. @throws ApiError INVALID_ARGUMENT */
const demandForm = ({ violations }: Incoming): void => {
  if (violations.length > 0) throw invalid(violations);
};

/** A row as one message, with its computed fields. */
const answerWithRow = (resource: Resource, row: Row, context: Context, once: boolean): Answer => {
  // The row itself if nothing is added: the journal and the event of the call refer to it.
  const hydrated = hydrateRow(resource, row, context.rows);
  const { detail } = resource;
  const value: JsonObject = detail ? Object.assign({}, hydrated, detail(row, context)) : hydrated;
  return { kind: 'message', message: resource.message, value, once };
};

/** Refuses a caller who may not list at the place of the path. @throws ApiError NOT_FOUND or PERMISSION_DENIED */
const demandListAt = (
  { scope }: Pick<ListRule, 'scope'>,
  uid: string,
  operation: Operation,
  context: Context,
): void => {
  if (scope) locate(uid, context.directory.getResource(scope.type), operation, context);
};

/** Refuses a caller who may not list at the place of a request's path. @throws ApiError as `demandListAt` */
export const demandListScope = (
  rule: Pick<ListRule, 'scope'>,
  request: JsonObject,
  operation: Operation,
  context: Context,
): void => demandListAt(rule, rule.scope ? textOrNone(request[rule.scope.field]) : '', operation, context);

/** Admits a caller to a List: at a uid that its path names, or below one by its uidp filter. */
export const listAdmission =
  (operation: Operation, rule: ListRule, lister: Lister): ReadRunner['admit'] =>
  (uid, context) => {
    demandListAt(rule, uid, operation, context);
    lister.demand(rule.uidp === undefined || uid === '' ? {} : { descendantsOf: uid }, context);
  };

const ALL = { start: 0, size: Number.POSITIVE_INFINITY } as const;

/** Runs List. */
export const listRunner = (operation: Operation, resource: Resource, rule: ListRule): ReadRunner => {
  const lister = new Lister(operation, resource, rule);
  const { key = resource.plural, paging } = rule;
  const hasAddedPaging = paging[0] >= FIRST_ADDED_NUMBER;
  return {
    kind: 'read',
    admit: listAdmission(operation, rule, lister),
    run: ({ request, violations }, context) => {
      const demand = rule.scope && ((): void => demandListScope(rule, request, operation, context));
      const { rows, settings } = context;
      if (hasAddedPaging && profileIn(settings).addedLists === 'whole') {
        const page = lister.slice(ALL, request, violations, context, demand);
        return { kind: 'page', resource, page, rows, key, isWhole: true };
      }
      return { kind: 'page', resource, page: lister.page(request, violations, context, demand), rows, key };
    },
  };
};

/** Runs Get. */
export const getRunner = (operation: Operation, resource: Resource): ReadRunner => {
  const admit: ReadRunner['admit'] = (uid, context) => locateForGet(uid, resource, operation, context);
  return {
    kind: 'read',
    admit,
    run: (incoming, context) => {
      demandForm(incoming);
      const uid = textOrNone(incoming.request.uid);
      admit(uid, context);
      const entry = context.rows.entry(resource, uid);
      if (!entry) throw rowNotFound(resource, uid);
      if (!resource.detail) return { kind: 'row', resource, entry, rows: context.rows };
      return answerWithRow(resource, entry.row, context, false);
    },
  };
};

/** Runs Create. */
export const createRunner = (operation: Operation, resource: Resource): WriteRunner => {
  const admit = (given: string, context: Context): string => locateParent(given, resource, operation, context);
  return {
    kind: 'write',
    admit,
    run: (incoming, context) => {
      demandForm(incoming);
      const { request, waived } = incoming;
      const parent = admit(textOrNone(request.parent), context);
      const body = (request[resource.singular] ?? {}) as JsonObject;
      const row = createRow(resource, parent, body, context, { waived });
      return answerWithRow(resource, row, context, true);
    },
  };
};

/** Runs Update. */
export const updateRunner = (operation: Operation, resource: Resource): WriteRunner => {
  const admit = (uid: string, context: Context): Row => locate(uid, resource, operation, context, true);
  return {
    kind: 'write',
    admit,
    run: (incoming, context) => {
      demandForm(incoming);
      const { request, paths, keep, waived } = incoming;
      const body = (request[resource.singular] ?? {}) as JsonObject;
      const row = admit(textOrNone(body.uid), context);
      const mask = keep ? '*' : readMaskOf(resource, textOrNone(request.updateMask), paths, context);
      const next = updateRow(resource, row, body, mask, context, { keep, waived });
      return answerWithRow(resource, next, context, false);
    },
  };
};

/** Runs Delete. For some resources it also succeeds if the row was deleted before (behaviour C9). */
export const deleteRunner = (operation: Operation, resource: Resource): WriteRunner => {
  const rule = resource.verbs.delete;
  const admit = (uid: string, context: Context): Row | undefined => {
    const row = findRow(uid, resource, operation, context, true);
    const isRepeatable = rule?.repeatable === true && profileIn(context.settings).repeatedDelete === 'done';
    if (!row && !isRepeatable) throw rowNotFound(resource, uid);
    return row;
  };
  return {
    kind: 'write',
    admit,
    run: (incoming, context) => {
      demandForm(incoming);
      const row = admit(textOrNone(incoming.request.uid), context);
      if (row) deleteRow(resource, row, context);
      return EMPTY;
    },
  };
};

/** Refuses a caller who may not use the method at a uid, which its request names if it has a scope. */
const demandAt = (
  { operation, holderOf, scopeType, run }: Method,
  of: Resource,
  given: string,
  context: Context,
): void => {
  if (operation.scope === undefined) {
    context.access.demandAnywhere(operation.capabilities);
    return;
  }
  const uid = holderOf?.(given, context.rows) ?? given;
  const type = scopeType === undefined ? of : context.directory.getResource(scopeType);
  locate(uid, type, operation, context, scopeType === undefined && run.kind === 'write');
};

const demandRules = ({ operation, ownValidation }: Method, request: JsonObject): void => {
  const found = ownValidation ? [] : checkFields(operation.request, request);
  if (found.length > 0) throw invalid(found);
};

/** Wraps the result of a method as an answer. */
const wrapAnswer = ({ operation: { response } }: Method, value: unknown): Answer =>
  response ? { kind: 'message', message: response, value: value as JsonObject, once: true } : EMPTY;

const tokenRunner = (method: Method, run: Extract<Method['run'], { kind: 'token' }>): TokenRunner => ({
  kind: 'token',
  run: async (read, presented, tokens) => {
    const request = (): JsonObject => {
      const incoming = read();
      demandForm(incoming);
      demandRules(method, incoming.request);
      return incoming.request;
    };
    return wrapAnswer(method, await run.answer({ ...presented, request }, tokens));
  },
});

/** Runs a custom method of a resource. */
export const methodRunner = (resource: Resource, method: Method): Runner => {
  const { run } = method;
  const { scope } = method.operation;
  const admit = (uid: string, context: Context): void => demandAt(method, resource, uid, context);
  const admitRequest = (incoming: Incoming, context: Context): JsonObject => {
    demandForm(incoming);
    const { request } = incoming;
    admit(scope === undefined ? '' : textOrNone(valueAt(request, scope)), context);
    demandRules(method, request);
    return request;
  };
  switch (run.kind) {
    case 'token':
      return tokenRunner(method, run);
    case 'read':
      return {
        kind: 'read',
        admit,
        run: (incoming, context) => wrapAnswer(method, run.answer(admitRequest(incoming, context), context)),
      };
    case 'write':
      return {
        kind: 'write',
        admit,
        run: (incoming, context) =>
          wrapAnswer(method, run.answer(admitRequest(incoming, context), context, incoming.paths)),
      };
  }
};
