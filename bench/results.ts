import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The measurements of one workload, against a bare server. */
export interface Measurement {
  readonly name: string;
  /** The size of an answer. */
  readonly bytes: number;
  /** The processor time of the bare server for a call, divided by the mock's: the median of the rounds. */
  readonly timeRatio: number;
  readonly timeRange: string;
  /** Microseconds of processor time of the mock, and of the bare server, for a call. */
  readonly each: number;
  readonly bareEach: number;
  /** The calls per second of the mock, divided by the bare server's. */
  readonly callRatio: number;
  readonly callRange: string;
  readonly perSecond: number;
  readonly p99: number;
}

const FOLDER = join(import.meta.dirname, 'results');

/** The last measurement of each name; none before the first run. */
export const lastResults = (): ReadonlyMap<string, Measurement> => {
  mkdirSync(FOLDER, { recursive: true });
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const all = files.sort().flatMap((name) => {
    const { measurements } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as {
      readonly measurements: readonly Measurement[];
    };
    return measurements;
  });
  return new Map(all.map((each) => [each.name, each]));
};

/** Writes the measurements of a run for comparison with the next run; returns the path of the file. */
export const keepResults = (measurements: readonly Measurement[], time: Date): string => {
  const file = join(FOLDER, `${time.toISOString().replaceAll(':', '')}.json`);
  const { version, arch, platform } = process;
  writeFileSync(file, `${JSON.stringify({ time, node: version, platform, arch, measurements }, null, 2)}\n`);
  return file;
};

/** The head of the table of measurements. */
export const HEAD = [
  '| call | answer | ratio by processor time | range | µs a call | bare | ratio by calls/s | range | calls/s | p99 ms | last run |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
] as const;

/** A measurement as a line of the table, with the ratio of the last run. */
export const lineOf = (measured: Measurement, last: ReadonlyMap<string, Measurement>): string => {
  const before = last.get(measured.name);
  const cells = [
    measured.name,
    `${measured.bytes} B`,
    measured.timeRatio.toFixed(2),
    measured.timeRange,
    measured.each.toFixed(0),
    measured.bareEach.toFixed(0),
    measured.callRatio.toFixed(2),
    measured.callRange,
    Math.round(measured.perSecond).toLocaleString('en'),
    measured.p99.toFixed(2),
    before ? before.timeRatio.toFixed(2) : '–',
  ];
  return `| ${cells.join(' | ')} |`;
};
