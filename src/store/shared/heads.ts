import { setTimeout as pause } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import type { DatabaseClock } from './database-clock.ts';
import { isConnectionLost, refusalOf, worldGone } from './database-error.ts';
import { entriesBehind, entryIn } from './entries.ts';
import { type OpenPromise, openPromise } from './open-promise.ts';
import { type Head, type Place, placeIn, type WorldKey } from './place.ts';
import type { Columns } from './session.ts';

/**
 * How long heads are asked for while the connection breaks, and how long between two tries, in milliseconds. With the
 * bound of a query that hangs, twice, callers are refused within two seconds.
 */
const ASK_MILLIS = 1_000;
const RETRY_MILLIS = 50;

const HEADS = `
SELECT k.nth, floor(extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now, w.born, w.line, w.rev, w.head, w.tag,
  coalesce(w.hold_until >= clock_timestamp(), false) AND w.hold IS NOT NULL AS held,
  CASE WHEN w.line = k.line AND w.head > k.seq THEN (
    SELECT json_agg(json_build_array(e.seq, e.prev::text, e.tag::text, e.changes) ORDER BY e.seq)
    FROM (${entriesBehind('k.line', 'k.seq')}) e) END AS entries
FROM unnest($1::text[], $2::int8[], $3::int8[]) WITH ORDINALITY k(id, line, seq, nth)
LEFT JOIN platform_mock.world w ON w.id = k.id`;

/** The same for one world that nobody else writes to, as far as is known: it has no entries. */
const HEAD = `
SELECT 1 AS nth, floor(extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now, born, line, rev, head, tag,
  hold IS NOT NULL AND coalesce(hold_until >= clock_timestamp(), false) AS held
FROM platform_mock.world WHERE id = $1`;
/** How many queries bring entries after one that has found some. */
const BRINGING = 100;

const BEHIND = `
SELECT coalesce(sum(CASE WHEN w.line = k.line THEN greatest(w.head - k.seq, 0) ELSE w.head END), 0) AS behind
FROM unnest($1::text[], $2::int8[], $3::int8[], $4::int8[]) k(id, born, line, seq)
JOIN platform_mock.world w ON w.id = k.id AND w.born = k.born`;

/** A reader of heads: what it knows already is not asked for. */
export interface Follower {
  readonly key: WorldKey;
  readonly place: Place;
  /** Brings its state to a head. @throws ApiError where that cannot be read */
  readonly follow: (learnt: Learnt) => Promise<void>;
}

/** Counts the entries that readers do not know yet, as soon as heads are learnt. */
export const countBehind = async (
  connections: Pick<Connections, 'learn'>,
  followers: readonly Omit<Follower, 'follow'>[],
): Promise<number> => {
  const values = [
    followers.map(({ key }) => key.world),
    followers.map(({ key }) => key.born),
    followers.map(({ place }) => place.line),
    followers.map(({ place }) => place.seq),
  ];
  const [found] = await connections.learn({ text: BEHIND, values });
  return Number(found?.behind);
};

/** What was learnt for a reader, and what it knew when that was asked for. */
export interface Learnt {
  readonly head: Head;
  readonly asked: Place;
}

/** The dependencies of learning heads. */
export interface HeadsParts {
  readonly connections: Connections;
  /** Receives the time of the database with each answer. */
  readonly clock: DatabaseClock;
  readonly now: () => number;
  /** Called with a line when the database does not answer, and when it does again. */
  readonly notice: (text: string) => void;
}

/** A follower that waits for its head, and for its state to be brought there. */
interface Waiting extends OpenPromise<Learnt> {
  readonly follower: Follower;
  readonly followed: Promise<Learnt>;
}

const waitingOf = (follower: Follower): Waiting => {
  const learning = openPromise<Learnt>();
  const followed = learning.promise.then(async (learnt) => {
    await follower.follow(learnt);
    return learnt;
  });
  return { ...learning, follower, followed };
};

const headIn = (row: Columns | undefined, { world, born }: WorldKey): Head => {
  // Its name may be that of another one by now.
  if (!row || String(row.born) !== born) throw worldGone(world);
  const entries = (row.entries ?? []) as readonly (readonly unknown[])[];
  return {
    ...placeIn(row),
    isHeld: row.held === true,
    entries: entries.map(([seq, prev, tag, changes]) => entryIn({ seq, prev, tag, changes })),
  };
};

/**
 * Learns heads, with what lacks of their entries in the same trip: one query at a time, for all worlds. Whoever asks
 * while one is under way shares the next: the state that the running one sees may be older than the question.
 */
export class Heads {
  readonly #parts: HeadsParts;
  #isAway = false;
  #waiting = new Map<Follower, Waiting>();
  #isAsking = false;
  /** How many queries are to bring entries, since others write to what is read here. */
  #bringing = 0;

  constructor(parts: HeadsParts) {
    this.#parts = parts;
  }

  /**
   * Resolves once a follower is at a head that was current at a moment after this call: the same promise for all who ask
   * for it before that is sent.
   * @throws ApiError NOT_FOUND where the world has ended, and UNAVAILABLE where the database does not answer
   */
  learn(follower: Follower): Promise<Learnt> {
    let waiting = this.#waiting.get(follower);
    if (!waiting) {
      waiting = waitingOf(follower);
      this.#waiting.set(follower, waiting);
    }
    if (!this.#isAsking) void this.#askAll();
    return waiting.followed;
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    // Who asks in the same turn of the event loop shares the query: it has not been sent yet.
    await new Promise(setImmediate);
    while (this.#waiting.size > 0) {
      const asking = [...this.#waiting.values()];
      this.#waiting = new Map();
      await this.#ask(asking);
    }
    this.#isAsking = false;
  }

  async #ask(asking: readonly Waiting[]): Promise<void> {
    const { now } = this.#parts;
    const end = now() + ASK_MILLIS;
    for (;;) {
      // They may be known better meanwhile, by an append of their own.
      const asked = asking.map(({ follower }) => follower.place);
      try {
        const rows = await this.#query(asking, asked);
        this.#noteBack();
        for (const [nth, { follower, resolve, reject }] of asking.entries()) {
          try {
            resolve({ head: headIn(rows.get(nth), follower.key), asked: asked[nth] as Place });
          } catch (error) {
            reject(error);
          }
        }
        return;
      } catch (error) {
        if (isConnectionLost(error) && now() < end) {
          await pause(RETRY_MILLIS);
          continue;
        }
        this.#refuse(asking, error);
        return;
      }
    }
  }

  /** Refuses those who ask, and where nothing is answered those who wait for the next query, too. */
  #refuse(asking: readonly Waiting[], error: unknown): void {
    const refusal = refusalOf(error);
    const isAway = isConnectionLost(error);
    for (const { reject } of isAway ? [...asking, ...this.#waiting.values()] : asking) reject(refusal);
    if (!isAway) return;
    this.#waiting = new Map();
    if (!this.#isAway) this.#parts.notice(`the database does not answer: ${(error as Error).message}`);
    this.#isAway = true;
  }

  #noteBack(): void {
    if (this.#isAway) this.#parts.notice('the database answers again');
    this.#isAway = false;
  }

  /** What is found for each of those who ask, by their numbers. */
  async #query(asking: readonly Waiting[], asked: readonly Place[]): Promise<ReadonlyMap<number, Columns>> {
    const { connections, clock } = this.#parts;
    const worlds = asking.map(({ follower }) => follower.key.world);
    const isOne = worlds.length === 1 && this.#bringing === 0;
    const values = isOne ? worlds : [worlds, asked.map(({ line }) => line), asked.map(({ seq }) => seq)];
    const statement = isOne ? { name: 'head', text: HEAD } : { name: 'heads', text: HEADS };
    const learnt = await connections.learn({ ...statement, values });
    const [first] = learnt;
    if (first) clock.note(Number(first.now));
    const isBehind = learnt.some(({ nth, line, head }) => {
      const place = asking[Number(nth) - 1]?.follower.place;
      return Number(line) === place?.line && Number(head) > place.seq;
    });
    this.#bringing = isBehind ? BRINGING : Math.max(0, this.#bringing - 1);
    return new Map(learnt.map((row) => [Number(row.nth) - 1, row]));
  }
}
