import type { AnyMessage } from '../../src/schema/field-types.ts';
import { groupBy } from '../../src/schema/group-by.ts';
import type { HttpRule, Operation } from '../../src/schema/operation.ts';

/**
 * The rule with its body by its proto name, as google.api.http has it.
 * @throws Error when the request has no such field
 */
export const protoRule = ({ body, ...rule }: HttpRule, request: AnyMessage): HttpRule => {
  if (body === undefined) return rule;
  const name = body === '*' ? body : request.find(body)?.proto;
  if (name === undefined) throw new Error(`${request.name} has no field ${body} to be the body`);
  return { ...rule, body: name };
};

/**
 * Compares operations for the order in which their methods are declared: first those whose path ends with `**`. Gateways
 * that are made of the rules try the last first, and take `**` for nothing, too: a Get is behind the List that way.
 */
export const compareDeclared = (a: Pick<Operation, 'http'>, b: Pick<Operation, 'http'>): number =>
  Number(b.http?.path.endsWith('=**}') ?? false) - Number(a.http?.path.endsWith('=**}') ?? false);

/** A method of a gRPC service. */
export interface MethodTable {
  readonly name: string;
  /** `undefined` for google.protobuf.Empty. */
  readonly request: AnyMessage | undefined;
  readonly response: AnyMessage | undefined;
  readonly streams?: 'answers' | 'both';
  /** The first is the main one; bodies are named by their proto names. */
  readonly http?: readonly HttpRule[];
  readonly operation?: Operation;
}

/** A gRPC service by its full name. */
export interface ServiceTable {
  readonly name: string;
  readonly methods: readonly MethodTable[];
}

const methodOf = (operation: Operation): MethodTable => {
  const { id, method: name = id, request, response, http, additionalHttp = [] } = operation;
  const rules = [...(http ? [http] : []), ...additionalHttp].map((rule) => protoRule(rule, request));
  return { name, request, response, ...(rules.length > 0 && { http: rules }), operation };
};

/** The services of the operations, in the order in which the operations name them. */
export const servicesOf = (operations: Iterable<Operation>): readonly ServiceTable[] =>
  [...groupBy(operations, ({ service }) => service)].map(([name, own]) => ({
    name,
    methods: own.toSorted(compareDeclared).map(methodOf),
  }));
