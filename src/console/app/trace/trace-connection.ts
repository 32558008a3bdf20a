import type { DeliveryLine, FaultWithHits, WorldEvent } from '../../../../generated/nouns.ts';
import { isObject, type JsonObject } from '../../../features/evidence/json-value.ts';
import type { DeclaredOperations } from '../../declared-operations.ts';
import type { RowKind } from '../../row-kind.ts';
import { CallError, type Connection } from '../connection.ts';
import type { CoverageView } from '../coverage/coverage-part.tsx';
import { labelOf, type Row, uidAbove } from '../rows/row.ts';
import { compareTexts, coverageOfTrace } from './coverage-of-trace.ts';
import type { HarLog, HarStep } from './har-log.ts';
import type { RowsAtMoment } from './rows-at.ts';

const isFaults = ({ target = '', status }: HarStep): boolean =>
  status === 200 && /\/_mock\/v1\/(?:faults(?:\/[^/?]+)?|reset)$/.test(target);

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
  const own = steps.filter((step) => (step.world ?? 'default') === world && isFaults(step));
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

const NOT_HELD = 'A trace does not have it.';

/** The parameters of a list that are no filters. */
const PAGING: ReadonlySet<string> = new Set(['order_by', 'page_size', 'skip']);

const refuse = (status: number, message: string): CallError => new CallError(status, { message });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** True for a row below a group, as a parameter of a list has it; `/` is above all groups. */
const isPlaced = ({ uid }: Row, name: string, group: string): boolean => {
  const above = group === '/' ? '' : group;
  if (name === 'uidp.children_of') return uidAbove(uid) === above;
  return above === '' || uid.startsWith(`${above}/`);
};

/** The test of one parameter of a list. @throws CallError if the rows do not have such a field */
const filterOf = ({ fields }: RowKind, name: string, value: string): ((row: Row) => boolean) => {
  if (name.startsWith('uidp.')) return (row) => isPlaced(row, name, value);
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

const callApi = (kinds: readonly RowKind[], moment: RowsAtMoment, target: string): JsonObject => {
  const { pathname, searchParams } = new URL(target, 'http://trace');
  const listed = kinds.find(({ path }) => pathname === path);
  if (listed) return listRows(listed, moment, searchParams);
  const kind = kinds.find(({ path }) => pathname.startsWith(`${path}/`));
  const row = kind && moment.rows.get(kind.name)?.get(decodeURIComponent(pathname.slice(kind.path.length + 1)));
  if (!row) throw refuse(404, 'There is no such row at this moment.');
  return row;
};

/** The first group outside of any other: the oldest. */
const orgIn = ({ rows }: RowsAtMoment): string => {
  const roots = [...(rows.get('groups')?.values() ?? [])].filter(({ uid }) => !uid.includes('/'));
  const [first] = roots.sort((one, other) => compareTexts(textOf(one.createTime), textOf(other.createTime)));
  return first?.uid ?? '';
};

/** A trace beside its rows: events, the newest first, their deliveries, and the faults and coverage of each world. */
export interface TraceSteps {
  readonly faultsOf: (world: string) => readonly FaultWithHits[];
  readonly events: readonly WorldEvent[];
  readonly deliveries: HarLog['_steps'];
  readonly coverageOf: (world: string) => CoverageView;
}

const lineOf = ({ world = 'default', delivery }: HarLog['_steps'][number]): readonly DeliveryLine[] => {
  if (!delivery) return [];
  const { attempts, ...rest } = delivery;
  const { status, error } = attempts.at(-1) ?? {};
  const outcome = { ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
  return [{ ...rest, ...outcome, world, attempts: attempts.length }];
};

/** Finds in a trace what it has beside its rows. */
export const stepsOfTrace = (log: HarLog, declared: DeclaredOperations): TraceSteps => ({
  faultsOf: (world) => faultsOfTrace(log, world),
  events: log._steps.flatMap(({ world = 'default', event }) => (event ? [{ ...event, world }] : [])).toReversed(),
  deliveries: log._steps.filter(({ delivery }) => delivery !== undefined),
  coverageOf: (world) => coverageOfTrace(log, declared, world),
});

/** Answers what the control plane would, as far as a trace has it. @throws CallError for anything else */
const steerTrace = (
  world: string,
  { events, deliveries, faultsOf, coverageOf }: TraceSteps,
  rowsAtMoment: () => RowsAtMoment,
  path: string,
): object => {
  const [asked = ''] = path.split('?');
  const [, id = '', of] = /^events\/([^/]+)(\/deliveries)?$/.exec(asked) ?? [];
  if (asked === 'events') return { events, cursor: '0', dropped: 0 };
  if (asked === 'deliveries') return { deliveries: deliveries.flatMap(lineOf) };
  if (asked === 'coverage') return coverageOf(world);
  if (asked === 'faults') return { faults: faultsOf(world) };
  if (asked === 'info') return { orgId: orgIn(rowsAtMoment()) };
  if (asked.endsWith(':diff')) {
    const changed = [...rowsAtMoment().changed].map(([uid, what]) => ({ uid, what }));
    return {
      added: changed.filter(({ what }) => what === 'new'),
      changed: changed.filter(({ what }) => what !== 'new'),
    };
  }
  const wanted = decodeURIComponent(id);
  if (of !== undefined) {
    const own = deliveries.flatMap((step) =>
      (step.world ?? 'default') === world && step.delivery?.event === wanted ? [step.delivery] : [],
    );
    return { deliveries: own };
  }
  const event = events.find((each) => each.world === world && each.id === wanted);
  if (!event) throw refuse(404, NOT_HELD);
  return event;
};

/** A world of a trace in the place of one of a mock: it answers from the file what that has, and refuses all else. */
export const traceConnection = (
  world: string,
  kinds: readonly RowKind[],
  steps: TraceSteps,
  rowsAtMoment: () => RowsAtMoment,
): Connection => {
  const refuseAll = async (): Promise<never> => {
    throw refuse(400, 'A trace is read only.');
  };
  return {
    world,
    steer: async <T>(method: string, path: string) =>
      method === 'GET' ? (steerTrace(world, steps, rowsAtMoment, path) as T) : refuseAll(),
    steerText: refuseAll,
    follow: refuseAll,
    call: async <T>(_: string, method: string, path: string) =>
      method === 'GET' ? (callApi(kinds, rowsAtMoment(), path) as T) : refuseAll(),
    again: refuseAll,
  };
};
