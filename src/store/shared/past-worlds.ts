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

const FIND = `
SELECT id, line, seq, record, floor(extract(epoch FROM ended_at) * 1000)::int8 AS ended
FROM platform_mock.past WHERE born = $1`;

/** The worlds of a database that have ended last. Each of its methods throws an ApiError UNAVAILABLE. */
export class PastWorlds {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Their numbers, in the order in which they ended. */
  async list(): Promise<readonly string[]> {
    const text = 'SELECT born FROM platform_mock.past ORDER BY ended_at, born';
    return (await this.#connections.repeat({ name: 'past', text })).map(({ born }) => String(born));
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

  async #originOf(born: string): Promise<Pointer | undefined> {
    const text = `SELECT record::jsonb -> 'origin' AS origin FROM platform_mock.past WHERE born = $1`;
    const [found] = await this.#connections.repeat({ text, values: [born] });
    return (found?.origin ?? undefined) as Pointer | undefined;
  }
}
