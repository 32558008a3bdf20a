import type { JsonObject } from '../../json.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { querySpelling } from '../../schema/decode-query.ts';
import type { AnyMessage, FieldType, NamedField } from '../../schema/field-types.ts';
import { groupBy } from '../../schema/group-by.ts';
import type { HttpRule, Operation } from '../../schema/operation.ts';
import { type Case, caseOf, getStep, JSON_HEADERS, type Step, type SuiteName } from './case.ts';
import { grpcStep } from './exchange.ts';

/** The request of an operation, and the rule by which it must be refused. */
type Refusal = readonly [name: string, rule: string, step: Step];

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

/** Refusals of callers: they are the same for every operation. */
const ofCallers = (to: Step, isOpen: boolean): readonly Refusal[] => {
  const rule = isOpen ? '10.10' : '9.8';
  return [
    ...(isOpen ? [] : [['no_token', rule, { ...to, auth: 'none' }] as const]),
    ['other_scheme', rule, { ...to, auth: { header: 'Basic bm9ib2R5Om5vdGhpbmc=' } }],
    ['bad_token', rule, { ...to, auth: { header: 'Bearer not.a.token' } }],
  ];
};

/** Refusals of things that do not exist: at a root that nobody has, and below the group of the caller. */
const ofMissing = (http: HttpRule, to: Step, rule: string): readonly Refusal[] => {
  const isUid = /\{[\w.]+=\*\*\}/.test(http.path) && !http.path.includes('{package');
  if (!isUid) return [];
  return [
    ['unknown_root', rule, to],
    ['unknown_below', rule, { ...to, path: pathTo(http, 'below') }],
    ['no_uid', rule, { ...to, path: pathTo(http, 'malformed') }],
    ['bad_escape', '3.13', { ...to, path: `${to.path}%zz` }],
  ];
};

/** Refusals of bodies that are none of the operation: nothing exists where they would be put. */
const ofBodies = (to: Step): readonly Refusal[] =>
  to.body === undefined
    ? []
    : [
        ['malformed_json', '1.8', { ...to, body: '{"name":' }],
        ['behind_json', '1.8', { ...to, body: '{}{}' }],
        ['list_as_body', '1.7', { ...to, body: [] }],
        ['member_twice', '1.4', { ...to, body: '{"name":"a","name":"b"}' }],
      ];

type WrongValue = readonly [name: string, rule: string, value: string];

/** Values that a query parameter of a type must refuse, with the rule that says so. */
const WRONG_VALUES: Readonly<Partial<Record<FieldType['kind'], readonly WrongValue[]>>> = {
  int32: [
    ['words', '3.7', 'abc'],
    ['fraction', '3.7', '1.5'],
    ['too_large', '3.7', '2147483648'],
    ['empty', '3.7', ''],
  ],
  bool: [['words', '3.8', 'perhaps']],
  enum: [['unknown', '3.9', 'NO_SUCH_VALUE']],
  timestamp: [['words', '3.10', 'yesterday']],
};

/** The parameters of a query, with their types; parameters of its nested messages, too. */
const parametersOf = (of: AnyMessage, before: string, depth = 0): readonly (readonly [string, NamedField])[] =>
  [...of.fields.values()].flatMap((field): readonly (readonly [string, NamedField])[] => {
    const name = `${before}${querySpelling(field)}`;
    const { message } = field.type;
    if (message && !field.type.fromText) return depth > 1 ? [] : parametersOf(message(), `${name}.`, depth + 1);
    return [[name, field]];
  });

/** Queries that a parameter must refuse. */
const ofParameter = ([name, { type }]: readonly [string, NamedField]): readonly WrongValue[] => {
  const { element, kind } = type;
  const wrong = WRONG_VALUES[element?.kind ?? kind] ?? [];
  const isScalar = element === undefined && kind !== 'message';
  return [
    ...wrong.map(([what, rule, value]): WrongValue => [`${name}.${what}`, rule, `${name}=${value}`]),
    ...(isScalar ? [[`${name}.twice`, '3.3', `${name}=1&${name}=2`] as const] : []),
  ];
};

/** Queries that every List with pages must refuse. */
const OF_PAGES: readonly WrongValue[] = [
  ['page_size.negative', 'L3', 'page_size=-1'],
  ['skip.negative', 'L4', 'skip=-1'],
  ['page_token.malformed', 'L11', 'page_token=no-cursor'],
  ['order_by.unknown', 'L17', 'order_by=noSuchField'],
  ['order_by.direction', 'L17', 'order_by=uid%20sideways'],
  ['several', '9.2.6', 'page_size=-1&skip=-1&order_by=noSuchField'],
];

/** Refusals of queries. */
const ofQueries = ({ operation: { request }, list }: BoundOperation, { method, path }: HttpRule, to: Step) => {
  if (method !== 'GET') return [];
  const inPath = new Set([...path.matchAll(VARIABLE)].map(([, name]) => name));
  const parameters = parametersOf(request, '').filter(([name]) => !inPath.has(name));
  const has = (name: string): boolean => parameters.some(([each]) => each === name);
  const queries: readonly WrongValue[] = [
    ...parameters.flatMap(ofParameter),
    ...(list && has('page_size') ? OF_PAGES : []),
    ...(has('uidp.children_of')
      ? [['uidp.unknown', 'L22', 'uidp.children_of={nowhere}'] as const, ['uidp.scalar', '3.6', 'uidp=x'] as const]
      : []),
    ...(has('uidp.descendants_of') ? [['uidp.below', 'L22', 'uidp.descendants_of={below}'] as const] : []),
    ...parameters.slice(0, 1).map(([name]): WrongValue => ['bad_escape_in_query', '3.13', `${name}=%zz`]),
  ];
  return queries.map(([name, rule, query]): Refusal => [name, rule, getStep(`${to.path}?${query}`)]);
};

/** The rule about what is missing: v1 answers reads and deletes of it with an empty success. */
const missingRule = ({ edition, http }: Operation): string => {
  if (edition.errorDetails) return '9.7';
  if (http?.method === 'GET') return 'V3';
  return http?.method === 'DELETE' ? 'V4' : 'V5';
};

/** Refusals of an operation. One that could act although it names nothing that exists is sent as nobody only. */
const casesOf = (suite: SuiteName, bound: BoundOperation): readonly Case[] => {
  const { operation } = bound;
  const { http, id, auth } = operation;
  if (!http) return [];
  const actsByItself = auth === 'bearer' || (http.method !== 'GET' && !hasVariable(http));
  const to = {
    method: http.method,
    path: pathTo(http),
    ...(http.body !== undefined && { body: {}, headers: JSON_HEADERS }),
  };
  const refusals = [
    ...ofCallers(to, auth === 'open'),
    ...(actsByItself
      ? []
      : [...ofMissing(http, to, missingRule(operation)), ...ofBodies(to), ...ofQueries(bound, http, to)]),
  ];
  return refusals.map((refusal) => caseOf([suite, id], ...refusal));
};

/** A POST to a collection may make a root. */
const METHODS = ['PUT', 'PATCH', 'DELETE'] as const;

/** Refusals of methods that the path of an operation does not have. */
const ofMethods = (suite: SuiteName, operations: readonly BoundOperation[]): readonly Case[] => {
  const rules = operations.flatMap(({ operation: { http, additionalHttp = [], id } }) =>
    [...(http ? [http] : []), ...additionalHttp].map(({ path, method }) => ({ path, method, id })),
  );
  // A path with a uid may be the path of another operation, too.
  const byPath = groupBy(
    rules.filter((rule) => !hasVariable(rule)),
    ({ path }) => path,
  );
  return [...byPath].flatMap(([path, rulesOfPath]): readonly Case[] => {
    const [{ method: first, id }] = rulesOfPath;
    const wrong = METHODS.find((wanted) => !rulesOfPath.some(({ method }) => method === wanted));
    if (wrong === undefined || first !== 'GET') return [];
    return [caseOf([suite, id], 'wrong_method', '2.6', { method: wrong, path })];
  });
};

/** Calls that a service must refuse, whoever calls, and that name nothing which exists. */
export const refusalCases = (suite: SuiteName, operations: readonly BoundOperation[]): readonly Case[] => [
  ...operations.flatMap((bound) => casesOf(suite, bound)),
  ...ofMethods(suite, operations),
];

/** The refusals over gRPC, as far as they can be sent there. */
export const grpcRefusalCases = (operations: readonly BoundOperation[]): readonly Case[] =>
  operations.flatMap(({ operation, list }) => {
    const { id, auth, request, scope } = operation;
    if (auth === 'bearer') return [];
    // The field of a request that has a uid which must be there.
    const uidField = request.fields.has(scope?.split('.')[0] ?? '') ? scope : undefined;
    const to = (word: string, body: JsonObject = {}): Step => {
      const path = uidField?.split('.') ?? [];
      const at = path.reduceRight<JsonObject | string>((inner, name) => ({ [name]: inner }), `{${word}}`);
      return grpcStep(operation, { ...(typeof at === 'object' && at), ...body });
    };
    const refusals: readonly Refusal[] = [
      ...(auth === 'open' ? [] : [['no_token', '9.8', { ...to('nowhere'), auth: 'none' }] as const]),
      ['bad_token', '9.8', { ...to('nowhere'), auth: { header: 'Bearer not.a.token' } }],
      ...(uidField === undefined
        ? []
        : [['unknown_root', '9.7', to('nowhere')] as const, ['unknown_below', '9.7', to('below')] as const]),
      ...(list !== undefined && request.fields.has('pageSize')
        ? [
            ['page_size.negative', 'L3', to('nowhere', { pageSize: -1 })] as const,
            ['page_token.malformed', 'L11', to('nowhere', { pageToken: 'no-cursor' })] as const,
            ['order_by.unknown', 'L17', to('nowhere', { orderBy: 'noSuchField' })] as const,
          ]
        : []),
    ];
    return refusals.map((refusal) => caseOf(['grpc', id], ...refusal));
  });
