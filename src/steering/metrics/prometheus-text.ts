import { Counter, Gauge, Registry } from 'prom-client';
import type { DatabaseUse } from '../../store/shared/shared-database.ts';
import type { CallCounts } from './call-counts.ts';
import { type Described, plain, type Sample } from './described-metric.ts';
import { aboutProcess } from './process-samples.ts';
import { TimeHistogram } from './time-histogram.ts';

/** What is counted of a mock. */
export interface Counted {
  /** The version of the mock. */
  readonly version: string;
  readonly calls: Pick<CallCounts, 'read' | 'open'>;
  /** How many worlds the process has in memory, `default` among them: all that there are unless others are kept. */
  readonly worlds: () => number;
  /** The deliveries that have ended, by how they have. */
  readonly deliveries: () => Readonly<Record<string, number>>;
  /** The bytes that the journals of all worlds hold. */
  readonly journalBytes: () => number;
  /** The control calls that were answered, by their operations. */
  readonly controlCalls: () => Readonly<Record<string, number>>;
  /** About how many bytes the worlds take that can be let go, and how many were; undefined where all are in memory. */
  readonly worldMemory?: () => { readonly bytes: number; readonly forgotten: number } | undefined;
  /** Reads what is said of the database; missing: there is none. */
  readonly readUse?: (() => Promise<DatabaseUse>) | undefined;
}

/** The text of all metrics, with its media type. */
export interface MetricsText {
  readonly type: string;
  readonly read: () => Promise<string>;
}

const byLabel = (label: string, counts: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(counts).map(([value, count]) => [{ [label]: value }, count]);

const callSamples = (calls: Counted['calls']): readonly Sample[] =>
  calls
    .read()
    .flatMap(({ operation, protocol, answers }) =>
      answers.map(({ status, code, count }): Sample => [{ operation, protocol, status, code }, count]),
    );

const aboutMock = ({
  version,
  calls,
  worlds,
  deliveries,
  journalBytes,
  controlCalls,
}: Counted): readonly Described[] => [
  {
    name: 'platform_mock_info',
    help: 'The version of the mock, as a label.',
    labels: ['version'],
    isGauge: true,
    read: () => [[{ version }, 1]],
  },
  {
    name: 'platform_mock_calls_total',
    help: 'Calls of the API that have ended, in all worlds.',
    labels: ['operation', 'protocol', 'status', 'code'],
    read: () => callSamples(calls),
  },
  {
    name: 'platform_mock_calls_open',
    help: 'Calls of the API that have begun and not ended.',
    labels: ['protocol'],
    isGauge: true,
    read: () => byLabel('protocol', calls.open),
  },
  {
    name: 'platform_mock_control_calls_total',
    help: 'Calls of the control plane that were answered.',
    labels: ['operation'],
    read: () => byLabel('operation', controlCalls()),
  },
  {
    name: 'platform_mock_worlds',
    help: 'Worlds that there are, the world default among them.',
    isGauge: true,
    read: () => plain(worlds()),
  },
  {
    name: 'platform_mock_deliveries_total',
    help: 'Deliveries of events that have ended.',
    labels: ['outcome'],
    read: () => byLabel('outcome', deliveries()),
  },
  {
    name: 'platform_mock_journal_bytes',
    help: 'Bytes that the journals of all worlds hold.',
    isGauge: true,
    read: () => plain(journalBytes()),
  },
];

const register = ({ name, help, labels = [], isGauge, read }: Described, registry: Registry): void => {
  const described = { name, help, labelNames: labels, registers: [registry] };
  // What was counted is read when it is asked for.
  if (isGauge) {
    new Gauge({
      ...described,
      collect() {
        this.reset();
        for (const [of, value] of read()) this.set(of, value);
      },
    });
    return;
  }
  new Counter({
    ...described,
    collect() {
      this.reset();
      for (const [of, value] of read()) this.inc(of, value);
    },
  });
};

/** What is said of the database, where there is one. */
const aboutDatabase = (
  use: () => DatabaseUse | undefined,
  { worlds: inMemory, worldMemory = () => undefined }: Counted,
): readonly Described[] => {
  const samplesOf = (read: (known: DatabaseUse) => readonly Sample[]) => (): readonly Sample[] => {
    const known = use();
    return known ? read(known) : [];
  };
  return [
    {
      name: 'platform_mock_database_up',
      help: 'Whether the database answers: 1 or 0.',
      isGauge: true,
      read: samplesOf(({ isUp }) => plain(isUp ? 1 : 0)),
    },
    {
      name: 'platform_mock_database_worlds_in_memory',
      help: 'Worlds that this process has in memory, the world default among them.',
      isGauge: true,
      read: () => plain(inMemory()),
    },
    {
      name: 'platform_mock_database_worlds_bytes',
      help: 'Bytes that these worlds take, about, the world default left out.',
      isGauge: true,
      read: () => plain(worldMemory()?.bytes ?? 0),
    },
    {
      name: 'platform_mock_database_worlds_forgotten_total',
      help: 'How many times this process has let go of a world, to read it again with its next call.',
      read: () => plain(worldMemory()?.forgotten ?? 0),
    },
    {
      name: 'platform_mock_database_entries_behind',
      help: 'Writes in the database that the worlds of this process do not have yet: they are read with the next call.',
      isGauge: true,
      read: samplesOf(({ behind }) => plain(behind)),
    },
    {
      name: 'platform_mock_database_connections',
      help: 'Connections to the database, by whether they are in use.',
      labels: ['state'],
      isGauge: true,
      read: samplesOf(({ pool: { used, idle } }) => byLabel('state', { used, idle })),
    },
    {
      name: 'platform_mock_database_connections_max',
      help: 'Connections to the database that there may be.',
      isGauge: true,
      read: samplesOf(({ pool: { max } }) => plain(max)),
    },
    {
      name: 'platform_mock_database_waiting',
      help: 'Statements that wait for a connection to the database.',
      isGauge: true,
      read: samplesOf(({ pool: { waiting } }) => plain(waiting)),
    },
  ];
};

/** The metrics of a mock in the text format of Prometheus, in a registry of their own. */
export const metricsText = (counted: Counted): MetricsText => {
  const registry = new Registry();
  let use: DatabaseUse | undefined;
  const worlds = (): number => use?.worlds ?? counted.worlds();
  for (const described of aboutMock({ ...counted, worlds })) register(described, registry);
  const help = 'How long calls of the API took, from their first byte to the answer.';
  registry.registerMetric(new TimeHistogram('platform_mock_call_duration_seconds', help, counted.calls));
  for (const described of aboutProcess) register(described, registry);
  const { readUse } = counted;
  if (!readUse) return { type: registry.contentType, read: () => registry.metrics() };
  for (const described of aboutDatabase(() => use, counted)) register(described, registry);
  const read = async (): Promise<string> => {
    use = await readUse();
    return registry.metrics();
  };
  return { type: registry.contentType, read };
};
