import type { JsonObject } from '../json.ts';
import { type Answer, EMPTY, fieldsOf, type Incoming } from '../kernel/answer.ts';
import { ApiError, invalid } from '../kernel/errors.ts';
import type { EventBody, EventDraft } from '../kernel/events.ts';
import { Lister, type Page } from '../kernel/list.ts';
import type { Context, Method, Resource, WriteContext } from '../kernel/resource.ts';
import type { BoundOperation, ReadRunner, Runner, Verb, WriteRunner } from '../kernel/runner.ts';
import { boundMethod } from '../kernel/standard-operations.ts';
import { demandListScope, listAdmission } from '../kernel/verb-runners.ts';
import { writeContextOf } from '../kernel/write-contexts.ts';
import { makeAtFirstUse } from '../schema/at-first-use.ts';
import { omitUndefined } from '../schema/defined.ts';
import { bodyOf, type Endpoint, stepsAlong } from '../schema/field-path.ts';
import type { AnyMessage } from '../schema/field-types.ts';
import { type FieldViolation, respellViolation } from '../schema/field-violation.ts';
import { snake } from '../schema/message.ts';
import type { Operation } from '../schema/operation.ts';
import { profileIn } from '../schema/profile.ts';
import { zeroOf } from '../schema/scalars.ts';
import type { V1Adapter, V1Operation } from './adapter.ts';
import { isByCursor, omitSlice, sizeOf, sliceOf } from './slice.ts';

/**
 * Renders an error in v1 (behaviour §12.4 V10): its message with the field names of v1. The error of a blocked delete
 * does not name the blocking rows.
 */
export const errorInV1 = (
  error: ApiError,
  { words }: Pick<Resource, 'words'>,
  verb: Verb,
  pathOf: (path: string) => string,
): ApiError => {
  if (verb === 'delete' && error.code === 'FAILED_PRECONDITION') {
    return new ApiError(error.code, `cannot delete ${words.singular}`);
  }
  const { fieldViolations } = error.detail;
  return fieldViolations ? invalid(fieldViolations.map((violation) => respellViolation(violation, pathOf))) : error;
};

const protoPath = (of: AnyMessage, path: string, unknown: (step: string) => string): string =>
  stepsAlong(of, path)
    .map(({ field, index, isKey, text }) => (field ? `${field.proto}${index}` : isKey ? text : unknown(text)))
    .join('.');

/**
 * Maps the path of a field of a request, or of its body, to proto names. Unknown names are changed to snake case, since
 * rules may also report fields of messages that they look up.
 */
export const pathInV1 = (operation: Endpoint): ((path: string) => string) => {
  const { request } = operation;
  return (path) => {
    const [first = ''] = path.split(/[.[]/, 1);
    return protoPath(request.find(first) ? request : bodyOf(operation), path, snake);
  };
};

/** Maps the path of a violation of a request's form to proto names; unknown names stay as they are. */
export const formPathInV1 = (operation: Endpoint): ((path: string) => string) => {
  const of = makeAtFirstUse(() => bodyOf(operation));
  return (path) => protoPath(of(), path, (step) => step);
};

/** The collection in the path of an operation: what stands before a uid or a verb. */
const COLLECTION = /^\/[^/]+\/v1\/[^/{:]+/;

const collectionOf = ({ http }: Operation, { path }: EventDraft): string =>
  COLLECTION.exec(http?.path ?? '')?.[0] ?? path.replace('/v2/', '/v1/');

/** The names of v1 for the fields of v2, and the only ones that an event shows. */
type InV1 = Pick<V1Adapter, 'pathOf' | 'shows'>;

/** The body of an event in its form of v1: the answer, or the request if that is empty. */
const eventBodyOf = (
  { request, response }: Operation,
  { shows }: EventBody,
  asked: Incoming,
  answer: Answer,
  { pathOf, shows: own }: InV1,
): EventBody => {
  const message = response ?? request;
  return {
    message,
    value: response ? fieldsOf(answer) : asked.request,
    shows: own ?? shows?.map((name) => message.find(pathOf(name))?.name ?? name),
  };
};

/** Runs a write, and emits the event of its operation in the form of v1; other events of the call stay as they are. */
const runEmitting =
  (operation: Operation, names: InV1, { run }: WriteRunner): WriteRunner['run'] =>
  (incoming: Incoming, context: WriteContext): Answer => {
    const { emit, settings, tx } = context;
    if (!emit || profileIn(settings).eventsOfV1 !== 'own') return run(incoming, context);
    const drafts: EventDraft[] = [];
    const answer = run(
      incoming,
      writeContextOf(context, tx, (draft) => void drafts.push(draft)),
    );
    for (const draft of drafts) {
      const { type, body } = draft;
      const isOwn = type === operation.event?.type;
      emit(
        isOwn
          ? {
              ...draft,
              path: collectionOf(operation, draft),
              body: body && eventBodyOf(operation, body, incoming, answer, names),
            }
          : draft,
      );
    }
    return answer;
  };

/**
 * The runner of an operation of v1. In some profiles its event has the body and the path of v1 in place of v2's
 * (behaviour C35).
 */
const emitInV1 = (operation: Operation, names: InV1, runner: Runner): Runner =>
  runner.kind === 'write' && operation.event ? { ...runner, run: runEmitting(operation, names, runner) } : runner;

/** An answer with a message of v1; `once` if it may contain values that only the creating call may see. */
const answerInV1 = (message: AnyMessage, value: JsonObject, once = false): Answer => ({
  kind: 'message',
  message,
  value,
  once,
});

/** An empty message, with the zero values of the fields that are always returned. */
const zeros = ({ fields }: AnyMessage): JsonObject =>
  Object.fromEntries([...fields.values()].flatMap(({ name, type, always }) => (always ? [[name, zeroOf(type)]] : [])));

type Failing = Pick<BoundOperation, 'operation' | 'resource' | 'verb' | 'missingIsEmpty'>;

/** Answers a refused call: empty for a missing row (behaviour §12.4 V3, V4), otherwise with an error of v1. */
const answerRefusal =
  ({ operation, resource, verb, missingIsEmpty }: Failing, pathOf: (path: string) => string) =>
  (error: ApiError): Answer => {
    if (error.code !== 'NOT_FOUND' || !missingIsEmpty) throw errorInV1(error, resource, verb, pathOf);
    return operation.response ? answerInV1(operation.response, zeros(operation.response)) : EMPTY;
  };

/** True if v1 returns 200 for a missing row: for reads and deletes (behaviour §12.4 V3, V4). */
const isEmptyWhenMissing = (
  { response, http }: Operation,
  verb: BoundOperation['verb'],
  kind: Runner['kind'],
): boolean => (response ? kind === 'read' : verb === 'delete' || http?.method === 'DELETE');

/** Binds a method without a counterpart in v2. */
export const bindOwn = (resource: Resource, method: Method): V1Operation => {
  const bound = boundMethod(resource, method);
  const { operation, runner, verb } = bound;
  const missingIsEmpty = !method.looksUp && isEmptyWhenMissing(operation, verb, runner.kind);
  const pathOf = pathInV1(operation);
  const refused = answerRefusal({ ...bound, missingIsEmpty }, pathOf);
  return { ...bound, missingIsEmpty, runner: { ...emitInV1(operation, { pathOf }, runner), refused } };
};

/** Refuses a request with violations of its form, in the names of v1. @throws ApiError INVALID_ARGUMENT */
const demandForm = (
  { violations }: Incoming,
  respell: (found: readonly FieldViolation[]) => readonly FieldViolation[],
): void => {
  if (violations.length > 0) throw invalid(respell(violations));
};

const makeRespelling = (operation: Operation): ((found: readonly FieldViolation[]) => readonly FieldViolation[]) => {
  const pathOf = formPathInV1(operation);
  return (found) => found.map((violation) => respellViolation(violation, pathOf));
};

/** Runs a List: all rows, a slice, or a page if the published message has a cursor (behaviour §12.4 V8). */
const listRunner = (operation: Operation, resource: Resource, { list }: V1Adapter): ReadRunner => {
  const { response } = operation;
  if (!list || !response) throw new Error(`${operation.id} is not a list`);
  const { rule, cursor, show } = list;
  // Equal filters may select other rows in v2, or in another List of v1: each has its own cached views.
  const lister = new Lister(operation, resource, rule, operation.id);
  const respell = makeRespelling(operation);
  const pageOf = (request: JsonObject, violations: readonly FieldViolation[], context: Context): Page => {
    const demand = (): void => demandListScope(rule, request, operation, context);
    const listRequest = cursor?.read(request) ?? request;
    if (cursor && isByCursor(listRequest, cursor.paged ?? false)) {
      const found = [...violations];
      return lister.page({ ...omitSlice(listRequest), pageSize: sizeOf(listRequest, found) }, found, context, demand);
    }
    const slice = sliceOf(listRequest, violations);
    const { pageSize: _, pageToken: __, skip: ___, ...filters } = omitSlice(listRequest);
    return lister.slice(slice, filters, slice.violations, context, demand);
  };
  return {
    kind: 'read',
    admit: listAdmission(operation, rule, lister),
    run: ({ request, violations }, context) => {
      const page = pageOf(request, respell(violations), context);
      const items = page.entries.map(({ row }) => show(row, context));
      return answerInV1(response, { items, ...cursor?.answer(page) });
    },
  };
};

/** Runs the operation of v2, with the request and the answer converted. */
const convertRunner = (operation: Operation, adapter: V1Adapter): ReadRunner | WriteRunner => {
  const { target, ask, answer, keep, waived } = adapter;
  const { runner } = target;
  const { response } = operation;
  const respell = makeRespelling(operation);
  const convertRequest = (incoming: Incoming): Incoming => {
    demandForm(incoming, respell);
    return { request: ask(incoming.request), violations: [], paths: [], ...omitUndefined({ keep: keep?.(), waived }) };
  };
  const convertAnswer = (given: Answer, context: Context): Answer =>
    response ? answerInV1(response, answer(fieldsOf(given), context), given.kind === 'message' && given.once) : EMPTY;
  switch (runner.kind) {
    case 'read':
      return {
        kind: 'read',
        admit: runner.admit,
        run: (incoming, context) => convertAnswer(runner.run(convertRequest(incoming), context), context),
      };
    case 'write':
      return {
        kind: 'write',
        admit: runner.admit,
        run: (incoming, context: WriteContext) => convertAnswer(runner.run(convertRequest(incoming), context), context),
      };
    case 'token':
      throw new Error(`${operation.id} cannot wrap a method that makes tokens`);
  }
};

/** Binds an operation that wraps one of v2. */
export const wrapRunner = (resource: Resource, operation: Operation, adapter: V1Adapter): V1Operation => {
  const { verb } = adapter.target;
  const runner = adapter.list ? listRunner(operation, resource, adapter) : convertRunner(operation, adapter);
  const missingIsEmpty = !adapter.looksUp && isEmptyWhenMissing(operation, verb, runner.kind);
  const refused = answerRefusal({ operation, resource, verb, missingIsEmpty }, adapter.pathOf);
  return {
    operation,
    resource,
    verb,
    adapter,
    wraps: adapter.target,
    missingIsEmpty,
    ...(adapter.list && { sorted: adapter.list.rule }),
    runner: { ...emitInV1(operation, adapter, runner), refused },
  };
};
