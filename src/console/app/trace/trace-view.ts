import { entryOfTraced } from '../../../features/evidence/traced-call.ts';
import { CallList } from '../calls/call-list.ts';
import type { CallSource } from '../calls/call-source.ts';
import type { Calls } from '../calls/call-store.ts';
import type { Connection } from '../connection.ts';
import { count, wasOrWere } from '../frame/bits.tsx';
import type { ConsoleContext, Facts } from '../frame/console-context.ts';
import type { Notice } from '../frame/error-words.ts';
import { type KnownWorld, testOf, type WorldBook } from '../frame/world-book.ts';
import type { HarLog, ReadTrace, TraceFile } from './har-log.ts';
import { begunStates, type Moment, type RowsAtMoment, rowsAt } from './rows-at.ts';
import { eventsOfTrace, traceConnection } from './trace-connection.ts';

/** The worlds of a trace that had a test or a call. None of them goes on. */
const traceWorlds = ({ pages, entries, _began: began }: HarLog): WorldBook => {
  const counts = new Map<string, number>();
  for (const { pageref = 'default' } of entries) counts.set(pageref, (counts.get(pageref) ?? 0) + 1);
  const from = new Map(began.map((each) => [each.world, each.from]));
  const known = pages.map(({ id, startedDateTime: createTime = '', _labels = {} }): KnownWorld => {
    const labels = Object.entries(_labels).filter(([, label]) => typeof label === 'string');
    const facts = { isEnded: true, from: from.get(id) ?? '', createTime, journal: counts.get(id) ?? 0 };
    return { ...testOf(id, Object.fromEntries(labels)), ...facts };
  });
  const all = known.filter(({ isTest, journal }) => isTest || journal > 0);
  const byId = new Map(all.map((world) => [world.id, world]));
  return {
    all,
    get: (id) => byId.get(id),
    holds: (id, { world }) => world === id,
    isMissing: () => false,
  };
};

/** Reads calls from a trace, which has each of them whole. */
const traceSource = ({ entries, _steps: steps }: HarLog): CallSource => ({
  entry: async ({ entry }) => entry,
  check: async ({ number }) => entries[number - 1]?._why,
  events: async ({ world, entry }) => {
    const wanted = entry.events ?? [];
    const own = steps.filter((step) => step.world === world);
    return own.flatMap(({ event }) => {
      if (!event || !wanted.includes(event.id)) return [];
      const deliveries = own.flatMap(({ delivery }) => (delivery?.event === event.id ? [delivery] : []));
      return [{ event, deliveries }];
    });
  },
});

/** The page's view of a trace, made from its log once. */
export interface TraceView {
  readonly calls: Calls;
  readonly worlds: WorldBook;
  readonly facts: Facts;
  readonly source: ConsoleContext['source'];
  readonly lines: readonly Notice[];
  /** A world as it was at a moment, or at its end. */
  readonly connectAt: (world: string, moment?: Moment) => TraceConnection;
}

/** The calls of a trace, which do not change. */
const callsOfTrace = (log: HarLog): Calls => {
  const list = new CallList();
  list.take(log.entries.map(entryOfTraced));
  return {
    list,
    following: { state: 'live' },
    isPaused: false,
    dropped: log._cut.reduce((sum, { calls = 0 }) => sum + calls, 0),
    isLoadingOlder: false,
    waitingIn: () => 0,
    watch: () => () => undefined,
    pause: () => undefined,
  };
};

/** The notices about a trace as a whole. */
const noticesOf = ({ log, isCutOff }: ReadTrace, { version }: TraceFile, dropped: number): readonly Notice[] => {
  const written = log.creator?.version ?? 'another program';
  const texts = [
    isCutOff && `This file ends early: ${count(log.entries.length, 'call')} of it can be read.`,
    written !== version &&
      `Written by platform-mock ${written}; this page knows ${version}. What it does not know is shown as it came.`,
    dropped > 0 && `${count(dropped, 'call')} of the run ${wasOrWere(dropped)} dropped to keep its bounds.`,
  ];
  return texts.flatMap((text) => (text === false ? [] : [{ text }]));
};

/** The largest number of moments that are cached. */
const MAX_MOMENTS = 20;

/** A connection to the rows of a world at a moment, with what is known of them. */
export interface TraceConnection extends Connection {
  readonly rowsAtMoment: () => RowsAtMoment;
}

/** Connects to the worlds of a trace, to each of their moments once. */
const connectionsTo = (log: HarLog, file: TraceFile): TraceView['connectAt'] => {
  const stateOf = begunStates(file.begun, log);
  const bodies = new Map(eventsOfTrace(log).map(({ world = 'default', id, body }) => [`${world} ${id}`, body]));
  const made = new Map<string, TraceConnection>();
  return (world, moment) => {
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

/** Makes of a trace what its page shows. */
export const showTrace = (trace: ReadTrace, file: TraceFile): TraceView => {
  const { log } = trace;
  const { version, kinds, fields } = file;
  const calls = callsOfTrace(log);
  return {
    calls,
    worlds: traceWorlds(log),
    facts: { url: log._mock?.publicUrl ?? 'http://127.0.0.1:8484', version, kinds, fields },
    source: traceSource(log),
    lines: noticesOf(trace, file, calls.dropped),
    connectAt: connectionsTo(log, file),
  };
};
