import { checkFields } from '../schema/validate.ts';
import { type Answer, EMPTY, type Incoming, type Value } from './answer.ts';
import { invalid } from './errors.ts';
import { demandAnywhere, locate } from './locate.ts';
import type { Context, Method, Resource } from './resource.ts';
import type { Runner, TokenRunner } from './runner.ts';
import { demandForm } from './verb-runners.ts';

/** The text at a path of a request: `roleBinding.uid`. */
const textAt = (request: Value, path: string): string => {
  const value = path.split('.').reduce<unknown>((at, step) => (at as Value | undefined)?.[step], request);
  return typeof value === 'string' ? value : '';
};

/** Refuses a caller who may not use the method on the row that the request names. */
const demandScope = (
  { operation, holderOf, scopeType, run }: Method,
  of: Resource,
  request: Value,
  context: Context,
): void => {
  if (operation.scope === undefined) {
    demandAnywhere(operation, context);
    return;
  }
  const given = textAt(request, operation.scope);
  const uid = holderOf?.(given, context.rows) ?? given;
  const type = scopeType === undefined ? of : context.directory.named(scopeType);
  locate(uid, type, operation, context, scopeType === undefined && run.kind === 'write');
};

const demandRules = ({ operation, ownValidation }: Method, request: Value): void => {
  const found = ownValidation ? [] : checkFields(operation.request, request);
  if (found.length > 0) throw invalid(found);
};

/** Wraps what a method returns as an answer. */
const answered = ({ operation: { response } }: Method, value: unknown): Answer =>
  response ? { kind: 'message', message: response, value: value as Value, once: true } : EMPTY;

const tokenRunner = (method: Method, run: Extract<Method['run'], { kind: 'token' }>): TokenRunner => ({
  kind: 'token',
  run: async (read, presented, tokens) => {
    const request = (): Value => {
      const incoming = read();
      demandForm(incoming);
      demandRules(method, incoming.request);
      return incoming.request;
    };
    return answered(method, await run.answer({ ...presented, request }, tokens));
  },
});

/** Runs a custom method of a resource. */
export const methodRunner = (resource: Resource, method: Method): Runner => {
  const { run } = method;
  const admit = (incoming: Incoming, context: Context): Value => {
    demandForm(incoming);
    const { request } = incoming;
    demandScope(method, resource, request, context);
    demandRules(method, request);
    return request;
  };
  switch (run.kind) {
    case 'token':
      return tokenRunner(method, run);
    case 'read':
      return {
        kind: 'read',
        run: (incoming, context) => answered(method, run.answer(admit(incoming, context), context)),
      };
    case 'write':
      return {
        kind: 'write',
        run: (incoming, context) => answered(method, run.answer(admit(incoming, context), context, incoming.paths)),
      };
  }
};
