import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { bySize } from '../../../scripts/test-size.ts';
import {
  type ListCluster,
  ListConnection,
  type ListProcess,
  type Mutation,
  startCluster,
} from '../../testing/owned-lists/list-cluster.ts';
import { ListJudge } from '../../testing/owned-lists/list-judge.ts';
import { startPostgres, type TestPostgres } from '../../testing/postgres.ts';

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.stop());

const [ONE, TWO] = ['1', '2'] as const;

/** Asks a process, and lets the judge hear the answer; false if there is none, or it is an error. */
const asker =
  (judge: ListJudge) =>
  async (process: ListProcess, list: string, value?: string): Promise<boolean> => {
    const connection = new ListConnection(process.port);
    const floor = judge.floorOf(list);
    const answer = await connection.ask(value === undefined ? { list } : { list, value });
    connection.end();
    if (!answer || !('hash' in answer)) return false;
    judge.note(list, floor, answer.length, answer.hash, value);
    return true;
  };

type Ask = ReturnType<typeof asker>;

/** Waits for the answer of whoever owns the lists. */
const askUntil = (cluster: ListCluster, ask: Ask, process: ListProcess, list: string, value: string): Promise<true> => {
  let tries = 0;
  return cluster.until(async () => {
    tries += 1;
    return (await ask(process, list, `${value}.${tries}`)) || undefined;
  });
};

const ownerOf = (cluster: ListCluster): Promise<ListProcess> => cluster.until(() => cluster.owner);

/** Waits for another owner than that, which may not know yet that it is none any more. */
const nextOwner = (cluster: ListCluster, before: ListProcess): Promise<ListProcess> =>
  cluster.until(() => cluster.processes.find((each) => each !== before && each.place === 'here'));

const delayedAppend = async (cluster: ListCluster, ask: Ask): Promise<void> => {
  const owner = await ownerOf(cluster);
  await ask(owner, ONE, 'first');
  owner.way.hold();
  // It arrives after the end of its term.
  const late = ask(owner, ONE, 'late');
  const next = await nextOwner(cluster, owner);
  await askUntil(cluster, ask, next, TWO, 'second');
  owner.way.open();
  await late;
  await cluster.until(() => owner.place === 'peer');
  await askUntil(cluster, ask, next, ONE, 'third');
};

const readBesideAppend = async (cluster: ListCluster, ask: Ask): Promise<void> => {
  const owner = await ownerOf(cluster);
  await ask(owner, ONE, 'first');
  owner.way.hold();
  const append = ask(owner, ONE, 'held');
  await ask(owner, ONE);
  // The delayed bytes are gone with it.
  owner.way.cut();
  owner.signal('SIGKILL');
  await append;
  const next = await nextOwner(cluster, owner);
  owner.way.open();
  await askUntil(cluster, ask, next, ONE, 'second');
};

const cutOffOwner = async (cluster: ListCluster, ask: Ask): Promise<void> => {
  const owner = await ownerOf(cluster);
  await ask(owner, ONE, 'first');
  owner.way.hold();
  const next = await nextOwner(cluster, owner);
  await askUntil(cluster, ask, next, ONE, 'second');
  await ask(owner, ONE);
  owner.way.open();
};

/** The take of another waits while an append is not committed, and a beat does not. */
const takeBesideAppend = async (cluster: ListCluster, ask: Ask): Promise<void> => {
  const [holder, taker] = [new Client(cluster.url), new Client(cluster.url)];
  const count = async (where: string): Promise<number> =>
    Number((await cluster.postgres.query(cluster.url, `SELECT count(*) AS n FROM ${where}`))[0]?.n);
  try {
    const owner = await ownerOf(cluster);
    await ask(owner, ONE, 'first');
    for (const client of [holder, taker]) await client.connect();
    await holder.query(`
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
      CREATE TRIGGER waits AFTER INSERT ON platform_mock.entry FOR EACH STATEMENT EXECUTE FUNCTION wait();
      SELECT pg_advisory_lock(1)`);
    const append = ask(owner, ONE, 'slow');
    await cluster.until(async () => (await count("pg_locks WHERE locktype = 'advisory' AND NOT granted")) > 0);
    const beats = async (): Promise<number> =>
      Number((await cluster.postgres.query(cluster.url, 'SELECT beat FROM platform_mock.owner'))[0]?.beat);
    const before = await beats();
    await cluster.until(async () => (await beats()) > before);
    let isTaken = false;
    const take = taker
      .query("UPDATE platform_mock.owner SET term = term + 1, peer = '', beat = 0 RETURNING term")
      .then(() => {
        isTaken = true;
      });
    const waits = "pg_stat_activity WHERE query LIKE 'UPDATE%term + 1%' AND wait_event_type = 'Lock'";
    await cluster.until(async () => isTaken || (await count(waits)) > 0);
    const isTooEarly = isTaken;
    await holder.query('SELECT pg_advisory_unlock(1)');
    await Promise.all([append, take]);
    assert.equal(isTooEarly, false, 'the database was taken while an append was not committed');
  } finally {
    await Promise.all([holder.end(), taker.end()]);
  }
};

interface Case {
  readonly what: string;
  readonly mutation: Mutation;
  readonly run: (cluster: ListCluster, ask: Ask) => Promise<void>;
}

const CASES: readonly Case[] = [
  {
    what: 'no statement asks for the term',
    mutation: {
      file: 'term',
      from: 'WITH me AS (SELECT term FROM',
      to: 'WITH me AS (SELECT $1::int8 AS term), unasked AS (SELECT term FROM',
    },
    run: delayedAppend,
  },
  {
    what: 'no read waits for the appends before it',
    mutation: { file: 'term', from: 'this.#stored >= target && ', to: '' },
    run: readBesideAppend,
  },
  {
    what: 'no lease ends',
    mutation: { file: 'term', from: '!this.ended.aborted && this.#lease.isGood', to: '!this.ended.aborted' },
    run: cutOffOwner,
  },
  {
    what: 'no take waits for an append',
    mutation: { file: 'term', from: ' FOR KEY SHARE', to: '' },
    run: takeBesideAppend,
  },
];

/** The faults of some runs: by the judge, by a step that was refused, and by the report of a process. */
const findWrong = async (runs: readonly Case['run'][], mutation?: Mutation): Promise<readonly string[]> => {
  const cluster = await startCluster(postgres, mutation);
  const judge = new ListJudge();
  try {
    for (const run of runs) await run(cluster, asker(judge));
    judge.end(await cluster.readStored());
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error;
    judge.wrong.push(error.message);
  } finally {
    await cluster.stop();
  }
  return [...judge.wrong, ...cluster.words.flatMap(({ report }) => report ?? [])];
};

test('31.2: the checker finds nothing in what each mutation is found by', async () => {
  assert.deepEqual(await findWrong(CASES.map(({ run }) => run)), []);
});

/** The mutations of a run: of those that change only with the checker, all but one are for the whole test only. */
const FOUND = bySize({ small: 1, usual: 1, whole: CASES.length });

for (const { what, mutation, run } of CASES.slice(0, FOUND)) {
  test(`31.2: the checker finds that ${what}, if the source is changed so`, async (t) => {
    const wrong = await findWrong([run], mutation);
    t.diagnostic(wrong.join('; '));
    assert.notDeepEqual(wrong, []);
  });
}
