import type { Store } from '../../kernel/rows.ts';
import type { Connections } from './connections.ts';
import type { Pointer } from './lines.ts';
import { findState } from './states.ts';

/** A world that has ended, as it was then. */
export interface PastWorld {
  readonly id: string;
  /** The number of the world among all that were made. */
  readonly born: string;
  readonly record: string;
  readonly endedMillis: number;
  /** Its rows, without what belongs to one run of a world; undefined where they are not kept any more. */
  readonly rows: () => Promise<Store | undefined>;
  /** Where its rows were when it began, by its record. */
  readonly origin: () => Promise<Pointer | undefined>;
}

/** What was counted in worlds that have ended, as texts; an empty one where nothing was. */
export interface PastCounts {
  /** The sum of those that are not kept any more. */
  readonly sum: string;
  /** By the number of each that is kept; undefined where it is not known yet. */
  readonly worlds: ReadonlyMap<string, string | undefined>;
}

/** How many worlds that have ended are kept, and listed. */
export const MAX_PAST = 100;

const LIST = `SELECT born FROM platform_mock.past ORDER BY ended_at DESC, born DESC LIMIT ${MAX_PAST}`;

const FIND = `
SELECT id, line, seq, record, floor(extract(epoch FROM ended_at) * 1000)::int8 AS ended
FROM platform_mock.past WHERE born = $1`;

/** The worlds of a database that have ended last. Each of its methods throws an ApiError UNAVAILABLE. */
export class PastWorlds {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** The numbers of the last of them, in the order in which they ended. */
  async list(): Promise<readonly string[]> {
    const rows = await this.#connections.repeat({ name: 'past', text: LIST });
    return rows.map(({ born }) => String(born)).reverse();
  }

  /** The one of a number; undefined where it is not kept any more. */
  async find(born: string): Promise<PastWorld | undefined> {
    const [found] = await this.#connections.repeat({ text: FIND, values: [born] });
    if (!found) return undefined;
    return {
      id: String(found.id),
      born,
      record: String(found.record),
      endedMillis: Number(found.ended),
      rows: () => findState(this.#connections, Number(found.line), Number(found.seq)),
      origin: () => this.#originOf(born),
    };
  }

  /** What was counted in them. */
  async listCounts(): Promise<PastCounts> {
    const text = `SELECT NULL::int8 AS born, body AS counts FROM platform_mock.counted
      UNION ALL SELECT born, counts FROM platform_mock.past`;
    const worlds = new Map<string, string | undefined>();
    let sum = '';
    for (const { born, counts } of await this.#connections.repeat({ name: 'past counts', text })) {
      if (born === null) sum = String(counts);
      else worlds.set(String(born), counts === null ? undefined : String(counts));
    }
    return { sum, worlds };
  }

  /** Keeps what was counted in the one of a number, unless that is known. */
  async keepCounts(born: string, counts: string): Promise<void> {
    const text = 'UPDATE platform_mock.past SET counts = $2 WHERE born = $1 AND counts IS NULL';
    await this.#connections.repeat({ text, values: [born, counts] });
  }

  /** Forgets what was counted in all that have ended by now. */
  async clearCounts(): Promise<void> {
    const text = `WITH c AS (UPDATE platform_mock.counted SET body = '') UPDATE platform_mock.past SET counts = ''`;
    await this.#connections.repeat({ text });
  }

  async #originOf(born: string): Promise<Pointer | undefined> {
    const text = `SELECT record::jsonb -> 'origin' AS origin FROM platform_mock.past WHERE born = $1`;
    const [found] = await this.#connections.repeat({ text, values: [born] });
    return (found?.origin ?? undefined) as Pointer | undefined;
  }
}
