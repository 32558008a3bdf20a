import { type JsonObject, textOrNone, valueAt } from '../schema/json-object.ts';
import { checkFields } from '../schema/validate.ts';
import { type Answer, EMPTY, type Incoming } from './answer.ts';
import { invalid } from './errors.ts';
import { locate } from './locate.ts';
import type { Context, Method, Resource } from './resource.ts';
import type { Runner, TokenRunner } from './runner.ts';
import { demandForm } from './verb-runners.ts';

/** Refuses a caller who may not use the method at a uid, which its request names where it has a scope. */
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
