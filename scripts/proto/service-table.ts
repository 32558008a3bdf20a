import type { AnyMessage } from '../../src/schema/field-types.ts';
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

/** The services of the operations, in the order in which the operations name them. */
export const servicesOf = (operations: Iterable<Operation>): readonly ServiceTable[] => {
  const services = new Map<string, MethodTable[]>();
  for (const operation of operations) {
    const { id, method: name = id, service, request, response, http, additionalHttp = [] } = operation;
    const methods = services.get(service) ?? [];
    services.set(service, methods);
    const rules = [...(http ? [http] : []), ...additionalHttp].map((rule) => protoRule(rule, request));
    methods.push({ name, request, response, ...(rules.length > 0 && { http: rules }), operation });
  }
  return [...services].map(([name, methods]) => ({ name, methods }));
};
