import { Client } from 'pg';
import { startPostgres, type TestPostgres } from '../src/testing/postgres.ts';
import { boundedLine } from './bounds.ts';
import { type Gaps, measureGaps } from './database-gaps.ts';
import { appendLines, loadLines } from './database-terms.ts';
import { driveAsleep, httpRequest, WARM_UP } from './load.ts';
import { type Started, startFrom, startMock } from './processes.ts';
import { median, range } from './statistics.ts';
import { type HttpWorkload, workloadsOf } from './workloads.ts';

const ROUNDS = 5;
/** One connection, and as many as a busy client has. */
const FEW = 1;
const MANY = 16;
/** The number of calls of a round, and of commits of a row. */
const GETS = { [FEW]: 6_000, [MANY]: 20_000 };
const CREATES = { [FEW]: 600, [MANY]: 4_000 };
const COMMITS = 1_000;
/** The number of calls before memory is compared. */
const CALLS = 10_000;
const WORLDS = 100;
/** The time limit for making a world, in milliseconds. */
const MAX_WORLD = 5;

const OPEN = ['--control-token', 'off', '--insecure-control', '--drain', '0s'];
const COMMIT = { name: 'commit', text: 'INSERT INTO bench (text) VALUES ($1)' };

/** The share of the least server's rate that a mock must reach, whatever the disk and Postgres of the machine are. */
const OF_LEAST = 0.8;

/** A bound of a run: a rate by another one of the same round, or a time of the processor by another. */
interface Bound {
  readonly of: string;
  readonly by: string;
  readonly least?: number;
  readonly most?: number;
  readonly what?: 'rate' | 'processor';
  /** The connections of the least server that commits, if a disk may be too slow for the bound. */
  readonly disk?: string;
}

const RATIOS: readonly Bound[] = [
  { of: 'gets at the owner, 1 connection', by: 'gets in memory, 1 connection', least: 0.95 },
  { of: 'gets at the owner, 16 connections', by: 'gets in memory, 16 connections', least: 0.95 },
  {
    of: 'creates at the owner, 1 connection',
    by: 'creates in memory, 1 connection',
    least: 0.15,
    disk: '1 connection',
  },
  {
    of: 'creates at the owner, 16 connections',
    by: 'creates in memory, 16 connections',
    least: 0.5,
    disk: '16 connections',
  },
  { of: 'creates at the owner, 1 connection', by: 'commits of one row', least: 0.8 },
  { of: 'creates at the owner, 16 connections', by: 'commits of one row', least: 3 },
  { of: 'gets at another process, 16 connections', by: 'gets at the owner, 16 connections', least: 0.8 },
  { of: 'creates at another process, 16 connections', by: 'creates at the owner, 16 connections', least: 0.8 },
  { of: 'gets at the owner, 16 connections', by: 'gets in memory, 16 connections', most: 1.05, what: 'processor' },
  {
    of: 'creates at the owner, 16 connections',
    by: 'creates in memory, 16 connections',
    most: 1.25,
    what: 'processor',
    disk: '16 connections',
  },
];

/** The ratios of the least servers: no server that stores its writes, or passes connections on, exceeds them. */
const LEAST: readonly Pick<Bound, 'of' | 'by' | 'what'>[] = [
  { of: 'creates of the least with a commit, 1 connection', by: 'creates of the least in memory, 1 connection' },
  { of: 'creates of the least with a commit, 16 connections', by: 'creates of the least in memory, 16 connections' },
  {
    of: 'creates of the least with a commit, 16 connections',
    by: 'creates of the least in memory, 16 connections',
    what: 'processor',
  },
  { of: 'gets through the least that passes bytes on, 16 connections', by: 'gets at the owner, 16 connections' },
];

/** The measures of each round, in turn: a rate a second, and milliseconds of the processor for each call. */
interface Turn {
  readonly name: string;
  readonly run: (round: number) => Promise<{ readonly rate: number; readonly processor: number }>;
}

const commitsOf = (client: Client): Turn => ({
  name: 'commits of one row',
  run: async () => {
    const begun = performance.now();
    for (let left = COMMITS; left > 0; left -= 1) await client.query({ ...COMMIT, values: ['default'] });
    return { rate: (COMMITS * 1_000) / (performance.now() - begun), processor: 0 };
  },
});

/** The calls of a mock at some connections. Postgres has the processor while nobody calls. */
const turnOf = (name: string, mock: Started, workload: HttpWorkload, calls: number, connections: number): Turn => ({
  name: `${name}, ${connections} connection${connections === FEW ? '' : 's'}`,
  run: async (round) => {
    const before = mock.processorTime();
    const { perSecond } = await driveAsleep(mock.port, workload, calls, connections, (round + WARM_UP) * CALLS);
    return { rate: perSecond, processor: (mock.processorTime() - before) / calls };
  },
});

/** Gets and creates over one connection, then both over many. */
const turnsOf = (where: string, mock: Started, [get, , create]: readonly HttpWorkload[]): readonly Turn[] => {
  if (!get || !create) throw new Error('a workload is missing');
  return ([FEW, MANY] as const).flatMap((many) => [
    turnOf(`gets ${where}`, mock, get, GETS[many], many),
    turnOf(
      `creates ${where}`,
      mock,
      { ...create, request: (nth) => create.request(nth + many * 10_000_000) },
      CREATES[many],
      many,
    ),
  ]);
};

/** The creates of a server that commits a row for each, or of one that stores nothing. */
const leastTurnsOf = (where: string, least: Started): readonly Turn[] => {
  const request = httpRequest('POST', '/registry/v2/repos/group', '', '{"name":"bench"}');
  const workload: HttpWorkload = { name: 'create', calls: CREATES[MANY], method: 'POST', request: () => request };
  return ([FEW, MANY] as const).map((many) =>
    turnOf(`creates of the least ${where}`, least, workload, CREATES[many], many),
  );
};

/** The memory of a new mock after its calls. */
const memoryAfterCalls = async (...flags: readonly string[]): Promise<number> => {
  const mock = await startMock(...OPEN, ...flags);
  try {
    const [get, , create] = await workloadsOf(mock);
    for (const workload of [get, create]) {
      if (workload) await driveAsleep(mock.port, workload, CALLS / 2, MANY);
    }
    return mock.memory();
  } finally {
    await mock.stop();
  }
};

/** Compares the memory of an owner and of memory mode after as many calls to each: medians, since it grows in steps. */
async function* memoryLine(postgres: TestPostgres): AsyncGenerator<string> {
  const used: readonly [inMemory: number[], atOwner: number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    used[0].push(await memoryAfterCalls());
    used[1].push(await memoryAfterCalls('--database', await postgres.makeDatabase()));
  }
  const [inMemory, atOwner] = [median(used[0]), median(used[1])];
  const grown = atOwner / inMemory;
  const text = `memory after ${CALLS} calls: ${grown.toFixed(2)} of memory mode (${atOwner.toFixed(0)} MB, ${inMemory.toFixed(0)} MB)`;
  yield boundedLine(text, grown <= 1.1, 'at most 1.1');
}

/** Makes worlds one after another; returns what half of them have taken at most, in milliseconds. */
const makeWorlds = async ({ port, token }: Started): Promise<number> => {
  const request = httpRequest('POST', '/_mock/v1/worlds', token, '{}');
  return (await driveAsleep(port, { name: 'a world', request: () => request }, WORLDS, 1)).p50;
};

type ValuesOf = (name: string, what: 'rate' | 'processor') => readonly number[];

/**
 * The result of the server that only commits a row on this machine, as a ratio to the same base: its rate; or the
 * time of the base with the time that commits cost that server.
 */
const limitOf = ({ by, what = 'rate', disk }: Bound, valuesOf: ValuesOf): number | undefined => {
  if (disk === undefined) return undefined;
  const [base, stored, forgotten] = [
    by,
    `creates of the least with a commit, ${disk}`,
    `creates of the least in memory, ${disk}`,
  ].map((name) => median(valuesOf(name, what)));
  if (base === undefined || stored === undefined || forgotten === undefined) return undefined;
  return what === 'rate' ? stored / base : (base + stored - forgotten) / base;
};

/** A line for a bound. If the least server misses it, the disk is too slow for it, and the bound is the least server's result. */
const ratioLine = (bound: Bound, valuesOf: ValuesOf): string => {
  const { of, by, least, most = 0, what = 'rate' } = bound;
  const ratios = valuesOf(of, what).map((value, nth) => value / (valuesOf(by, what)[nth] ?? value));
  const middle = median(ratios);
  const limit = limitOf(bound, valuesOf);
  const text = `${what === 'rate' ? '' : 'time of the processor, '}${of}: ${middle.toFixed(2)} (${range(ratios)}) of ${by}`;
  const wanted = least === undefined ? `at most ${most}` : `at least ${least}`;
  const isWithin = least === undefined ? middle <= most : middle >= least;
  if (limit === undefined || (least === undefined ? limit <= most : limit * OF_LEAST >= least)) {
    return boundedLine(text, isWithin, wanted);
  }
  const byLimit = least === undefined ? limit / OF_LEAST : limit * OF_LEAST;
  return boundedLine(
    `${text}; the least that commits a row has ${limit.toFixed(2)} here`,
    isWithin || (least === undefined ? middle <= byLimit : middle >= byLimit),
    `${least === undefined ? 'at most' : 'at least'} ${byLimit.toFixed(2)} on this disk, otherwise ${wanted}`,
  );
};

/**
 * The ratio of creates to commits that this machine allows, which no bound takes into account: a create of memory mode
 * with the time that a commit costs the server that does nothing else.
 */
const allowedLine = (connections: string, valuesOf: ValuesOf): string => {
  const secondsOf = (name: string): number => 1 / median(valuesOf(name, 'rate'));
  const [inMemory, stored, forgotten] = [
    'creates in memory',
    'creates of the least with a commit',
    'creates of the least in memory',
  ].map((name) => secondsOf(`${name}, ${connections}`)) as [number, number, number];
  const allowed = secondsOf('commits of one row') / (inMemory + stored - forgotten);
  return `a create in memory, ${connections}, with what a commit costs the least: ${allowed.toFixed(2)} of commits of one row`;
};

const gapLine = (name: string, { longest, middle, failed }: Gaps, most: number): string =>
  boundedLine(
    `${name}: nothing was answered for ${middle.toFixed(0)} ms (median), ${longest.toFixed(0)} ms (most); ${failed} calls broke or were refused`,
    longest <= most,
    `${most} ms`,
  );

async function* callLines(postgres: TestPostgres): AsyncGenerator<string> {
  const url = await postgres.makeDatabase();
  const mocks: Started[] = [];
  const start = async (...flags: readonly string[]): Promise<Started> => {
    const mock = await startMock(...OPEN, ...flags);
    mocks.push(mock);
    return mock;
  };
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE bench (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)');
    const memory = await start();
    const owner = await start('--database', url);
    // A separate pair: an owner that also serves the calls of another process is no measure for `owner`.
    const pair = ['--database', await postgres.makeDatabase(), '--public-url', 'http://localhost'];
    const ownerOfOthers = await start(...pair);
    const front = await start(...pair);
    const stored = await startFrom('bench/least-database-server.ts', { url });
    const forgotten = await startFrom('bench/least-database-server.ts', {});
    const pipe = await startFrom('bench/least-front-server.ts', { port: ownerOfOthers.port });
    mocks.push(stored, forgotten, pipe);
    const workloads = await workloadsOf({ ...front, token: ownerOfOthers.token });
    const places = [
      turnsOf('in memory', memory, await workloadsOf(memory)),
      turnsOf('at the owner', owner, await workloadsOf(owner)),
      turnsOf('at another process', front, workloads),
      // Only gets: its creates would repeat the names of the creates above.
      turnsOf('through the least that passes bytes on', pipe, workloads).map((turn) =>
        turn.name.startsWith('gets') ? turn : undefined,
      ),
    ];
    // Equal calls follow each other at all places, so that other work of the machine affects them alike.
    const turns = [
      ...leastTurnsOf('in memory', forgotten),
      ...leastTurnsOf('with a commit', stored),
      ...[0, 1, 2, 3].flatMap((nth) => places.flatMap((of) => of[nth] ?? [])),
      commitsOf(client),
    ];
    const all = turns.map(({ name, run }) => ({ name, run, rates: [] as number[], times: [] as number[] }));
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      // In the other order each second time, so that none profits from its place.
      for (const { run, rates, times } of round % 2 === 0 ? all : [...all].reverse()) {
        const { rate, processor } = await run(round);
        if (round < 0) continue;
        rates.push(rate);
        times.push(processor);
      }
    }
    const valuesOf: ValuesOf = (name, what) => {
      const turn = all.find((one) => one.name === name);
      if (!turn) throw new Error(`nothing is named ${name}`);
      return what === 'rate' ? turn.rates : turn.times;
    };
    for (const { name, rates } of all) yield `${name}: ${median(rates).toFixed(0)}/s`;
    for (const bound of RATIOS) yield ratioLine(bound, valuesOf);
    for (const connections of ['1 connection', '16 connections']) yield allowedLine(connections, valuesOf);
    for (const { of, by, what = 'rate' } of LEAST) {
      const ratios = valuesOf(of, what).map((value, nth) => value / (valuesOf(by, what)[nth] ?? value));
      const how = what === 'rate' ? '' : 'time of the processor, ';
      yield `${how}${of}: ${median(ratios).toFixed(2)} (${range(ratios)}) of ${by}`;
    }
    const [each, plain] = [await makeWorlds(owner), await makeWorlds(memory)];
    const commit = 1_000 / median(valuesOf('commits of one row', 'rate'));
    const text = `make a world, token included: ${each.toFixed(1)} ms (in memory ${plain.toFixed(1)} ms; a commit of one row ${commit.toFixed(1)} ms)`;
    yield boundedLine(text, each < MAX_WORLD, `${MAX_WORLD} ms`);
  } finally {
    for (const mock of mocks.reverse()) await mock.stop();
    await client.end();
  }
}

/** Compares a mock on a Postgres with one in memory, and with that Postgres, whose settings are its own. */
export async function* databaseReport(): AsyncGenerator<string> {
  const postgres = await startPostgres({ durable: true });
  try {
    yield* callLines(postgres);
    yield* memoryLine(postgres);
    yield* appendLines(postgres);
    yield* loadLines(postgres);
    yield gapLine('the owner is killed', await measureGaps(postgres, 'SIGKILL'), 3_500);
    yield gapLine('the owner is asked to stop', await measureGaps(postgres, 'SIGTERM'), 1_000);
  } finally {
    await postgres.stop();
  }
}
