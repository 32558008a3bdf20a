import type { Connections } from './connections.ts';
import { isTemporary } from './database-error.ts';
import { endUnfinishedOf } from './kept-worlds.ts';
import type { Presence } from './presence.ts';

/** How often a process looks for others that have ended, in milliseconds. */
const LOOK_MILLIS = 1_000;

/** Goes on with what processes have left that have ended. */
export interface Heir {
  /** A part of the text of each row that a process may leave. */
  readonly textOf: (process: string) => string;
  /** Takes over what a process has left in a world. @throws ApiError UNAVAILABLE: it is to be tried again */
  readonly takeOver: (process: string, world: string) => Promise<void>;
  /** Receives the processes that there are, and those that have left something, again and again. */
  readonly present: (processes: ReadonlySet<string>) => void;
}

/** The dependencies of finding what processes have left. */
interface EstatesParts {
  readonly connections: Connections;
  readonly presence: Pick<Presence, 'run'>;
  /** The number of this process. */
  readonly process: string;
  /** Receives what fails, but for a database that does not answer. */
  readonly report: (error: unknown) => void;
}

/** Who gets the lock of another process knows that this is gone, and is its only heir. */
const LOOK = 'SELECT id, pg_try_advisory_lock(id) AS gone FROM platform_mock.process WHERE id <> $1 ORDER BY id';

/** The worlds that may have rows with a text: all that a world begins with but settings is in its own line. */
const WORLDS = `
SELECT w.id FROM platform_mock.world w
WHERE EXISTS (SELECT 1 FROM platform_mock.entry e WHERE e.line = w.line AND strpos(e.changes, $1) > 0)
  OR EXISTS (SELECT 1 FROM platform_mock.checkpoint c WHERE c.line = w.line AND strpos(c.rows, $1) > 0)
ORDER BY w.born`;

/** What processes have left that have ended: one of those that live goes on with it. */
export class Estates {
  readonly #parts: EstatesParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: EstatesParts) {
    this.#parts = parts;
  }

  /** Looks again and again from now on. */
  start(heir: Heir): void {
    this.#timer ??= setInterval(() => {
      this.#running ??= this.look(heir)
        .catch((error: unknown) => {
          // It is done with the next look, or by another process.
          if (!isTemporary(error)) this.#parts.report(error);
        })
        .finally(() => {
          this.#running = undefined;
        });
    }, LOOK_MILLIS).unref();
  }

  /** Resolves once nothing is taken over, and nothing will be. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Hands to the heir what was left by those that are gone now. */
  async look(heir: Heir): Promise<void> {
    const { presence, process } = this.#parts;
    const found = await presence.run({ text: LOOK, values: [process] });
    const gone = found.filter((row) => row.gone === true).map(({ id }) => String(id));
    try {
      for (const each of gone) await this.#takeOver(each, heir);
    } finally {
      for (const each of gone) await presence.run({ text: 'SELECT pg_advisory_unlock($1)', values: [each] });
    }
    const there = found.map(({ id }) => String(id)).filter((id) => !gone.includes(id));
    heir.present(new Set([process, ...there]));
  }

  async #takeOver(gone: string, heir: Heir): Promise<void> {
    const { connections, presence } = this.#parts;
    const worlds = await connections.repeat({ text: WORLDS, values: [heir.textOf(gone)] });
    const failures: unknown[] = [];
    for (const { id } of worlds) await heir.takeOver(gone, String(id)).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    // Their names are taken by worlds that nobody goes on to make.
    await endUnfinishedOf(connections, gone);
    // By the connection that holds its lock: it may be there again as soon as that is lost.
    await presence.run({ text: 'DELETE FROM platform_mock.process WHERE id = $1', values: [gone] });
  }
}
