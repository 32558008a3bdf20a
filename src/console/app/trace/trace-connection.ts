import type { DeliveryLine, FaultWithHits, WorldEvent } from '../../../../generated/nouns.ts';
import { isObject, type JsonObject } from '../../../features/evidence/json-value.ts';
import type { DeclaredOperations } from '../../declared-operations.ts';
import type { RowKind } from '../../row-kind.ts';
import { CallError, type Connection } from '../connection.ts';
import { labelOf, type Row, uidAbove } from '../rows/row.ts';
import { compareTexts, coverageOfTrace } from './coverage-of-trace.ts';
import type { HarLog, HarStep, TraceFile } from './har-log.ts';
import type { RowsAtMoment } from './rows-at.ts';

const rulesIn = ({ answer }: HarStep): readonly FaultWithHits[] =>
  isObject(answer) && Array.isArray(answer.faults)
    ? (answer.faults as readonly unknown[]).flatMap((rule, nth) =>
        isObject(rule) && isObject(rule.match) && isObject(rule.do)
          ? [{ id: String(nth), ...rule } as unknown as FaultWithHits]
          : [],
      )
    : [];

/** All faults that were set in a world of a trace, in the order in which they were, each with the calls that it acted on. */
export const faultsOfTrace = ({ entries, _steps: steps }: HarLog, world: string): readonly FaultWithHits[] => {
  // Each from the step on that has set it until the next one that sets all.
  const set: { readonly fault: FaultWithHits; readonly from: number; until: number }[] = [];
  const own = steps.filter(
    ({ world: of = 'default', target = '', status }) =>
      of === world && status === 200 && /\/_mock\/v1\/(?:faults(?:\/[^/?]+)?|reset)$/.test(target),
  );
  for (const step of own) {
    const place = step._place ?? 0;
    const inForce = set.filter(({ until }) => until === Number.POSITIVE_INFINITY);
    const isAdded = step.method === 'POST' && !step.target?.endsWith('/reset');
    const rules = rulesIn(step);
    for (const each of inForce) {
      const isUnchanged = (isAdded || step.method === 'DELETE') && rules.some(({ id }) => id === each.fault.id);
      if (!isUnchanged) each.until = place;
    }
    const active = new Set(inForce.filter(({ until }) => until > place).map(({ fault }) => fault.id));
    for (const fault of rules.filter(({ id }) => !active.has(id))) {
      set.push({ fault, from: place, until: Number.POSITIVE_INFINITY });
    }
  }
  return set.map(({ fault, from, until }, nth) => {
    const hits = entries.filter(
      ({ pageref = 'default', _place: place = 0, _faults: faults }) =>
        pageref === world &&
        place >= from &&
        place < until &&
        Array.isArray(faults) &&
        faults.some(({ rule }) => rule === fault.id),
    ).length;
    return { ...fault, id: String(nth), hits };
  });
};

/** The parameters of a list that are no filters. */
const PAGING: ReadonlySet<string> = new Set(['order_by', 'page_size', 'skip']);

const refuse = (status: number, message: string): CallError => new CallError(status, { message });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** The test of one parameter of a list. @throws CallError if the rows do not have such a field */
const filterOf = ({ fields }: RowKind, name: string, value: string): ((row: Row) => boolean) => {
  // `/` is above all groups.
  const above = value === '/' ? '' : value;
  if (name === 'uidp.children_of') return ({ uid }) => uidAbove(uid) === above;
  if (name.startsWith('uidp.')) return ({ uid }) => above === '' || uid.startsWith(`${above}/`);
  const wanted = value.toLowerCase();
  if (name === 'name') return (row) => labelOf(row).toLowerCase().includes(wanted);
  if (!fields.includes(name)) throw refuse(400, `A trace has no field ${name} of these rows to look in.`);
  return (row) => textOf(row[name]).toLowerCase().includes(wanted);
};

/** A page of the rows of a kind, by the parameters of the list of the API. */
const listRows = (kind: RowKind, { rows }: RowsAtMoment, query: URLSearchParams): JsonObject => {
  const needed = new URLSearchParams(kind.query ?? '');
  const filters = [...query]
    .filter(([name]) => !PAGING.has(name) && !needed.has(name))
    .map(([name, value]) => filterOf(kind, name, value));
  const found = [...(rows.get(kind.name)?.values() ?? [])].filter((row) => filters.every((matches) => matches(row)));
  const [by, direction] = (query.get('order_by') ?? '').split(' ');
  if (by) {
    const sign = direction === 'desc' ? -1 : 1;
    found.sort(
      (one, other) => sign * (compareTexts(textOf(one[by]), textOf(other[by])) || compareTexts(one.uid, other.uid)),
    );
  }
  const from = Number(query.get('skip') ?? 0);
  const size = Number(query.get('page_size') ?? found.length);
  return { [kind.key]: found.slice(from, from + size), totalCount: String(found.length) };
};

/** Answers a call of the API, as far as the rows of a moment have it. @throws CallError for anything else */
const callApi = (kinds: readonly RowKind[], moment: RowsAtMoment, target: string): JsonObject => {
  const { pathname, searchParams } = new URL(target, 'http://trace');
  const listed = kinds.find(({ path }) => pathname === path);
  if (listed) return listRows(listed, moment, searchParams);
  const kind = kinds.find(({ path }) => pathname.startsWith(`${path}/`));
  const row = kind && moment.rows.get(kind.name)?.get(decodeURIComponent(pathname.slice(kind.path.length + 1)));
  if (!row) throw refuse(404, 'There is no such row at this moment.');
  return row;
};

/** A delivery as lists have it: with its last attempt in place of all. */
const lineOf = ({ world = 'default', delivery }: HarStep): readonly DeliveryLine[] => {
  if (!delivery) return [];
  const { attempts, ...rest } = delivery;
  const { status, error } = attempts.at(-1) ?? {};
  const outcome = { ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
  return [{ ...rest, ...outcome, world, attempts: attempts.length }];
};

/** The events of a trace, the newest first. */
export const eventsOfTrace = ({ _steps: steps }: HarLog): readonly WorldEvent[] =>
  steps.flatMap(({ world = 'default', event }) => (event ? [{ ...event, world }] : [])).toReversed();

/** The answer of the control plane at a path, for a world of a trace at a moment; undefined if a trace does not have it. */
const steerTrace = (
  path: string,
  world: string,
  log: HarLog,
  declared: DeclaredOperations,
  rowsAtMoment: () => RowsAtMoment,
): object | undefined => {
  const [, id = '', of] = /^events\/([^/]+)(\/deliveries)?$/.exec(path) ?? [];
  const wanted = decodeURIComponent(id);
  if (of !== undefined) {
    const own = log._steps.filter((step) => (step.world ?? 'default') === world && step.delivery?.event === wanted);
    return { deliveries: own.map(({ delivery }) => delivery) };
  }
  if (id !== '') return eventsOfTrace(log).find((event) => event.world === world && event.id === wanted);
  if (path.endsWith(':diff')) {
    const changed = [...rowsAtMoment().changed].map(([uid, what]) => ({ uid, what }));
    return {
      added: changed.filter(({ what }) => what === 'new'),
      changed: changed.filter(({ what }) => what !== 'new'),
    };
  }
  switch (path) {
    case 'events':
      return { events: eventsOfTrace(log), cursor: '0', dropped: 0 };
    case 'deliveries':
      return { deliveries: log._steps.flatMap(lineOf) };
    case 'coverage':
      return coverageOfTrace(log, declared, world);
    case 'faults':
      return { faults: faultsOfTrace(log, world) };
    case 'info': {
      // The first group outside of any other: the oldest.
      const roots = [...(rowsAtMoment().rows.get('groups')?.values() ?? [])].filter(({ uid }) => !uid.includes('/'));
      const [first] = roots.sort((one, other) => compareTexts(textOf(one.createTime), textOf(other.createTime)));
      return { orgId: first?.uid ?? '' };
    }
    default:
      return undefined;
  }
};

/** A world of a trace in the place of one of a mock: it answers from the file what that has, and refuses all else. */
export const traceConnection = (
  world: string,
  log: HarLog,
  { kinds, declared }: Pick<TraceFile, 'kinds' | 'declared'>,
  rowsAtMoment: () => RowsAtMoment,
): Connection => {
  const refuseAll = async (): Promise<never> => {
    throw refuse(400, 'A trace is read only.');
  };
  return {
    world,
    steer: async <T>(method: string, path: string) => {
      if (method !== 'GET') return refuseAll();
      const answer = steerTrace(path.replace(/\?.*/, ''), world, log, declared, rowsAtMoment);
      if (!answer) throw refuse(404, 'A trace does not have it.');
      return answer as T;
    },
    steerText: refuseAll,
    follow: refuseAll,
    call: async <T>(_: string, method: string, path: string) =>
      method === 'GET' ? (callApi(kinds, rowsAtMoment(), path) as T) : refuseAll(),
    again: refuseAll,
  };
};
