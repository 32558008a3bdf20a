import { Client } from 'pg';
import { startPostgres } from '../src/testing/postgres.ts';
import { boundedLine } from './bounds.ts';
import { driveAsleep, httpRequest, WARM_UP } from './load.ts';
import { type Started, startMock } from './processes.ts';
import { median, range } from './statistics.ts';
import { type HttpWorkload, workloadsOf } from './workloads.ts';

const ROUNDS = 5;
const CONNECTIONS = 16;
/** How many reads and commits a round of Postgres itself has. */
const READS = 20_000;
const COMMITS = 1_000;
/** How many worlds a round makes. */
const WORLDS = 100;
/** The rate of gets by that of reads of a head, and of creates by that of commits of one row, at least. */
const MIN_GETS = 0.6;
const MIN_GETS_WITH_JOURNAL = 0.35;
const MIN_CREATES = 1;
/** How long the making of a world may take, in milliseconds. */
const MAX_WORLD = 5;

const OPEN = ['--control-token', 'off', '--insecure-control', '--drain', '0s'];
/** A read and a commit, each parsed once by a connection. */
const HEAD = { name: 'head', text: 'SELECT line, head, tag FROM platform_mock.world WHERE id = $1' };
const COMMIT = { name: 'commit', text: 'INSERT INTO bench (text) VALUES ($1)' };

/** Statements a second on some connections, one at a time on each. */
const runStatements = async (clients: readonly Client[], statement: typeof HEAD, many: number): Promise<number> => {
  let left = many;
  const begun = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (; left > 0; left -= 1) await client.query({ ...statement, values: ['default'] });
    }),
  );
  return (many * 1_000) / (performance.now() - begun);
};

/** What is measured in each round, in turn. */
interface Turn {
  readonly name: string;
  readonly run: (round: number) => Promise<number>;
}

const connectMany = (url: string, many: number): Promise<readonly Client[]> =>
  Promise.all(
    Array.from({ length: many }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );

const turnOf = (name: string, mock: Started, workload: HttpWorkload): Turn => ({
  name,
  // Postgres needs a processor, too.
  run: async (round) =>
    (await driveAsleep(mock.port, workload, workload.calls, CONNECTIONS, (round + WARM_UP) * workload.calls)).perSecond,
});

/** Makes worlds one after another; returns what half of them have taken at most, in milliseconds. */
const makeWorlds = async ({ port, token }: Started, many: number): Promise<number> => {
  const request = httpRequest('POST', '/_mock/v1/worlds', token, '{}');
  return (await driveAsleep(port, { name: 'a world', request: () => request }, many, 1)).p50;
};

/** Compares a mock on a Postgres with that Postgres, whose settings are its own: rounds of both in turn. */
export async function* databaseReport(): AsyncGenerator<string> {
  const postgres = await startPostgres({ durable: true });
  const [url, other] = [await postgres.makeDatabase(), await postgres.makeDatabase()];
  const mocks: Started[] = [];
  const clients = [...(await connectMany(url, CONNECTIONS))];
  const [one] = clients as [Client, ...Client[]];
  try {
    const [plain, kept] = [
      await startMock('--database', url, ...OPEN, '--journal', 'off'),
      await startMock('--database', other, ...OPEN),
    ];
    mocks.push(plain, kept);
    await one.query('CREATE TABLE bench (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)');
    const [get] = await workloadsOf(plain);
    const [keptGet, , create] = await workloadsOf(kept);
    if (!get || !keptGet || !create) throw new Error('a workload is missing');
    const turns: readonly Turn[] = [
      { name: 'heads', run: () => runStatements(clients, HEAD, READS) },
      turnOf('gets', plain, { ...get, calls: READS }),
      turnOf('gets with journal', kept, { ...keptGet, calls: READS }),
      { name: 'commits', run: () => runStatements([one], COMMIT, COMMITS) },
      turnOf('creates', kept, create),
    ];
    await makeWorlds(kept, WARM_UP * WORLDS);
    const each = await makeWorlds(kept, WORLDS);
    const rates = new Map<string, number[]>(turns.map(({ name }) => [name, []]));
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const { name, run } of turns) {
        const rate = await run(round);
        if (round >= 0) rates.get(name)?.push(rate);
      }
    }
    const of = (name: string): readonly number[] => rates.get(name) ?? [];
    yield `reads of a head at ${CONNECTIONS} connections: ${median(of('heads')).toFixed(0)}/s; commits of one row at one: ${median(of('commits')).toFixed(0)}/s`;
    const lineOf = (name: string, floor: string, least: number): string => {
      const ratios = of(name).map((rate, nth) => rate / (of(floor)[nth] ?? rate));
      const text = `${name}: ${median(of(name)).toFixed(0)}/s, ${median(ratios).toFixed(2)} (${range(ratios)}) of the ${floor}`;
      return boundedLine(text, median(ratios) >= least, `at least ${least}`);
    };
    yield lineOf('gets', 'heads', MIN_GETS);
    yield lineOf('gets with journal', 'heads', MIN_GETS_WITH_JOURNAL);
    yield lineOf('creates', 'commits', MIN_CREATES);
    yield boundedLine(`make a world, token included: ${each.toFixed(1)} ms`, each < MAX_WORLD, `${MAX_WORLD} ms`);
  } finally {
    for (const mock of mocks) await mock.stop();
    for (const client of clients) await client.end();
    await postgres.stop();
  }
}
