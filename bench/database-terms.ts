import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { collection, type Row, type Store } from '../src/kernel/rows.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { type Ownership, openOwnership } from '../src/store/postgres/ownership.ts';
import { StoredWorlds } from '../src/store/postgres/stored-worlds.ts';
import type { Term } from '../src/store/postgres/term.ts';
import type { TestPostgres } from '../src/testing/postgres.ts';
import { boundedLine } from './bounds.ts';
import { median, range } from './statistics.ts';

const ROUNDS = 5;
const MOMENT = 1_000;
/** The number of callers that append at once, of their worlds, and the least ratio to commits of one row. */
const APPENDS: readonly { readonly callers: number; readonly worlds: number; readonly least: number }[] = [
  { callers: 1, worlds: 1, least: 0.9 },
  { callers: 16, worlds: 1, least: 6 },
  { callers: 16, worlds: 16, least: 7 },
  { callers: 64, worlds: 64, least: 15 },
];
/** The load: worlds of one state, the rows of the state, the writes of each, and the time limit in milliseconds. */
const LOADS: readonly {
  readonly worlds: number;
  readonly rows: number;
  readonly writes: number;
  readonly most: number;
}[] = [
  { worlds: 1, rows: 10_000, writes: 1_000, most: 300 },
  { worlds: 1, rows: 100_000, writes: 0, most: 2_000 },
  { worlds: 1_000, rows: 100, writes: 10, most: 1_000 },
];

const things = collection<Row & { readonly text: string }>('things');
const LINE = JSON.stringify([['things', { uid: 'x'.repeat(40), name: 'a row', text: 'y'.repeat(300) }]]);

const own = async (url: string): Promise<{ readonly ownership: Ownership; readonly term: Term }> => {
  const ownership = await openOwnership({
    url,
    schema: 'platform_mock',
    peer: async () => '127.0.0.1:1',
    isSilent: async () => false,
    id: randomBytes(6).toString('hex'),
    options: {},
    meta: async () => ({}),
    now: () => performance.now(),
    wall: () => Date.now(),
    random: randomBytes,
    report: (error) => {
      throw error;
    },
    notice: (text) => console.warn(text),
  });
  const { place } = ownership;
  if (place.at !== 'here') throw new Error('another process owns the database');
  return { ownership, term: place.term };
};

/** The rate at which some callers do something, each one call after the other. */
const rateOf = async (callers: number, work: (caller: number) => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (; performance.now() - begun < MOMENT; done += 1) await work(caller);
    }),
  );
  return (done * 1_000) / (performance.now() - begun);
};

/**
 * The least that could append for an owner: the driver alone, on one connection, which inserts what came meanwhile by the
 * next statement while a row says who the owner is. It has no lease, repeats nothing, and does not look at its result.
 */
const leastAppender = async (client: Client): Promise<(world: number, seq: number) => Promise<void>> => {
  await client.query('CREATE TABLE least_owner (term int8 PRIMARY KEY)');
  await client.query('INSERT INTO least_owner VALUES (1)');
  await client.query('CREATE TABLE least_entry (world int8, seq int8, text text, PRIMARY KEY (world, seq))');
  await client.query('SET plan_cache_mode = force_generic_plan');
  const me = 'WITH me AS (SELECT 1 FROM least_owner WHERE term = $1 FOR KEY SHARE)';
  const [one, many] = [
    { name: 'least one', text: `${me} INSERT INTO least_entry SELECT $2::int8, $3::int8, $4::text FROM me` },
    {
      name: 'least many',
      text: `${me} INSERT INTO least_entry SELECT t.* FROM me, unnest($2::int8[], $3::int8[], $4::text[]) t`,
    },
  ];
  let waiting: { readonly world: number; readonly seq: number; readonly done: () => void }[] = [];
  let isBusy = false;
  const work = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const rows = waiting;
      waiting = [];
      const [worlds, seqs, texts] = [rows.map(({ world }) => world), rows.map(({ seq }) => seq), rows.map(() => LINE)];
      if (rows.length === 1) await client.query({ ...one, values: [1, worlds[0], seqs[0], LINE] });
      else await client.query({ ...many, values: [1, worlds, seqs, texts] });
      for (const { done } of rows) done();
    }
    isBusy = false;
  };
  return (world, seq) =>
    new Promise((done) => {
      waiting.push({ world, seq, done });
      void work();
    });
};

/** Compares the appends of a term, which others may have taken, and of the least program with commits of one row. */
export async function* appendLines(postgres: TestPostgres): AsyncGenerator<string> {
  const url = await postgres.makeDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { ownership, term } = await own(url);
  try {
    await client.query('CREATE TABLE bench (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text)');
    const commit = () => client.query({ name: 'commit', text: 'INSERT INTO bench (text) VALUES ($1)', values: [LINE] });
    const least = await leastAppender(client);
    let seq = 0;
    const ratios = APPENDS.map(() => ({ term: [] as number[], least: [] as number[] }));
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [nth, { callers, worlds }] of APPENDS.entries()) {
        const commits = await rateOf(1, commit);
        const appends = await rateOf(callers, (caller) => term.append(String((caller % worlds) + 1), ++seq, LINE));
        const limit = await rateOf(callers, (caller) => least((caller % worlds) + 1, ++seq));
        if (round < 0) continue;
        ratios[nth]?.term.push(appends / commits);
        ratios[nth]?.least.push(limit / commits);
      }
    }
    for (const [nth, { callers, worlds, least }] of APPENDS.entries()) {
      const { term: made = [], least: possible = [] } = ratios[nth] ?? {};
      const text = `appends of ${callers} callers to ${worlds} worlds: ${median(made).toFixed(2)} (${range(made)}) of commits of one row; of the least program: ${median(possible).toFixed(2)} (${range(possible)})`;
      yield boundedLine(text, median(made) >= least, `at least ${least}`);
    }
  } finally {
    ownership.close();
    await client.end();
  }
}

const fill = async (store: Store, rows: number, from: number): Promise<void> => {
  await store.writeInSteps(function* (tx) {
    for (let nth = 0; nth < rows; nth += 1) {
      const uid = `${'a'.repeat(40)}/${(from + nth).toString(16).padStart(16, '0')}`;
      tx.put(things, { uid, text: 'z'.repeat(350) });
    }
    yield;
  });
};

/** Measures how long the worlds of a database are loaded. */
export async function* loadLines(postgres: TestPostgres): AsyncGenerator<string> {
  for (const { worlds, rows, writes, most } of LOADS) {
    const url = await postgres.makeDatabase();
    const first = await own(url);
    const stored = await StoredWorlds.load(first.term, first.ownership.link, console.error);
    const base = new MemoryStore();
    await fill(base, rows, 0);
    for (let nth = 0; nth < worlds; nth += 1) {
      const made = stored.begin(base.fork());
      await made.persist(`w${nth}`, '{}', undefined);
      await Promise.all(Array.from({ length: writes }, (_, write) => fill(made.store, 1, rows + write)));
    }
    stored.drop();
    await first.ownership.release();
    first.ownership.close();
    const second = await own(url);
    const begun = performance.now();
    const loaded = await StoredWorlds.load(second.term, second.ownership.link, console.error);
    const taken = performance.now() - begun;
    if (loaded.loaded.length !== worlds) throw new Error(`${loaded.loaded.length} worlds were loaded`);
    second.ownership.close();
    const text = `load ${worlds} world${worlds === 1 ? '' : 's'} of ${rows} rows and ${writes} writes each: ${taken.toFixed(0)} ms`;
    yield boundedLine(text, taken <= most, `${most} ms`);
  }
}
