import type { BoundOperation } from '../../kernel/runner.ts';
import { querySpelling } from '../../schema/decode-query.ts';
import type { AnyMessage, FieldType, NamedField } from '../../schema/field-types.ts';
import type { JsonObject } from '../../schema/json-object.ts';
import type { HttpRule, Operation } from '../../schema/operation.ts';
import type { Case, Step, SuiteName } from './case.ts';
import { grpcStep } from './exchange.ts';

/** What is to be sent of an operation, and why it must be refused. */
interface Refusal {
  readonly name: string;
  readonly rule: string;
  readonly step: Step;
}

/** The word for the value of a variable of a path: all name things that do not exist. */
const WORDS_OF_VARIABLES: ReadonlyMap<string, string> = new Map([
  ['digest', 'digest'],
  ['artifact_id', 'number'],
  ['id', 'nowhere'],
  ['package', 'name'],
]);

const VARIABLE = /\{([\w.]+)(?:=(\*\*?))?\}/g;

const hasVariable = ({ path }: HttpRule): boolean => path.includes('{');

/** A path with a word in the place of each variable: `instead`, if it is one that takes a uid. */
const pathTo = ({ path }: HttpRule, instead = 'nowhere'): string =>
  path.replace(VARIABLE, (_, name: string, stars?: string) => {
    const word = stars === '*' && name === 'id' ? 'number' : WORDS_OF_VARIABLES.get(name);
    return `{${word === undefined || word === 'nowhere' ? instead : word}}`;
  });

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The body with which a call that takes one is sent, unless its case is about that. */
const plainBody = ({ body }: HttpRule): Pick<Step, 'body' | 'headers'> =>
  body === undefined ? {} : { body: {}, headers: JSON_HEADERS };

/** Refusals of callers: they are the same for every operation. */
const ofCallers = (http: HttpRule, isOpen: boolean): readonly Refusal[] => {
  const to = { method: http.method, path: pathTo(http), ...plainBody(http) };
  const all: readonly Refusal[] = [
    { name: 'no_token', rule: '9.8', step: { ...to, auth: 'none' } },
    { name: 'other_scheme', rule: '9.8', step: { ...to, auth: { header: 'Basic bm9ib2R5Om5vdGhpbmc=' } } },
    { name: 'bad_token', rule: '9.8', step: { ...to, auth: { header: 'Bearer not.a.token' } } },
  ];
  return isOpen ? all.slice(1).map((each) => ({ ...each, rule: '10.10' })) : all;
};

/** Refusals of things that do not exist: at a root that nobody has, and below the group of the caller. */
const ofMissing = (http: HttpRule, rule: string): readonly Refusal[] => {
  const isUid = /\{[\w.]+=\*\*\}/.test(http.path) && !http.path.includes('{package');
  if (!isUid) return [];
  const to = (path: string): Step => ({ method: http.method, path, ...plainBody(http) });
  return [
    { name: 'unknown_root', rule, step: to(pathTo(http)) },
    { name: 'unknown_below', rule, step: to(pathTo(http, 'below')) },
    { name: 'no_uid', rule, step: to(pathTo(http, 'malformed')) },
    { name: 'bad_escape', rule: '3.13', step: to(`${pathTo(http)}%zz`) },
  ];
};

/** Refusals of bodies that are none of the operation: nothing exists where they would be put. */
const ofBodies = (http: HttpRule): readonly Refusal[] => {
  if (http.body === undefined) return [];
  const to = { method: http.method, path: pathTo(http), headers: JSON_HEADERS };
  return [
    { name: 'malformed_json', rule: '1.8', step: { ...to, body: '{"name":' } },
    { name: 'behind_json', rule: '1.8', step: { ...to, body: '{}{}' } },
    { name: 'list_as_body', rule: '1.7', step: { ...to, body: [] } },
    { name: 'member_twice', rule: '1.4', step: { ...to, body: '{"name":"a","name":"b"}' } },
  ];
};

/** A value that a query parameter of a type must refuse, with the rule that says so. */
const WRONG_VALUES: ReadonlyMap<FieldType['kind'], readonly (readonly [name: string, rule: string, value: string])[]> =
  new Map([
    [
      'int32',
      [
        ['words', '3.7', 'abc'],
        ['fraction', '3.7', '1.5'],
        ['too_large', '3.7', '2147483648'],
        ['empty', '3.7', ''],
      ],
    ],
    ['bool', [['words', '3.8', 'perhaps']]],
    ['enum', [['unknown', '3.9', 'NO_SUCH_VALUE']]],
    ['timestamp', [['words', '3.10', 'yesterday']]],
  ]);

/** The parameters of a query, with their types: those of its nested messages too. */
const parametersOf = (of: AnyMessage, before: string, depth = 0): readonly (readonly [string, NamedField])[] =>
  [...of.fields.values()].flatMap((field): readonly (readonly [string, NamedField])[] => {
    const name = `${before}${querySpelling(field)}`;
    const { message } = field.type;
    if (message && !field.type.fromText) return depth > 1 ? [] : parametersOf(message(), `${name}.`, depth + 1);
    return [[name, field]];
  });

const ofParameter = (http: HttpRule, [name, { type }]: readonly [string, NamedField]): readonly Refusal[] => {
  const to = (query: string): Step => ({ method: 'GET', path: `${pathTo(http)}?${query}` });
  const { element } = type;
  const wrong = WRONG_VALUES.get(element?.kind ?? type.kind) ?? [];
  const isScalar = element === undefined && type.kind !== 'message';
  return [
    ...wrong.map(([what, rule, value]) => ({ name: `${name}.${what}`, rule, step: to(`${name}=${value}`) })),
    ...(isScalar ? [{ name: `${name}.twice`, rule: '3.3', step: to(`${name}=1&${name}=2`) }] : []),
  ];
};

/** Refusals of queries. */
const ofQueries = ({ operation: { request }, list }: BoundOperation, http: HttpRule): readonly Refusal[] => {
  if (http.method !== 'GET') return [];
  const inPath = new Set([...http.path.matchAll(VARIABLE)].map(([, name]) => name));
  const parameters = parametersOf(request, '').filter(([name]) => !inPath.has(name));
  const to = (name: string, rule: string, query: string): Refusal => ({
    name,
    rule,
    step: { method: 'GET', path: `${pathTo(http)}?${query}` },
  });
  const has = (name: string): boolean => parameters.some(([each]) => each === name);
  return [
    ...parameters.flatMap((parameter) => ofParameter(http, parameter)),
    ...(list && has('page_size')
      ? [
          to('page_size.negative', 'L3', 'page_size=-1'),
          to('skip.negative', 'L4', 'skip=-1'),
          to('page_token.malformed', 'L11', 'page_token=no-cursor'),
          to('order_by.unknown', 'L17', 'order_by=noSuchField'),
          to('order_by.direction', 'L17', 'order_by=uid%20sideways'),
          to('several', '9.2.6', 'page_size=-1&skip=-1&order_by=noSuchField'),
        ]
      : []),
    ...(has('uidp.children_of')
      ? [to('uidp.unknown', 'L22', 'uidp.children_of={nowhere}'), to('uidp.scalar', '3.6', 'uidp=x')]
      : []),
    ...(has('uidp.descendants_of') ? [to('uidp.below', 'L22', 'uidp.descendants_of={below}')] : []),
    ...(parameters.length > 0 ? [to('bad_escape_in_query', '3.13', `${parameters[0]?.[0]}=%zz`)] : []),
  ];
};

/** The rule about what is missing: v1 answers reads and deletes of it with an empty success. */
const missingRule = ({ edition, http }: Operation): string => {
  if (edition.errorDetails) return '9.7';
  if (http?.method === 'GET') return 'V3';
  return http?.method === 'DELETE' ? 'V4' : 'V5';
};

/** Refusals of an operation. What may do something although it names nothing that exists is sent as nobody only. */
const casesOf = (suite: SuiteName, bound: BoundOperation): readonly Case[] => {
  const { operation } = bound;
  const { http, id, auth } = operation;
  if (!http) return [];
  const actsByItself = auth === 'bearer' || (http.method !== 'GET' && !hasVariable(http));
  const refusals = [
    ...ofCallers(http, auth === 'open'),
    ...(actsByItself ? [] : [...ofMissing(http, missingRule(operation)), ...ofBodies(http), ...ofQueries(bound, http)]),
  ];
  return refusals.map(({ name, rule, step }) => ({
    id: `${suite}/${id}/${name}`,
    suite,
    rule,
    operation: id,
    steps: [step],
  }));
};

/** A POST to a collection may make a root. */
const METHODS = ['PUT', 'PATCH', 'DELETE'] as const;

/** Refusals of methods that the path of an operation does not have. */
const ofMethods = (suite: SuiteName, operations: readonly BoundOperation[]): readonly Case[] => {
  const byPath = new Map<string, Set<string>>();
  const pathOf = (path: string): string => path.replace(VARIABLE, '{}');
  const all = operations.flatMap(({ operation: { http, additionalHttp = [], id } }) =>
    [...(http ? [http] : []), ...additionalHttp].map((rule) => ({ ...rule, id })),
  );
  for (const { path, method } of all) {
    const methods = byPath.get(pathOf(path)) ?? new Set();
    byPath.set(pathOf(path), methods.add(method));
  }
  const seen = new Set<string>();
  return all.flatMap((http): readonly Case[] => {
    const key = pathOf(http.path);
    // A path with a uid may be that of another operation, too.
    if (seen.has(key) || hasVariable(http)) return [];
    seen.add(key);
    const wrong = METHODS.find((method) => !byPath.get(key)?.has(method));
    if (wrong === undefined || http.method !== 'GET') return [];
    const step = { method: wrong, path: pathTo(http) };
    return [{ id: `${suite}/${http.id}/wrong_method`, suite, rule: '2.6', operation: http.id, steps: [step] }];
  });
};

/** Calls that a service must refuse, whoever calls, and that name nothing which exists. */
export const refusalCases = (suite: SuiteName, operations: readonly BoundOperation[]): readonly Case[] => [
  ...operations.flatMap((bound) => casesOf(suite, bound)),
  ...ofMethods(suite, operations),
];

/** The field of a request that has a uid which must be there. */
const uidFieldOf = ({ scope, request }: Operation): string | undefined =>
  scope !== undefined && request.fields.has(scope.split('.')[0] ?? '') ? scope : undefined;

/** A message with a value at a path of names. */
const messageAt = (path: string, value: string): JsonObject =>
  path.split('.').reduceRight<unknown>((held, name) => ({ [name]: held }), value) as JsonObject;

/** The same refusals over gRPC, as far as they can be sent there. */
export const grpcRefusalCases = (operations: readonly BoundOperation[]): readonly Case[] =>
  operations.flatMap(({ operation, list }) => {
    const { id, auth } = operation;
    if (auth === 'bearer') return [];
    const of = (name: string, rule: string, step: Step): Case => ({
      id: `grpc/${id}/${name}`,
      suite: 'grpc',
      rule,
      operation: id,
      steps: [step],
    });
    const uidField = uidFieldOf(operation);
    const to = (word: string): JsonObject => (uidField === undefined ? {} : messageAt(uidField, `{${word}}`));
    const paged = list !== undefined && operation.request.fields.has('pageSize');
    return [
      ...(auth === 'open' ? [] : [of('no_token', '9.8', grpcStep(operation, to('nowhere'), { auth: 'none' }))]),
      of('bad_token', '9.8', grpcStep(operation, to('nowhere'), { auth: { header: 'Bearer not.a.token' } })),
      ...(uidField === undefined
        ? []
        : [
            of('unknown_root', '9.7', grpcStep(operation, to('nowhere'))),
            of('unknown_below', '9.7', grpcStep(operation, to('below'))),
          ]),
      ...(paged
        ? [
            of('page_size.negative', 'L3', grpcStep(operation, { ...to('nowhere'), pageSize: -1 })),
            of('page_token.malformed', 'L11', grpcStep(operation, { ...to('nowhere'), pageToken: 'no-cursor' })),
            of('order_by.unknown', 'L17', grpcStep(operation, { ...to('nowhere'), orderBy: 'noSuchField' })),
          ]
        : []),
    ];
  });
