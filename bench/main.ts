import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { againstReport } from './against.ts';
import { linesBeyondBounds } from './bounds.ts';
import { consoleReport } from './console.ts';
import { databaseReport } from './database.ts';
import { documentLines } from './documented.ts';
import { firstCallsReport } from './first-calls.ts';
import { fixtureHold } from './fixture-hold.ts';
import { grpcTable } from './grpc.ts';
import { dataMeasurements, httpMeasurements } from './http.ts';
import { journalReport } from './journal.ts';
import { leastReport } from './least.ts';
import { packageSize } from './package-size.ts';
import { peersReport } from './peers.ts';
import { probeReport } from './probe.ts';
import { type Started, startMock } from './processes.ts';
import { HEAD, keepResults, lastResults, lineOf, type Measurement } from './results.ts';
import { startReport } from './start.ts';
import { tracesReport } from './traces.ts';
import { worldsReport } from './worlds.ts';

/** One part of a run: the lines that it prints. */
type Report = () => AsyncIterable<string>;

// Node reads these certificates at each start, the bare server's too: on some machines they take longer than its code.
delete process.env.NODE_EXTRA_CA_CERTS;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Each table has its own server, so that none is measured with rows that another has written. */
const onLargeMock = (report: (mock: Started) => AsyncIterable<string>, ...flags: readonly string[]): Report =>
  async function* () {
    const mock = await startMock('--fixture', 'large', ...flags);
    try {
      yield* report(mock);
    } finally {
      await mock.stop();
    }
  };

const httpReport = (measurements: (mock: Started) => AsyncIterable<Measurement>) =>
  async function* (mock: Started): AsyncGenerator<string> {
    const last = lastResults();
    const measured: Measurement[] = [];
    yield* HEAD;
    for await (const measurement of measurements(mock)) {
      measured.push(measurement);
      yield lineOf(measurement, last);
    }
    process.stderr.write(`kept in ${keepResults(measured, new Date())}\n`);
  };

/** The workloads with rows in a data file. */
async function* dataReport(): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-mock-bench-'));
  try {
    yield* onLargeMock(httpReport(dataMeasurements), '--data', join(folder, 'state.json'))();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* packageReport(): AsyncGenerator<string> {
  yield* packageSize();
}

async function* holdReport(): AsyncGenerator<string> {
  yield await fixtureHold();
}

/** The parts of a run by the argument that asks for one of them only. */
const REPORTS: ReadonlyMap<string, Report> = new Map([
  ['http', onLargeMock(httpReport(httpMeasurements))],
  ['least', onLargeMock(leastReport)],
  ['data', dataReport],
  ['database', databaseReport],
  ['grpc', onLargeMock(grpcTable)],
  ['start', startReport],
  ['first-calls', firstCallsReport],
  ['package', packageReport],
  ['fixture-hold', holdReport],
  ['worlds', worldsReport],
  ['journal', journalReport],
  ['traces', tracesReport],
  ['console', consoleReport],
  ['probe', probeReport],
]);
/** Writes the printed lines into docs/performance.md, too. */
const WRITE = '--write';
/** Compares this build with the build of another checkout, whose folder is behind it. */
const AGAINST = '--against';

const given = process.argv.slice(2).filter((_, at, all) => all[at - 1] !== AGAINST);
const other = process.argv[process.argv.indexOf(AGAINST) + 1] ?? '';
/** Parts that run only on request: they install tools, or need another checkout. */
const ON_DEMAND: ReadonlyMap<string, Report> = new Map([
  ['--peers', peersReport],
  [AGAINST, () => againstReport(other)],
]);

const asked = given.filter((name) => name !== WRITE);
const all = new Map([...REPORTS, ...ON_DEMAND]);
if (asked.some((name) => !all.has(name)) || (asked.includes(AGAINST) && other === '')) {
  process.stderr.write(`usage: npm run bench [-- [${[...all.keys()].join('|')} <folder>] [${WRITE}]]\n`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : REPORTS.keys()) {
  const lines: string[] = [];
  for await (const line of all.get(name)?.() ?? []) {
    lines.push(line);
    print(line);
  }
  print('');
  if (given.includes(WRITE)) documentLines(name.replace(/^-+/, ''), lines);
}
for (const line of linesBeyondBounds()) process.stderr.write(`beyond its bound: ${line}\n`);
if (linesBeyondBounds().length > 0) process.exitCode = 1;
