import { entryOfTraced, type TracedPage } from '../../../features/evidence/traced-call.ts';
import type { BegunWorlds } from '../../begun-worlds.ts';
import type { DeclaredOperations } from '../../declared-operations.ts';
import { CallList } from '../calls/call-list.ts';
import type { CallSource } from '../calls/call-source.ts';
import type { Calls } from '../calls/call-store.ts';
import type { Connection } from '../connection.ts';
import { count, wasOrWere } from '../frame/bits.tsx';
import type { ConsoleContext, Facts } from '../frame/console-context.ts';
import type { Notice } from '../frame/error-words.ts';
import { type KnownWorld, testOf, type WorldBook } from '../frame/world-book.ts';
import type { HarLog, ReadTrace } from './har-log.ts';
import { begunStates, type Moment, type RowsAtMoment, rowsAt } from './rows-at.ts';
import { stepsOfTrace, traceConnection } from './trace-connection.ts';

/** The labels of a world that are texts. */
const labelsOf = ({ _labels: labels = {} }: TracedPage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).filter(([, label]) => typeof label === 'string'));

/** The worlds of a trace, but for those that had neither a test nor a call. None of them goes on. */
const traceWorlds = ({ pages, entries, _began: began }: HarLog): WorldBook => {
  const counts = new Map<string, number>();
  for (const { pageref = 'default' } of entries) counts.set(pageref, (counts.get(pageref) ?? 0) + 1);
  const from = new Map(began.map((each) => [each.world, each.from]));
  const known = pages.map(
    (page): KnownWorld => ({
      ...testOf(page.id, labelsOf(page)),
      isEnded: true,
      from: from.get(page.id) ?? '',
      createTime: page.startedDateTime ?? '',
      journal: counts.get(page.id) ?? 0,
    }),
  );
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

/** The facts of the file beside its trace. */
export interface TraceFile {
  readonly name: string;
  /** The version of the mock that made the page. */
  readonly version: string;
  readonly fields: Facts['fields'];
  readonly kinds: Facts['kinds'];
  /** The rows with which its worlds began. */
  readonly begun: BegunWorlds;
  /** The operations of its profiles with their declared answers. */
  readonly declared: DeclaredOperations;
}

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
const linesOf = ({ log, isCutOff }: ReadTrace, { version }: TraceFile, dropped: number): readonly Notice[] => {
  const written = log.creator?.version ?? 'another program';
  return [
    ...(isCutOff ? [{ text: `This file ends early: ${count(log.entries.length, 'call')} of it can be read.` }] : []),
    ...(written === version
      ? []
      : [
          {
            text: `Written by platform-mock ${written}; this page knows ${version}. What it does not know is shown as it came.`,
          },
        ]),
    ...(dropped > 0
      ? [{ text: `${count(dropped, 'call')} of the run ${wasOrWere(dropped)} dropped to keep its bounds.` }]
      : []),
  ];
};

/** The largest number of moments that are cached. */
const MAX_MOMENTS = 20;

/** A connection to the rows of a world at a moment, with what is known of them. */
export interface TraceConnection extends Connection {
  readonly rowsAtMoment: () => RowsAtMoment;
}

/** Connects to the worlds of a trace, to each of their moments once. */
const connectionsTo = (log: HarLog, { begun, kinds, declared }: TraceFile): TraceView['connectAt'] => {
  const stateOf = begunStates(begun, log);
  const steps = stepsOfTrace(log, declared);
  const bodies = new Map(steps.events.map(({ world = 'default', id, body }) => [`${world} ${id}`, body]));
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
    const connection = { ...traceConnection(world, kinds, steps, rowsAtMoment), rowsAtMoment };
    // Each has rows of its own.
    if (made.size >= MAX_MOMENTS) made.clear();
    made.set(key, connection);
    return connection;
  };
};

/** Makes of a trace what its page shows. */
export const showTrace = (trace: ReadTrace, file: TraceFile): TraceView => {
  const { log } = trace;
  const calls = callsOfTrace(log);
  const facts = {
    url: log._mock?.publicUrl ?? 'http://127.0.0.1:8484',
    version: file.version,
    kinds: file.kinds,
    fields: file.fields,
  };
  return {
    calls,
    worlds: traceWorlds(log),
    facts,
    source: traceSource(log),
    lines: linesOf(trace, file, calls.dropped),
    connectAt: connectionsTo(log, file),
  };
};
