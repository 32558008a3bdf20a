import type { JsonObject } from '../json.ts';
import type { Context, ListRule, Resource } from '../kernel/resource.ts';
import type { Row } from '../kernel/rows.ts';
import type { BoundOperation, Verb } from '../kernel/runner.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { HttpRule, Operation } from '../schema/operation.ts';
import { V1 } from './edition.ts';
import type { V1Cursor, V1Form } from './form.ts';

/** The runner of an operation of v1: an operation of v2, with the request and the answer converted. */
export interface V1Adapter {
  /** The operation of v2 that it wraps. */
  readonly target: BoundOperation;
  /** Converts the request to v2. */
  readonly ask: (request: JsonObject) => JsonObject;
  /** Converts the answer to v1. */
  readonly answer: (answer: JsonObject, context: Context) => JsonObject;
  /** Maps the path of a field in v2 to its path in v1, in proto names. */
  readonly pathOf: (path: string) => string;
  /** The only fields that its event shows in v1; unless given, the fields that v2 shows, by their names in v1. */
  readonly shows?: readonly string[];
  /** True when finding nothing is NOT_FOUND, although the operation only reads. */
  readonly looksUp?: true;
  /** For an update, which replaces all fields: the fields that stay if the request omits them. */
  readonly keep?: () => readonly string[];
  /** The fields that v2 requires in a create or an update, and v1 does not. */
  readonly waived?: readonly string[];
  readonly list?: {
    readonly rule: ListRule;
    readonly cursor?: V1Cursor;
    readonly show: (row: Row, context: Context) => JsonObject;
  };
}

/** An operation of v1; one without a counterpart in v2 has no adapter. */
export interface V1Operation extends BoundOperation {
  readonly adapter?: V1Adapter;
}

/** An operation of v1 before it is bound to its runner. */
export interface Adapted {
  readonly operation: Operation;
  readonly adapter: V1Adapter;
}

/** A form with the operations of v2 that it may wrap. */
export interface WrappedForm {
  readonly resource: Resource;
  readonly form: V1Form;
  readonly targets: readonly BoundOperation[];
  /** True if v2 serves them, too. */
  readonly isInV2: boolean;
}

/** A row as v1 shows it: the converted fields, and those that its form adds. */
export const viewInV1 = (form: V1Form, row: Row, context: Context): JsonObject => ({
  ...form.conversion.older(row),
  ...form.also?.(row, context),
});

/** The operation of v2 that a verb of v1 wraps. @throws Error when v2 has none */
export const getStandard = ({ resource, targets }: WrappedForm, verb: Verb): BoundOperation => {
  const target = targets.find((other) => other.verb === verb);
  if (!target) throw new Error(`v1 has a ${verb} of ${resource.words.plural} that v2 does not have`);
  return target;
};

type Described = Pick<Operation, 'summary' | 'request' | 'response'> &
  Partial<Pick<Operation, 'description' | 'http'>> & {
    readonly scope?: string | undefined;
    /** True if v2 has nothing like it, although it wraps an operation of v2. */
    readonly staysInV1?: boolean | undefined;
  };

/** Describes an operation of v1 with the capabilities, the event and the errors of the one that it wraps. */
export const operationLike = (
  { form: { service }, isInV2 }: WrappedForm,
  method: string,
  target: BoundOperation,
  { scope, staysInV1 = false, ...described }: Described,
): Operation => {
  const { http: _, additionalHttp: __, scope: ___, ...shared } = target.operation;
  const short = service.slice(service.lastIndexOf('.') + 1);
  return {
    ...shared,
    ...described,
    id: `v1.${short}.${method}`,
    method,
    service,
    edition: V1,
    ...omitUndefined({ scope }),
    ...(isInV2 && !staysInV1 && { replacedBy: target.operation.id }),
  };
};

/** The HTTP rule of an operation below the path of its form; none for a form that is reached only over gRPC. */
export const ruleBelow = (
  { path, beyondSpec }: Pick<V1Form, 'path' | 'beyondSpec'>,
  method: HttpRule['method'],
  rest = '',
  body?: string,
): { readonly http?: HttpRule } =>
  path === undefined ? {} : { http: { method, path: `${path}${rest}`, ...omitUndefined({ body, beyondSpec }) } };
