import type { Rows, Snapshot } from '../../kernel/rows.ts';
import type { SnapshotHome } from '../snapshot-home.ts';
import type { SnapshotHead } from '../snapshot-text.ts';
import type { Columns } from './link.ts';
import type { States } from './states.ts';

/** The snapshots of one world in the database: each names a state. */
export class StoredSnapshots implements SnapshotHome {
  readonly heads: readonly SnapshotHead[];
  readonly #states: States;
  readonly #born: string;
  /** The states of the snapshots, by their names. */
  readonly #named = new Map<string, number>();

  /** @param found are the rows of the snapshots that it has. */
  constructor(states: States, born: string, found: readonly Columns[] = []) {
    this.#states = states;
    this.#born = born;
    const heads = found.map(({ head, state }) => {
      const read: SnapshotHead = JSON.parse(String(head));
      this.#named.set(read.name, Number(state));
      return read;
    });
    this.heads = heads.sort((a, b) => a.sequence - b.sequence);
  }

  async write(head: SnapshotHead, _rows: Rows, state: Snapshot): Promise<void> {
    const { schema } = this.#states;
    const text = `
      put AS (INSERT INTO ${schema}.snapshot (born, name, head, state)
        SELECT $2::int8, $3::text, $4::text, $5::int8 FROM me, ${schema}.world WHERE born = $2::int8
        ON CONFLICT (born, name) DO UPDATE SET head = excluded.head, state = excluded.state)`;
    const work = this.#states.use(state, async ({ id }) => {
      await this.#states.run(text, [this.#born, head.name, JSON.stringify(head), id]);
      this.#named.set(head.name, id);
    });
    await this.#states.wait(work);
  }

  async stateOf(name: string): Promise<Snapshot> {
    const id = this.#named.get(name);
    if (id === undefined) throw new Error(`there is no snapshot ${name}`);
    return (await this.#states.load(id)).rows.capture();
  }

  async remove(name: string): Promise<void> {
    const from = `${this.#states.schema}.snapshot WHERE born = $2::int8 AND name = $3::text`;
    const text = `gone AS (DELETE FROM ${from} AND EXISTS (SELECT FROM me))`;
    await this.#states.wait(this.#states.run(text, [this.#born, name]));
    this.#named.delete(name);
  }
}
