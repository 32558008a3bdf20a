import type { Api } from './api.ts';
import { apart, exchange } from './http.ts';

/** One value of a metric, with its labels. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric as its text describes it. */
export interface Metric {
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]?Inf|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

const labelsIn = (text: string): Readonly<Record<string, string>> => {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '' || name in labels) throw new Error(`these are no labels: ${text}`);
    labels[name] = value;
  }
  return labels;
};

/** The names that samples of a metric may have. */
const namesOf = (name: string, type: string): readonly string[] =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name];

/** Reads the text format 0.0.4 of Prometheus: each metric with one HELP, then one TYPE, then its samples. @throws Error */
export const metricsIn = (text: string): ReadonlyMap<string, Metric> => {
  if (!text.endsWith('\n')) throw new Error('the text does not end with a line');
  const metrics = new Map<string, { help: string; type: string; samples: Sample[] }>();
  let current = '';
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, mark, of = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    const known = metrics.get(mark === undefined ? current : of);
    if (mark === 'HELP') {
      if (known) throw new Error(`described twice: ${of}`);
      metrics.set(of, { help: rest, type: '', samples: [] });
      current = of;
    } else if (mark === 'TYPE') {
      if (known?.type !== '' || of !== current) throw new Error(`not where a type is: ${line}`);
      known.type = rest;
    } else {
      const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
      if (!known || !namesOf(current, known.type).includes(name))
        throw new Error(`not a sample of ${current}: ${line}`);
      known.samples.push({ name, labels: labelsIn(labels), value: Number(value?.replace('Inf', 'Infinity')) });
    }
  }
  return metrics;
};

/** Reads the metrics of a process: on a connection of its own, since one that began with another call is passed on. */
export const ownMetrics = async ({ connection }: Api): Promise<ReadonlyMap<string, Metric>> => {
  const { bytes } = await exchange(apart, connection.baseUrl, { method: 'GET', target: '/_mock/v1/metrics' });
  return metricsIn(bytes.toString());
};

/** The metrics of a server about its database: a value for each name without its prefix, with its labels. */
export const databaseMetrics = async (api: Api): Promise<Readonly<Record<string, number>>> => {
  const prefix = 'platform_mock_database_';
  const metrics = await ownMetrics(api);
  const samples = [...metrics.values()].flatMap((metric) =>
    metric.samples.filter(({ name }) => name.startsWith(prefix)),
  );
  return Object.fromEntries(
    samples.map(({ name, labels, value }) => [[name.slice(prefix.length), ...Object.values(labels)].join(' '), value]),
  );
};
