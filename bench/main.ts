import { consoleReport } from './console.ts';
import { fixtureHold } from './fixture-hold.ts';
import { grpcTable } from './grpc.ts';
import { httpMeasurements } from './http.ts';
import { journalReport } from './journal.ts';
import { type Started, startMock } from './processes.ts';
import { HEAD, keepResults, lastResults, lineOf, type Measurement } from './results.ts';
import { startReport } from './start.ts';
import { worldsReport } from './worlds.ts';

/** Each table has its own server, so that none is measured with rows that another has written. */
const onLargeMock = async (use: (mock: Started) => Promise<void>): Promise<void> => {
  const mock = await startMock('--fixture', 'large');
  try {
    await use(mock);
  } finally {
    await mock.stop();
  }
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const httpReport = async (): Promise<void> => {
  await onLargeMock(async (mock) => {
    const last = lastResults();
    const measured: Measurement[] = [];
    for (const line of HEAD) print(line);
    for await (const measurement of httpMeasurements(mock)) {
      measured.push(measurement);
      print(lineOf(measurement, last));
    }
    print(`\nkept in ${keepResults(measured, new Date())}\n`);
  });
};

const grpcReport = (): Promise<void> =>
  onLargeMock(async (mock) => {
    for await (const line of grpcTable(mock)) print(line);
    print('');
  });

const printAll = async (lines: AsyncIterable<string>): Promise<void> => {
  for await (const line of lines) print(line);
  print('');
};

/** The parts of a run by the argument that asks for one of them only. */
const REPORTS: ReadonlyMap<string, () => Promise<void>> = new Map([
  ['http', httpReport],
  ['grpc', grpcReport],
  ['start', () => printAll(startReport())],
  ['fixture-hold', async () => print(await fixtureHold())],
  ['worlds', () => printAll(worldsReport())],
  ['journal', () => printAll(journalReport())],
  ['console', () => printAll(consoleReport())],
]);

const [asked] = process.argv.slice(2);
if (asked !== undefined && !REPORTS.has(asked)) {
  process.stderr.write(`usage: npm run bench [-- ${[...REPORTS.keys()].join('|')}]\n`);
  process.exit(2);
}
for (const [name, report] of REPORTS) if (asked === undefined || asked === name) await report();
