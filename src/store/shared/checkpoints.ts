import type { Connections } from './connections.ts';
import { isTemporary } from './database-error.ts';
import { insertCheckpoint } from './states.ts';
import type { WorldView } from './world-view.ts';

/** The class of the advisory locks by which one process at a time writes a checkpoint of a line. */
const WRITING = 7_163_920;
/** The bounds of the characters of entries after which a checkpoint is worth its cost; between them, a part of a state. */
const LEAST = 262_144;
const MAX = 67_108_864;
const PART = 1 / 2;

/** The dependencies of writing checkpoints. */
export interface CheckpointParts {
  readonly connections: Connections;
  readonly report: (error: unknown) => void;
  /** How old an entry must be before its line can be trimmed to it, in milliseconds. */
  readonly keepMillis: number;
  /** After how many characters of entries a checkpoint is written, at least. 256 KiB when not given. */
  readonly checkpointSize?: number | undefined;
}

/**
 * Deletes the checkpoints of a line before a place, except the one that the line begins with, the latest one that is old
 * enough to trim the line to, and the first one after that, which will be old enough next.
 */
const OLDER = `
WITH c AS (
  SELECT c.seq, e.at_millis <= floor(extract(epoch FROM clock_timestamp()) * 1000) - $3 AS old
  FROM platform_mock.checkpoint c JOIN platform_mock.entry e ON e.line = c.line AND e.seq = c.seq
  WHERE c.line = $1 AND c.part = 0)
DELETE FROM platform_mock.checkpoint WHERE line = $1 AND seq < $2
  AND seq > (SELECT floor FROM platform_mock.line WHERE id = $1) AND seq > 0
  AND seq IS DISTINCT FROM (SELECT max(seq) FROM c WHERE old) AND seq IS DISTINCT FROM (SELECT min(seq) FROM c WHERE NOT old)`;

/** Writes checkpoints of states beside all else, so that a load reads few entries. */
export class Checkpoints {
  readonly #connections: Connections;
  readonly #least: number;
  readonly #keepMillis: number;
  readonly #report: (error: unknown) => void;
  readonly #writing = new Map<WorldView, Promise<void>>();

  constructor({ connections, report, keepMillis, checkpointSize = LEAST }: CheckpointParts) {
    this.#connections = connections;
    this.#report = report;
    this.#keepMillis = keepMillis;
    this.#least = checkpointSize;
  }

  /** Writes a checkpoint of the state as it is now, where enough has been changed since the last. */
  consider(view: WorldView): void {
    const { checkpointSize, grown } = view.growth;
    if (grown < Math.max(this.#least, Math.min(MAX, checkpointSize * PART)) || this.#writing.has(view)) return;
    const written = this.#write(view)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#writing.delete(view));
    this.#writing.set(view, written);
  }

  /** Resolves once none is being written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** A checkpoint that cannot be written now, as where the database is away, is considered again at the next write. */
  #fail(error: unknown): void {
    if (!isTemporary(error)) this.#report(error);
  }

  async #write(view: WorldView): Promise<void> {
    const { place, growth } = view;
    const state = view.state.copy();
    const size = await this.#connections.inTransaction(async (session) => {
      await session.run({ text: "SET LOCAL idle_in_transaction_session_timeout = '30s'" });
      const lock = 'SELECT pg_try_advisory_xact_lock($1, ($2::int8 % 2147483647)::int4) AS mine';
      const [locked] = await session.run({ text: lock, values: [WRITING, place.line] });
      const last = 'SELECT max(seq) AS seq FROM platform_mock.checkpoint WHERE line = $1';
      const [known] = await session.run({ text: last, values: [place.line] });
      if (locked?.mine !== true || Number(known?.seq ?? -1) >= place.seq) return growth.checkpointSize;
      const written = await insertCheckpoint(session, place, state);
      await session.run({ text: OLDER, values: [place.line, place.seq, this.#keepMillis] });
      return written;
    });
    view.noteCheckpoint(size, growth.grown);
  }
}
