import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { test as withDatabase } from '../support/database.ts';
import { checkHistory } from '../support/history.ts';
import { readLog } from '../support/history-log.ts';
import { isExecutable } from '../support/own-server.ts';
import type { OwnPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { makeSlowWay } from '../support/slow-way.ts';
import { expect } from '../support/test.ts';
import { CALLERS, DrivenHistory, type Random } from './driven-history.ts';
import { buildPlaced, PlacedReplica } from './placed-replicas.ts';

const REPLICAS = 3;
const WORLDS = ['default', 'one', 'two'];
/** The flags of the second replica: it reads a world anew for each call that comes alone (behaviour 31.16). */
const FORGETFUL = ['--world-memory', '1B'];
/** How many calls are allowed at each event, and of how many of them the event may come after. */
const CALLS = 150;
const BEFORE = 100;

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_126);

/** One part in so many of what goes to the database and comes from it is held so long: what others do overtakes it. */
const HELD_PART = 12;
const HELD_MILLIS = 30;

const test = withDatabase.extend<
  { readonly random: Random; readonly place: () => PlacedReplica },
  { readonly program: string }
>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      mkdirSync('test-results', { recursive: true });
      const folder = mkdtempSync('test-results/placed-');
      await use(await buildPlaced(folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  random: async ({}, use, info) => {
    info.annotations.push({ type: 'seed', description: `FUZZ_SEED=${SEED}` });
    await use(randomFrom(SEED));
  },
  place: async ({ program, database, random }, use) => {
    const way = await makeSlowWay(database, () => (random(HELD_PART) === 0 ? HELD_MILLIS : 0));
    const made: PlacedReplica[] = [];
    await use(() => {
      const replica = new PlacedReplica(program, way.url, made.length === 1 ? FORGETFUL : []);
      made.push(replica);
      return replica;
    });
    await Promise.all(made.map((replica) => replica.kill()));
    await way.close();
  },
});

/** What happens to replicas while they are called. */
class Disturbance {
  readonly #history: DrivenHistory;
  readonly #replicas: readonly PlacedReplica[];
  readonly #random: Random;

  constructor(history: DrivenHistory, replicas: readonly PlacedReplica[], random: Random) {
    this.#history = history;
    this.#replicas = replicas;
    this.#random = random;
  }

  /** Kills a replica in the midst of calls, by chance after it was stopped, and starts it again beside others. */
  async kill(): Promise<void> {
    const [replica] = this.#choose();
    await this.#history.run(CALLS, CALLS - this.#random(BEFORE));
    if (this.#random(4) === 0) replica.signal('SIGSTOP');
    await replica.kill();
    await replica.start();
    await this.#history.settle();
    await this.#history.readEverywhere();
  }

  /** Stops a replica in the midst of calls, and lets it go on once others have answered more. */
  async pause(): Promise<void> {
    const [replica] = this.#choose();
    await this.#history.run(CALLS, CALLS - this.#random(BEFORE));
    replica.signal('SIGSTOP');
    // Those of its callers do not end.
    await this.#history.run(CALLS, CALLERS);
    replica.signal('SIGCONT');
    await this.#history.settle();
  }

  async reset(world: string, findLine: () => Promise<number>): Promise<void> {
    const [, by] = this.#choose();
    await this.#history.run(CALLS, CALLS - this.#random(BEFORE));
    await this.#history.reset(by, world, findLine);
    await this.#history.settle();
  }

  #choose(): readonly [PlacedReplica, number] {
    const at = this.#random(this.#replicas.length);
    return [this.#replicas[at] as PlacedReplica, at];
  }
}

const lineOf = async ({ query }: OwnPostgres, database: string, world: string): Promise<number> => {
  const [found] = await query(database, `SELECT line FROM platform_mock.world WHERE id = '${world}'`);
  return Number(found?.line);
};

/** How often replicas are killed. */
const KILLS = [3, 100];

// The program is the source, whatever the suite drives.
if (!isExecutable)
  for (const kills of KILLS) {
    test(`31.8, 31.16: three replicas, of which one lets go of its worlds, that are killed ${kills} times answer in an order that the log has @mock @whole`, async ({
      database,
      postgres,
      random,
      place,
    }) => {
      test.setTimeout(kills * 10_000 + 60_000);
      const replicas = Array.from({ length: REPLICAS }, place);
      const [first, ...others] = replicas as [PlacedReplica, ...PlacedReplica[]];
      const { orgId } = await first.start();
      await Promise.all(others.map((other) => other.start()));
      for (const world of WORLDS.slice(1)) {
        const asked = { method: 'POST', target: '/_mock/v1/worlds', body: { name: world } };
        expect((await first.ask(asked)).status).toBe(200);
      }
      const old = new Map((await readLog(postgres, database)).map(({ id, entries }) => [id, entries.length]));
      const history = new DrivenHistory(replicas, orgId, WORLDS, random);
      const disturbance = new Disturbance(history, replicas, random);
      await history.drive(async () => {
        for (let nth = 0; nth < kills; nth += 1) {
          await disturbance.kill();
          if (nth % 3 === 1) await disturbance.pause();
          const world = WORLDS[random(WORLDS.length)] ?? '';
          if (nth % 5 === 2) await disturbance.reset(world, () => lineOf(postgres, database, world));
        }
      });
      // What follows a call, such as the end of a delivery, may still be written.
      await expect.poll(() => history.readEverywhere()).toBe(true);
      // What a replica has that has seen nothing of it.
      await Promise.all(replicas.map((each) => each.kill()));
      await first.start();
      await history.readAll(0);
      expect(history.odd).toEqual([]);
      const { faults, compared } = checkHistory(history.operations, await readLog(postgres, database, old));
      expect(faults).toEqual([]);
      expect(compared).toBeGreaterThanOrEqual(WORLDS.length * (REPLICAS - 1));
      const written = history.operations.filter(({ kind, at }) => kind === 'write' && at !== undefined);
      expect(written.length).toBeGreaterThan(kills * 10);
    });
  }
