import type { DeliveryLine, FaultWithHits, WorldEvent } from '../../../../generated/nouns.ts';
import { entryOfTraced } from '../../../features/evidence/traced-call.ts';
import { isObject, type JsonObject } from '../../../json.ts';
import type { RowKind } from '../../row-kind.ts';
import type { Call } from '../calls/call.ts';
import { CallStore } from '../calls/call-store.ts';
import { CallError, type Connection } from '../connection.ts';
import type { Notice } from '../frame/outcome.tsx';
import { count, wasOrWere } from '../frame/text.ts';
import { type KnownWorld, NO_WORLDS, testOf, type WorldBook } from '../frame/world-book.ts';
import { labelOf, type Row, uidAbove } from '../rows/row.ts';
import { compareTexts, coverageOfTrace } from './coverage-of-trace.ts';
import { type HarLog, type HarStep, objectsIn, type ReadTrace, type TraceFile } from './har-log.ts';
import { initialStates, type Moment, type RowsAtMoment, rowsAt } from './rows-at.ts';

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
    const rules = objectsIn(isObject(step.answer) ? step.answer.faults : undefined)
      .filter((rule) => isObject(rule.match) && isObject(rule.do))
      .map((rule, nth) => ({ id: String(nth), ...rule }) as unknown as FaultWithHits);
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

/** An answer that a trace gives in place of what it does not have. */
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
const eventsOfTrace = ({ _steps: steps }: HarLog): readonly WorldEvent[] =>
  steps.flatMap(({ world = 'default', event }) => (event ? [{ ...event, world }] : [])).toReversed();

/** A world of a trace in the place of one of a mock: it answers from the file what that has, and refuses all else. */
const traceConnection = (
  world: string,
  log: HarLog,
  { kinds, declared }: Pick<TraceFile, 'kinds' | 'declared'>,
  rowsAtMoment: () => RowsAtMoment,
): Connection => {
  const refuseAll = (): Promise<never> => Promise.reject(refuse(400, 'A trace is read only.'));
  /** The answers of the control plane, by their paths. */
  const answers: Readonly<Record<string, () => object>> = {
    events: () => ({ events: eventsOfTrace(log), cursor: '0', dropped: 0 }),
    deliveries: () => ({ deliveries: log._steps.flatMap(lineOf) }),
    coverage: () => coverageOfTrace(log, declared, world),
    faults: () => ({ faults: faultsOfTrace(log, world) }),
    info: () => {
      // The first group outside of any other: the oldest.
      const roots = [...(rowsAtMoment().rows.get('groups')?.values() ?? [])].filter(({ uid }) => !uid.includes('/'));
      const [first] = roots.sort((one, other) => compareTexts(textOf(one.createTime), textOf(other.createTime)));
      return { orgId: first?.uid ?? '' };
    },
  };
  const answerAt = (path: string): object | undefined => {
    const [, id = '', of] = /^events\/([^/]+)(\/deliveries)?$/.exec(path) ?? [];
    const wanted = decodeURIComponent(id);
    if (of !== undefined) {
      const own = log._steps.filter((step) => (step.world ?? 'default') === world && step.delivery?.event === wanted);
      return { deliveries: own.map(({ delivery }) => delivery) };
    }
    if (id !== '') return eventsOfTrace(log).find((event) => event.world === world && event.id === wanted);
    const [, call] = /^journal\/(.*):explain$/.exec(path) ?? [];
    if (call !== undefined)
      return log.entries.find(
        ({ pageref = 'default', _id }, nth) => pageref === world && (_id ?? String(nth + 1)) === call,
      )?._why;
    if (!path.endsWith(':diff')) return Object.hasOwn(answers, path) ? answers[path]?.() : undefined;
    const changes = [...rowsAtMoment().changed];
    const rowsWith = (change: string) => changes.flatMap(([uid, each]) => (each === change ? [{ uid }] : []));
    return { added: rowsWith('new'), changed: rowsWith('changed') };
  };
  return {
    world,
    steer: async <T>(method: string, path: string) => {
      if (method !== 'GET') return refuseAll();
      const answer = answerAt(path.replace(/\?.*/, ''));
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

/** The worlds of a trace that had a test or a call. None of them goes on. */
const traceWorlds = ({ pages, _began: began }: HarLog, calls: readonly Call[]): WorldBook => {
  const callsOf = new Map<string, Call[]>(pages.map(({ id }) => [id, []]));
  for (const call of calls) callsOf.get(call.world)?.push(call);
  const from = new Map(began.map((each) => [each.world, each.from]));
  const known = pages.map(({ id, startedDateTime: createTime = '', _labels = {} }): KnownWorld => {
    const labels = Object.entries(_labels).filter(([, label]) => typeof label === 'string');
    const own = callsOf.get(id) ?? [];
    const { result } = _labels;
    const course = own.some(({ failed, faulted }) => failed && !faulted) ? 'faltered' : 'smooth';
    return {
      ...testOf(id, Object.fromEntries(labels)),
      standing: result === 'failed' || result === 'passed' ? result : course,
      isEnded: true,
      from: from.get(id) ?? '',
      createTime,
      journal: own.length,
    };
  });
  const all = known.filter(({ isTest, journal }) => isTest || journal > 0);
  const byId = new Map(all.map((world) => [world.id, world]));
  return { ...NO_WORLDS, all, get: (id) => byId.get(id) };
};

/** The largest number of moments that are cached. */
const MAX_MOMENTS = 20;

/** A connection to the rows of a world at a moment, with what is known of them. */
export interface TraceConnection extends Connection {
  readonly rowsAtMoment: () => RowsAtMoment;
}

/** Connects to the worlds of a trace, to each of their moments once. */
const connectionsTo = (log: HarLog, file: TraceFile) => {
  const stateOf = initialStates(file.begun, log);
  const bodies = new Map(eventsOfTrace(log).map(({ world = 'default', id, body }) => [`${world} ${id}`, body]));
  const made = new Map<string, TraceConnection>();
  return (world: string, moment?: Moment): TraceConnection => {
    const key = JSON.stringify([world, moment]);
    const known = made.get(key);
    if (known) return known;
    let rows: RowsAtMoment | undefined;
    const rowsAtMoment = (): RowsAtMoment => {
      rows ??= rowsAt(log, world, stateOf(world), (event) => bodies.get(`${world} ${event}`), moment);
      return rows;
    };
    const connection = { ...traceConnection(world, log, file, rowsAtMoment), rowsAtMoment };
    // Each has rows of its own.
    if (made.size >= MAX_MOMENTS) made.clear();
    made.set(key, connection);
    return connection;
  };
};

/** The state of the page of a trace; `connectAt` connects to a world as it was at a moment, or at its end. */
export const showTrace = ({ log, isCutOff }: ReadTrace, file: TraceFile) => {
  const { version, kinds, fields } = file;
  const written = log.creator?.version ?? 'another program';
  const dropped = log._cut.reduce((sum, { calls = 0 }) => sum + calls, 0);
  const connectAt = connectionsTo(log, file);
  // They do not change.
  const calls = new CallStore(connectAt('default'));
  calls.list.take(log.entries.map(entryOfTraced));
  calls.following = { state: 'live' };
  calls.dropped = dropped;
  calls.isLoadingOlder = false;
  const notices = [
    isCutOff && `This file ends early: ${count(log.entries.length, 'call')} of it can be read.`,
    written !== version &&
      `Written by platform-mock ${written}; this page knows ${version}. Members that it does not know are listed as they came.`,
    dropped > 0 && `${count(dropped, 'call')} of the run ${wasOrWere(dropped)} dropped to keep its bounds.`,
  ];
  return {
    calls,
    worlds: traceWorlds(log, calls.list.all),
    facts: { url: log._mock?.publicUrl ?? 'http://127.0.0.1:8484', version, kinds, fields },
    /** The messages about it as a whole. */
    notices: notices.flatMap((text): readonly Notice[] => (text === false ? [] : [{ text }])),
    connectAt,
  };
};

export type TraceView = ReturnType<typeof showTrace>;
