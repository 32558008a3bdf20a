import type { Connections } from './connections.ts';
import type { KeptWorld } from './kept-worlds.ts';
import type { NoteWriter } from './note-writer.ts';
import type { WorldKey } from './place.ts';
import type { Columns } from './session.ts';

/** A world as a list has it. */
export interface ListedWorld extends KeptWorld {
  readonly record: string;
  /** The tag of its head. */
  readonly tag: string;
  /** The number of its last note, and how many calls it has had since they were hidden. */
  readonly last: number;
  readonly calls: number;
  /** What was kept to be shown of it at this head; undefined where that is not known. */
  readonly shown: string | undefined;
}

/** What is to be shown of a world as long as it has a head. */
export interface ShownWorld {
  readonly born: string;
  readonly tag: string;
  readonly text: string;
}

const LIST = `
SELECT w.id, w.born, w.record, w.tag, coalesce(h.last, 0) AS last,
  coalesce(h.calls - greatest(h.hidden, 0), 0) AS calls, s.body
FROM platform_mock.world w LEFT JOIN platform_mock.note_head h ON h.born = w.born
LEFT JOIN platform_mock.shown s ON s.born = w.born AND s.tag = w.tag
WHERE w.record IS NOT NULL AND w.id <> $1 ORDER BY w.born`;

const HEADS = `
SELECT w.id, w.born, coalesce(h.last, 0) AS last
FROM platform_mock.world w LEFT JOIN platform_mock.note_head h ON h.born = w.born
WHERE w.record IS NOT NULL AND w.id <> $1`;

const KEEP = `
INSERT INTO platform_mock.shown (born, tag, body)
SELECT k.born, k.tag, k.body FROM unnest($1::int8[], $2::int8[], $3::text[]) k(born, tag, body) ORDER BY k.born
ON CONFLICT (born) DO UPDATE SET tag = excluded.tag, body = excluded.body`;

const END = `
WITH w AS (DELETE FROM platform_mock.world w USING unnest($1::text[], $2::int8[]) k(id, born)
    WHERE w.id = k.id AND w.born = k.born RETURNING w.id, w.born, w.record),
  s AS (DELETE FROM platform_mock.snapshot WHERE world IN (SELECT id FROM w))
SELECT id, born, coalesce(record::jsonb -> 'labels', '{}')::text AS labels FROM w`;

const listedIn = ({ id, born, record, tag, last, calls, body }: Columns): ListedWorld => ({
  id: String(id),
  born: String(born),
  record: String(record),
  tag: String(tag),
  last: Number(last),
  calls: Number(calls),
  shown: body === null ? undefined : String(body),
});

/** The worlds of a database as a whole: what a list shows of them, and the end of many, without their rows. */
export class ListedWorlds {
  readonly #connections: Connections;
  readonly #writer: Pick<NoteWriter, 'add' | 'takeKey'>;

  constructor(connections: Connections, writer: Pick<NoteWriter, 'add' | 'takeKey'>) {
    this.#connections = connections;
    this.#writer = writer;
  }

  /** The worlds that are whole, but for one, in the order in which they were made. @throws ApiError UNAVAILABLE */
  async list(left: string): Promise<readonly ListedWorld[]> {
    return (await this.#connections.repeat({ text: LIST, values: [left] })).map(listedIn);
  }

  /** The same with the numbers of their last notes only. @throws ApiError UNAVAILABLE */
  async heads(left: string): Promise<readonly Pick<ListedWorld, 'id' | 'born' | 'last'>[]> {
    const rows = await this.#connections.repeat({ name: 'note-heads', text: HEADS, values: [left] });
    return rows.map(({ id, born, last }) => ({ id: String(id), born: String(born), last: Number(last) }));
  }

  /** The place of the last note that is stored, of whichever world. @throws ApiError UNAVAILABLE */
  async lastPlace(): Promise<number> {
    const [found] = await this.#connections.repeat({
      name: 'last place',
      text: 'SELECT last FROM platform_mock.note_place',
    });
    return Number(found?.last);
  }

  /** Keeps what is shown of worlds, each at its head. @throws ApiError UNAVAILABLE */
  async keep(shown: readonly ShownWorld[]): Promise<void> {
    const values = [shown.map(({ born }) => born), shown.map(({ tag }) => tag), shown.map(({ text }) => text)];
    await this.#connections.repeat({ text: KEEP, values });
  }

  /**
   * Ends worlds, with their snapshots, and lets other processes know by a note of a kind, which has their labels; returns
   * those that were there.
   * @throws ApiError UNAVAILABLE
   */
  async end(worlds: readonly WorldKey[], kind: string): Promise<readonly string[]> {
    const values = [worlds.map(({ world }) => world), worlds.map(({ born }) => born)];
    const gone = await this.#connections.repeat({ text: END, values });
    const noted = gone.map(({ born, labels }) => {
      const target = { born: String(born), stored: () => undefined, refused: () => undefined };
      return this.#writer.add(target, { kind, text: String(labels), key: this.#writer.takeKey() });
    });
    // Where it cannot be noted, the others learn of it when they look for the world.
    await Promise.allSettled(noted);
    return gone.map(({ id }) => String(id));
  }

  /** True for the name of a world that has ended, of which there is none now, as far as that is remembered. */
  async hasEnded(name: string): Promise<boolean> {
    const text = 'SELECT 1 FROM platform_mock.ended WHERE world = $1';
    return (await this.#connections.repeat({ text, values: [name] })).length > 0;
  }
}
