import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeExecutable } from '../scripts/executable.ts';
import { type Begun, runToEnd, startAndAsk, startMock } from './processes.ts';
import { median, range } from './statistics.ts';

const ROUNDS = 9;
const LARGE_ROUNDS = 3;
const SERVE = ['serve', '--port', '0', '--json'] as const;
const PACKAGE = [process.execPath, 'dist/main.cjs', ...SERVE] as const;
const PATH = '/registry/v2/repos?page_size=1';

const MANY = 1_000_000;
const PAGE_SIZE = 200;
/** The number of requests for pages of a large state. */
const ASKED = 50;

const of = (begun: readonly Begun[], figure: keyof Begun): readonly number[] => begun.map((each) => each[figure]);

/** A figure of the bare server, and the figures of the package and the executable with the ratio to it in each round. */
const rowOf = (what: string, unit: string, bare: readonly number[], ...mocks: (readonly number[])[]): string => {
  const figure = (values: readonly number[]): string => `${median(values).toFixed(0)} ${unit}`;
  const cells = mocks.flatMap((mock) => {
    const ratios = mock.map((value, at) => value / (bare[at] as number));
    return [figure(mock), median(ratios).toFixed(2), range(ratios)];
  });
  return `| ${[what, figure(bare), ...cells].join(' | ')} |`;
};

/** Starts of the bare server and of the mock in turns, so that a change of the machine's speed affects all. */
async function* besideBare(): AsyncGenerator<string> {
  const executable = makeExecutable('dist');
  const [floor, bare, mock, alone]: [number[], Begun[], Begun[], Begun[]] = [[], [], [], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const empty = await runToEnd('-e', '0');
    const begun = [
      await startAndAsk(PATH, process.execPath, 'bench/bare-start.cjs'),
      await startAndAsk(PATH, ...PACKAGE),
      await startAndAsk(PATH, executable, ...SERVE),
    ] as const;
    // The first round reads the files from the disk.
    if (round < 0) continue;
    floor.push(empty);
    for (const [at, all] of [bare, mock, alone].entries()) all.push(begun[at] as Begun);
  }
  const row = (what: string, unit: string, figure: keyof Begun): string =>
    rowOf(what, unit, of(bare, figure), of(mock, figure), of(alone, figure));
  yield '| start | bare server | mock | ratio | range | executable | ratio | range |';
  yield '|---|---|---|---|---|---|---|---|';
  yield row('to the line of `--json`', 'ms', 'line');
  yield row('to the first answer', 'ms', 'answer');
  yield row('processor time to the first answer', 'ms', 'processorTime');
  yield row('memory by then', 'MB', 'memory');
  yield '';
  yield `a Node that runs nothing ends after ${median(floor).toFixed(0)} ms`;
}

async function* large(): AsyncGenerator<string> {
  const begun: Begun[] = [];
  for (let round = 0; round < LARGE_ROUNDS; round += 1)
    begun.push(await startAndAsk(PATH, ...PACKAGE, '--fixture', 'large'));
  const [line, time, memory] = (['line', 'processorTime', 'memory'] as const).map((figure) =>
    median(of(begun, figure)),
  );
  yield `100,000 repos: ready after ${line?.toFixed(0)} ms, ${time?.toFixed(0)} ms of processor time, ${memory?.toFixed(0)} MB`;
}

/** Milliseconds that pages of a million rows take, from the beginning of the list and from its end. */
const pageCosts = async (url: string, token: string): Promise<readonly number[]> => {
  const costs: number[] = [];
  for (const skip of [0, MANY - PAGE_SIZE]) {
    const path = `/registry/v2/repos?page_size=${PAGE_SIZE}&skip=${skip}`;
    const taken: number[] = [];
    for (let nth = 0; nth < ASKED; nth += 1) {
      const begun = performance.now();
      const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      taken.push(performance.now() - begun);
    }
    costs.push(median(taken));
  }
  return costs;
};

const million = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'million.yaml');
  try {
    const repos = `      repos: { count: ${MANY}, seed: 7 }`;
    writeFileSync(file, `groups:\n  - name: million.example.com\n    generate:\n${repos}\n`);
    const begun = performance.now();
    const mock = await startMock('--fixture', file);
    const ready = performance.now() - begun;
    try {
      const [memory, time] = [mock.memory(), mock.processorTime()];
      const [first = 0, last = 0] = await pageCosts(`http://127.0.0.1:${mock.port}`, mock.token);
      const pages = `a page of ${PAGE_SIZE} from the beginning ${first.toFixed(1)} ms, from the end ${last.toFixed(1)} ms`;
      return `1,000,000 repos: ready after ${ready.toFixed(0)} ms, ${time.toFixed(0)} ms of processor time, ${memory.toFixed(0)} MB; ${pages}`;
    } finally {
      await mock.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const atRest = async (): Promise<string> => {
  const mock = await startMock('--fixture', 'empty');
  try {
    return `memory at rest, without rows: ${mock.memory().toFixed(0)} MB`;
  } finally {
    await mock.stop();
  }
};

/** Measures a start beside the start of a bare server, and with many rows. */
export async function* startReport(): AsyncGenerator<string> {
  yield* besideBare();
  yield await atRest();
  yield* large();
  yield await million();
}
