import fc from 'fast-check';
import type { Kernel } from '../../kernel/call.ts';
import type { BoundHttpOperation } from '../../kernel/over-http.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { stepsAlong } from '../../schema/field-path.ts';
import type { AnyMessage, NamedField } from '../../schema/field-types.ts';
import { type HttpRule, isOverHttp } from '../../schema/operation.ts';
import { V1 } from '../../v1/edition.ts';
import { formInV1 } from './forms-in-v1.ts';
import { filled, recordOf, type Surroundings, uidOf } from './generated-values.ts';
import { Spelled, type Wanted, withoutUnset } from './spelled.ts';
import type { StateView } from './state-view.ts';

/** The caller of a call: the administrator, the nth identity of the state, or the nth stranger. */
export type WantedCaller =
  | { readonly kind: 'admin' }
  | { readonly kind: 'identity'; readonly nth: number }
  | { readonly kind: 'stranger'; readonly nth: number };

/** The style of a call, which must not change its outcome. */
export interface CallStyle {
  readonly isSnake: boolean;
  readonly isEscaped: boolean;
  /** True for the names of v2beta1. */
  readonly isBeta: boolean;
  /** True for a token without its scheme, over gRPC. */
  readonly isBare: boolean;
}

/** A call to make, with holes for values that depend on the state. */
export interface WantedCall {
  readonly kind: 'call';
  readonly bound: BoundOperation;
  readonly rule: HttpRule;
  readonly request: Wanted;
  readonly caller: WantedCaller;
  readonly style: CallStyle;
}

/** One step of a sequence: a call, the next page of the nth list so far, or a time to wait. */
export type Step =
  | WantedCall
  | { readonly kind: 'next'; readonly nth: number; readonly pageSize: number }
  | { readonly kind: 'wait'; readonly millis: number };

const UNKNOWN = 'f'.repeat(40);
const VARIABLE = /\{([\w.]+)(=\*\*)?[^}]*\}/g;

interface Variable {
  readonly names: readonly string[];
  readonly field: NamedField;
  readonly isMany: boolean;
}

const variablesOf = (request: AnyMessage, { path }: HttpRule): readonly Variable[] =>
  [...path.matchAll(VARIABLE)].map(([, given = '', many]) => {
    const fields = stepsAlong(request, given).map(({ field }) => {
      if (!field) throw new Error(`${request.name} has no field ${given}`);
      return field;
    });
    return { names: fields.map(({ name }) => name), field: fields.at(-1) as NamedField, isMany: many !== undefined };
  });

const at = (value: Wanted, [name = '', ...rest]: readonly string[]): unknown =>
  rest.length === 0 ? value[name] : at((value[name] ?? {}) as Wanted, rest);

const put = (value: Wanted, [name = '', ...rest]: readonly string[], item: unknown): Wanted => ({
  ...value,
  [name]: rest.length === 0 ? item : put((value[name] ?? {}) as Wanted, rest, item),
});

const pathsOf = (of: AnyMessage, depth = 0): readonly string[] =>
  [...of.fields.values()].flatMap(({ name, proto, type }) => {
    const inner = type.kind === 'message' && type.message && depth < 2 ? pathsOf(type.message(), depth + 1) : [];
    return [name, proto, ...inner.map((path) => `${proto}.${path}`)];
  });

/** Fields with uids of the resource itself; v1 calls a uid an id. */
const OWN: ReadonlySet<string> = new Set(['uid', 'id', 'names', 'ids']);
const GROUPS: ReadonlySet<string> = new Set(['scope', 'scopes', 'childrenOf', 'descendantsOf', 'ancestorsOf']);

const surroundingsOf = (bound: BoundOperation, rule: HttpRule, kernel: Kernel): Surroundings => {
  const { resource, operation, verb } = bound;
  const ownId = operation.edition === V1 && verb !== 'create' ? formInV1(resource)?.id : undefined;
  const { method } = bound;
  const kinds = new Set(kernel.directory.resources.map(({ singular }) => singular));
  const bodyMessage = operation.request.fields.get(rule.body ?? '')?.type.message?.();
  const references = { ...resource.references, ...resource.requests };
  return {
    isQuery: rule.body === undefined,
    maskPaths: pathsOf(bodyMessage ?? operation.request),
    uidKind: ({ name }) => {
      if (method && name === operation.scope) return { kind: method.scopeType ?? resource.singular };
      if (OWN.has(name) || name === ownId) return { kind: resource.singular };
      if (name === 'parent' || name === 'parentId') return { kind: resource.parent?.singular ?? 'group' };
      const reference = references[name as keyof typeof references] as { readonly to?: string } | undefined;
      if (reference?.to !== undefined) return { kind: reference.to };
      if (GROUPS.has(name)) return { kind: 'group' };
      const kind = name.replace(/(?:Uid|Uidp|Id)$/, '');
      return kinds.has(kind) ? { kind } : undefined;
    },
  };
};

const isMasked = ({ updateMask }: Wanted): boolean =>
  updateMask instanceof Spelled ? updateMask.json !== '' : updateMask !== undefined;

/** The request of a call with its holes filled, limited to what both faces can express. */
export const requestOf = ({ bound, rule, request }: WantedCall, state: StateView): Wanted => {
  const { operation } = bound;
  let value = filled(request, state) as Wanted;
  // The populated fields are the mask, and over gRPC a zero without presence is absent (AIP-134).
  if (operation.http?.method === 'PATCH' && !isMasked(value)) value = withoutUnset(operation.request, value);
  for (const { names, isMany } of variablesOf(operation.request, rule)) {
    const text = String(at(value, names) ?? '');
    // An empty variable, or one with too many segments, makes another path.
    if (text === '' || text.startsWith('/') || text.endsWith('/') || (!isMany && text.includes('/'))) {
      value = put(value, names, isMany ? UNKNOWN : 'nope');
    }
  }
  return value;
};

/** The rule for requests of operations that are reached only over gRPC: all of it is in the message. */
const WHOLE: HttpRule = { method: 'POST', path: '/', body: '*' };

const callOf = (bound: BoundOperation, kernel: Kernel): fc.Arbitrary<WantedCall> => {
  const { operation } = bound;
  const { request, http, additionalHttp = [], auth } = operation;
  const rules = [...(http ? [http] : []), ...additionalHttp];
  const caller: fc.Arbitrary<WantedCaller> = fc.oneof(
    { weight: 12, arbitrary: fc.constant({ kind: 'admin' } as const) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('identity' as const), nth: fc.nat(1_000) }) },
    {
      weight: auth === 'token' ? 2 : 17,
      arbitrary: fc.record({ kind: fc.constant('stranger' as const), nth: fc.nat(1_000) }),
    },
  );
  const style: fc.Arbitrary<CallStyle> = fc.record({
    isSnake: fc.boolean(),
    isEscaped: fc.boolean(),
    isBeta: fc.boolean(),
    isBare: fc.boolean(),
  });
  const forRule = (rule: HttpRule): fc.Arbitrary<WantedCall> => {
    const around = surroundingsOf(bound, rule, kernel);
    const variables = variablesOf(request, rule).map(({ names, field }) => {
      const uid = around.uidKind(field);
      return { names, value: uid ? uidOf(uid.kind) : recordOf([field], around).map((one) => one[field.name]) };
    });
    return fc
      .tuple(recordOf([...request.fields.values()], around), caller, style, ...variables.map(({ value }) => value))
      .map(([given, by, how, ...values]) => ({
        kind: 'call' as const,
        bound,
        rule,
        caller: by,
        style: how,
        request: variables.reduce((request, { names }, nth) => put(request, names, values[nth]), given as Wanted),
      }));
  };
  return fc.oneof(...(rules.length > 0 ? rules : [WHOLE]).map(forRule));
};

const WEIGHTS: Readonly<Record<BoundOperation['verb'], number>> = {
  create: 6,
  update: 5,
  list: 3,
  custom: 3,
  get: 2,
  delete: 2,
};

const DAY = 86_400_000;

/** The operations among some, of v2 and v1, that both faces have. */
export const overBoth = (operations: readonly BoundOperation[]): readonly BoundHttpOperation[] =>
  operations.filter((bound): bound is BoundHttpOperation => isOverHttp(bound.operation));

/** Generates calls of some operations of a kernel, more often of those that write. */
export const callsOf = (kernel: Kernel, among: readonly BoundOperation[]): fc.Arbitrary<WantedCall> =>
  fc.oneof(...among.map((bound) => ({ weight: WEIGHTS[bound.verb], arbitrary: callOf(bound, kernel) })));

/** Generates sequences of steps with all operations that both faces have. */
export const sequences = (
  { kernel, operations }: { readonly kernel: Kernel; readonly operations: readonly BoundOperation[] },
  maxLength: number,
): fc.Arbitrary<readonly Step[]> => {
  const step = fc.oneof(
    { weight: 30, arbitrary: callsOf(kernel, overBoth(operations)) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('next' as const),
        nth: fc.nat(50),
        pageSize: fc.constantFrom(0, 1, 2, 50, 300, -1),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), millis: fc.constantFrom(1, 60_000, DAY, 4 * DAY) }),
    },
  );
  return fc.array<Step>(step, { minLength: 1, maxLength, size: 'max' });
};
