import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type CallCounts, TIME_BOUNDS } from './call-counts.ts';
import { aboutProcess, type Described, type Sample } from './process-samples.ts';

/** A histogram of the times of calls, with the counts of `CallCounts`. */
class TimeHistogram extends Histogram<'operation' | 'protocol'> {
  readonly #name: string;
  readonly #help: string;
  readonly #calls: Pick<CallCounts, 'read'>;

  constructor(name: string, help: string, calls: Pick<CallCounts, 'read'>) {
    super({ name, help, labelNames: ['operation', 'protocol'], registers: [] });
    this.#name = name;
    this.#help = help;
    this.#calls = calls;
  }

  /** A histogram as a registry writes it: the library has no way to set its counts. */
  async getForPromString() {
    const name = this.#name;
    const values = this.#calls.read().flatMap(({ operation, protocol, seconds, within }) => {
      const labels = { operation, protocol };
      const buckets = within.map((value, nth) => {
        const le = TIME_BOUNDS[nth] ?? '+Inf';
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value };
      });
      const sum = { metricName: `${name}_sum`, labels, value: seconds };
      return [...buckets, sum, { metricName: `${name}_count`, labels, value: within.at(-1) ?? 0 }];
    });
    return { name, help: this.#help, type: 'histogram', values };
  }
}

/** The figures of the database that stores the worlds, and of this process among those that share it. */
export interface DatabaseUse {
  /** True if the database answered last. */
  readonly isUp: boolean;
  /** True for the process that owns the worlds. */
  readonly isOwner: boolean;
  /** The number of the ownership that is known. */
  readonly term: number;
  /** The number of changes of the owner that this process has seen. */
  readonly changes: number;
  /** The number of writes that wait to be stored. */
  readonly waiting: number;
  /** The number of connections that this process passes on. */
  readonly spliced: number;
}

/** The counts of a mock. */
export interface Counted {
  /** The version of the mock. */
  readonly version: string;
  readonly calls: Pick<CallCounts, 'read' | 'open'>;
  /** The number of worlds, `default` among them. */
  readonly worlds: () => number;
  /** The deliveries that have ended, by how they have. */
  readonly deliveries: () => Readonly<Record<string, number>>;
  /** The bytes that the journals of all worlds hold. */
  readonly journalBytes: () => number;
  /** The control calls that were answered, by their operations. */
  readonly controlCalls: () => Readonly<Record<string, number>>;
  /** The figures of the database; missing if there is none. */
  readonly use?: (() => DatabaseUse) | undefined;
}

/** The text of all metrics, with its media type. */
export interface MetricsText {
  readonly type: string;
  readonly read: () => Promise<string>;
}

const byLabel = (label: string, counts: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(counts).map(([value, count]) => [{ [label]: value }, count]);

const aboutMock = ({
  version,
  calls,
  worlds,
  deliveries,
  journalBytes,
  controlCalls,
}: Counted): readonly Described[] => [
  ['gauge', 'platform_mock_info', 'The version of the mock, as a label.', () => [[{ version }, 1]], ['version']],
  [
    'counter',
    'platform_mock_calls_total',
    'Calls of the API that have ended, in all worlds.',
    () =>
      calls
        .read()
        .flatMap(({ operation, protocol, answers }) =>
          answers.map(({ status, code, count }): Sample => [{ operation, protocol, status, code }, count]),
        ),
    ['operation', 'protocol', 'status', 'code'],
  ],
  [
    'gauge',
    'platform_mock_calls_open',
    'Calls of the API that have begun and not ended.',
    () => byLabel('protocol', calls.open),
    ['protocol'],
  ],
  [
    'counter',
    'platform_mock_control_calls_total',
    'Calls of the control plane that were answered.',
    () => byLabel('operation', controlCalls()),
    ['operation'],
  ],
  ['gauge', 'platform_mock_worlds', 'Worlds that there are, the world default among them.', worlds],
  [
    'counter',
    'platform_mock_deliveries_total',
    'Deliveries of events that have ended.',
    () => byLabel('outcome', deliveries()),
    ['outcome'],
  ],
  ['gauge', 'platform_mock_journal_bytes', 'Bytes that the journals of all worlds hold.', journalBytes],
];

/** The figures of the database. */
const aboutDatabase = (use: () => DatabaseUse): readonly Described[] => [
  ['gauge', 'platform_mock_database_up', 'Whether the database answers: 1 or 0.', () => Number(use().isUp)],
  [
    'gauge',
    'platform_mock_database_owner',
    'Whether this process owns the worlds: 1 or 0.',
    () => Number(use().isOwner),
  ],
  [
    'gauge',
    'platform_mock_database_term',
    'The number of the present ownership, as far as this process knows it.',
    () => use().term,
  ],
  [
    'counter',
    'platform_mock_database_owner_changes_total',
    'Changes of the owner that this process has seen.',
    () => use().changes,
  ],
  ['gauge', 'platform_mock_database_writes_waiting', 'Writes that wait to be stored.', () => use().waiting],
  [
    'gauge',
    'platform_mock_database_spliced_connections',
    'Connections that this process passes on to the owner.',
    () => use().spliced,
  ],
];

const register = ([kind, name, help, read, labelNames = []]: Described, registry: Registry): void => {
  const samples = (): readonly Sample[] => {
    const found = read();
    return typeof found === 'number' ? [[{}, found]] : found;
  };
  const Metric = kind === 'gauge' ? Gauge : Counter;
  new Metric({
    name,
    help,
    labelNames,
    registers: [registry],
    // The counts are read when the metrics are asked for.
    collect(this: Gauge | Counter) {
      this.reset();
      for (const [of, value] of samples()) this.inc(of, value);
    },
  });
};

/** The metrics of a mock in the text format of Prometheus, in a registry of their own. */
export const metricsText = (counted: Counted): MetricsText => {
  const registry = new Registry();
  for (const described of aboutMock(counted)) register(described, registry);
  const help = 'How long calls of the API took, from their first byte to the answer.';
  registry.registerMetric(new TimeHistogram('platform_mock_call_duration_seconds', help, counted.calls));
  for (const described of aboutProcess) register(described, registry);
  if (counted.use) for (const described of aboutDatabase(counted.use)) register(described, registry);
  return { type: registry.contentType, read: () => registry.metrics() };
};
