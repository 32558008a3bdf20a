import type { JsonObject } from '../../json.ts';
import { type Collection, fieldOf, type Row } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { snake } from '../../schema/message.ts';
import { type Case, caseOf, getStep, type Step } from './case.ts';
import { grpcStep } from './exchange.ts';

/** A List of which both sides have the same rows. */
export interface KnownList {
  readonly bound: BoundOperation;
  readonly rows: readonly Row[];
}

/** The maximum number of rows of a List that are looked at one by one. */
const MAX_SAMPLES = 3;
/** The maximum number of pages of a List that are walked. */
const MAX_PAGES = 4;

const textOf = (row: Row | undefined, name: string): string => {
  const value = row && fieldOf(row, name);
  return typeof value === 'string' ? value : '';
};

/** The word for a row of a kind, from 1. */
const wordOf = ({ resource }: BoundOperation, nth: number, what = ''): string =>
  `${resource.singular}${nth + 1}${what}`;

/** Values of the first rows of each List, by the words for them. */
export const wordsOfRows = (lists: readonly KnownList[]): readonly (readonly [string, string])[] =>
  lists.flatMap(({ bound, rows }) =>
    rows.slice(0, MAX_SAMPLES).flatMap((row, nth): readonly (readonly [string, string])[] => [
      [wordOf(bound, nth), row.uid],
      [wordOf(bound, nth, 'Name'), encodeURIComponent(textOf(row, 'name'))],
      [wordOf(bound, nth, 'Parent'), row.uid.slice(0, row.uid.lastIndexOf('/'))],
    ]),
  );

/** A way to ask a List, with the rule that it is a case of. */
type Asked = readonly [name: string, rule: string, query: string];

const WHERE = 'uidp.descendants_of={group}';

/** The ways to ask a List of any resource. */
const ofEvery = ({ list, resource }: BoundOperation, rows: readonly Row[]): readonly Asked[] => [
  ['default', 'L1', ''],
  ['size_1', 'L8', 'page_size=1'],
  ['size_0', 'L1', 'page_size=0'],
  ['size_above', 'L2', 'page_size=1000'],
  ['skip_1', 'L7', 'skip=1'],
  ['skip_beyond', 'L5', `skip=${rows.length + 100}`],
  ['camel_case', '3.1', 'pageSize=2'],
  ['unknown_parameter', '3.2', 'noSuchParameter=1'],
  ['empty_filter', '3.12', 'page_token='],
  // An order by what no answer has cannot be the same for rows that were read.
  ...(list?.sortable ?? [])
    .filter((field) => resource.message.fields.has(field))
    .flatMap((field): readonly Asked[] => [
      [`order_${field}`, 'L16', `order_by=${snake(field)}`],
      [`order_${field}_desc`, 'L19', `order_by=${field}%20desc`],
      [`order_${field}_skip`, 'L16', `order_by=${field}&skip=1&page_size=2`],
    ]),
  ...(list?.sortable.includes('name') ? [['order_two', 'L16', 'order_by=name,uid%20desc'] as const] : []),
];

/** Lists by the place of a row, and by its name. */
const ofSamples = (bound: BoundOperation, rows: readonly Row[], isRoot: boolean): readonly Asked[] =>
  rows.slice(0, MAX_SAMPLES).flatMap((row, nth): readonly Asked[] => [
    [`children_${nth + 1}`, '4.2', `uidp.children_of={${wordOf(bound, nth, 'Parent')}}`],
    [`ids_${nth + 1}`, '4.2', `uidp.ids={${wordOf(bound, nth)}}`],
    // Only of a root is known what lies above it.
    ...(isRoot ? [[`ancestors_${nth + 1}`, '4.2', `uidp.ancestors_of={${wordOf(bound, nth)}}`] as const] : []),
    ...(bound.list?.filters.name && textOf(row, 'name') !== ''
      ? [[`name_${nth + 1}`, '3.1', `name={${wordOf(bound, nth, 'Name')}}&${WHERE}`] as const]
      : []),
  ]);

/** Pages of a List, each from the cursor of the one before it. */
const walk = (path: string, pages: number): readonly Step[] =>
  Array.from({ length: pages }, (_, nth) => ({
    ...getStep(`${path}${nth === 0 ? '' : '&page_token={cursor}'}`),
    ...(nth < pages - 1 && { capture: { cursor: 'nextPageToken' } }),
  }));

/** The first page of a List, and then another by its cursor. */
const withCursor = (path: string, query: string): readonly Step[] => [
  { ...getStep(`${path}&page_size=1`), capture: { cursor: 'nextPageToken' } },
  getStep(`${path}&page_size=1&${query}&page_token={cursor}`),
];

/** The operation of v2 that gets or lists the rows of a collection. */
export const findOperation = (
  operations: readonly BoundOperation[],
  wanted: 'get' | 'list',
  { name }: Collection,
): BoundOperation | undefined =>
  operations.find(
    ({ verb, resource, operation }) => verb === wanted && resource.name === name && operation.edition.name === 'v2',
  );

const casesOf = (
  { bound, rows }: KnownList,
  operations: readonly BoundOperation[],
  isRoot: boolean,
): readonly Case[] => {
  const { id, http } = bound.operation;
  const path = http?.path ?? '';
  const whole = `${path}?${WHERE}`;
  const asked = [
    ...ofEvery(bound, rows).map(([name, rule, query]) => [name, rule, `${WHERE}${query && `&${query}`}`] as const),
    ...ofSamples(bound, rows, isRoot),
  ];
  const size = Math.max(1, Math.ceil(rows.length / MAX_PAGES));
  const pages = Math.ceil(rows.length / size);
  const sorted = bound.list?.sortable.includes('name') ? '&order_by=name' : '';
  const walks: readonly (readonly [name: string, rule: string, steps: readonly Step[]])[] = [
    ['walk', 'L10', walk(`${whole}&page_size=${size}`, pages)],
    ['walk_sorted', 'L10', walk(`${whole}&page_size=${size}${sorted}`, pages)],
    ['cursor_other_order', 'L13', withCursor(whole, 'order_by=uid%20desc')],
    ['cursor_with_skip', 'L6', withCursor(whole, 'skip=1')],
  ];
  const get = findOperation(operations, 'get', bound.resource);
  const gets = rows.slice(0, get ? MAX_SAMPLES : 0).flatMap((_, nth) => {
    const row = `${path}/{${wordOf(bound, nth)}}`;
    const of = ['read', get?.operation.id ?? ''] as const;
    return [
      caseOf(of, `row_${nth + 1}`, '1.1', getStep(row)),
      caseOf(of, `row_${nth + 1}_v2beta1`, '2.9', getStep(row.replace('/v2/', '/v2beta1/'))),
    ];
  });
  return [
    ...asked.map(([name, rule, query]) => caseOf(['read', id], name, rule, getStep(`${path}?${query}`))),
    ...(pages > 1 ? walks : []).map(([name, rule, steps]) => caseOf(['read', id], name, rule, ...steps)),
    ...gets,
  ];
};

/** The path of a page of a List with a cursor behind it. */
export const pathToCursor = ({ bound }: KnownList): string => `${bound.operation.http?.path}?${WHERE}&page_size=1`;

/** A cursor older than three days begins again: `{oldCursor}` is such a cursor of the target, and empty for the mock. */
export const expiredCursorCase = (list: KnownList): Case => {
  const { id } = list.bound.operation;
  return caseOf(['read', id], 'expired_cursor', 'L14', getStep(`${pathToCursor(list)}&page_token={oldCursor}`));
};

export const readCases = (
  lists: readonly KnownList[],
  operations: readonly BoundOperation[],
  isRoot: boolean,
): readonly Case[] => lists.flatMap((list) => casesOf(list, operations, isRoot));

/** Lists of v1 whose answers have more than rows of v2. */
const ONLY_IN_V1: ReadonlyMap<string, string> = new Map([
  ['v1.Registry.ListEolTags', 'v2 does not say when a tag ends, so that no mock can have the same'],
]);

/** The Lists in v1. */
export const readCasesOfV1 = (lists: readonly KnownList[], operations: readonly BoundOperation[]): readonly Case[] =>
  operations.flatMap(({ operation: { id, http, request }, wraps }) => {
    const known = lists.find(({ bound }) => bound.operation.id === wraps?.operation.id);
    if (!known || !http || http.path.includes('{')) return [];
    const cannot = ONLY_IN_V1.get(id);
    // Some have a filter by one group only.
    const where = request.fields.has('group') && !request.fields.has('uidp') ? 'group={group}' : WHERE;
    const of = (name: string, rule: string, query: string): Case => ({
      ...caseOf(['v1', id], name, rule, getStep(`${http.path}?${where}${query}`)),
      ...(cannot !== undefined && { cannot }),
    });
    const rows = known.rows.slice(0, MAX_SAMPLES);
    return [
      of('list', 'V8', ''),
      ...rows.map((_, nth) => of(`row_${nth + 1}`, 'V2', `&id={${wordOf(known.bound, nth)}}`)),
    ];
  });

/** The Lists over gRPC: each in a few ways, and its first rows. */
export const grpcReadCases = (lists: readonly KnownList[], operations: readonly BoundOperation[]): readonly Case[] =>
  lists.flatMap(({ bound, rows }) => {
    const { operation, list } = bound;
    const of = (name: string, rule: string, query: JsonObject = {}): Case =>
      caseOf(['grpc', operation.id], name, rule, grpcStep(operation, { uidp: { descendantsOf: '{group}' }, ...query }));
    const get = findOperation(operations, 'get', bound.resource)?.operation;
    return [
      of('default', '1.13'),
      of('skip', 'L7', { skip: 1, pageSize: 2 }),
      of('sorted', 'L16', { orderBy: `${list?.sortable[0]} desc` }),
      ...rows.slice(0, MAX_SAMPLES).flatMap((_, nth) => {
        const uid = `{${wordOf(bound, nth)}}`;
        return get ? [caseOf(['grpc', get.id], `row_${nth + 1}`, '1.13', grpcStep(get, { uid }))] : [];
      }),
    ];
  });
