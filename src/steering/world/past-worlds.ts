import { ApiError } from '../../kernel/errors.ts';
import type { WorldDeps } from './create-world.ts';
import { openPastWorld } from './kept-world.ts';
import type { World } from './world.ts';
import type { WorldHome } from './world-home.ts';
import type { Worlds } from './worlds.ts';

/** The dependencies of learning of worlds that have ended elsewhere. */
interface PastWorldsParts {
  readonly worlds: Worlds<World>;
  readonly home: WorldHome;
  readonly deps: WorldDeps;
}

/** The worlds that have ended in other processes, or before a start: what they showed is kept here, too, once it is read. */
export class PastWorlds {
  readonly #parts: PastWorldsParts;
  /** The numbers of those that have ended here, or were opened since. */
  readonly #seen = new Set<string>();
  readonly #opening = new Map<string, Promise<void>>();
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(parts: PastWorldsParts) {
    this.#parts = parts;
    parts.worlds.onEnd(({ world: { born } }) => born !== undefined && this.#seen.add(born));
  }

  /** Resolves once what is kept of those that had ended is known here. @throws ApiError UNAVAILABLE */
  catchUp(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#catchUp();
      });
    this.#running = this.#next;
    return this.#next;
  }

  /** Looks at those with these numbers, unless that is done already. @throws ApiError UNAVAILABLE */
  async read(borns: readonly string[]): Promise<void> {
    for (const born of borns) if (!this.#seen.has(born)) await this.#openOnce(born);
  }

  async #catchUp(): Promise<void> {
    const before = [...this.#seen];
    const listed = await this.#parts.home.listPast();
    await this.read(listed);
    const kept = new Set(listed);
    for (const born of before) if (!kept.has(born)) this.#seen.delete(born);
  }

  #openOnce(born: string): Promise<void> {
    const opening =
      this.#opening.get(born) ??
      this.#open(born)
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'UNAVAILABLE') throw error;
          // The others can be shown all the same.
          this.#parts.deps.report(error);
          this.#seen.add(born);
        })
        .finally(() => this.#opening.delete(born));
    this.#opening.set(born, opening);
    return opening;
  }

  async #open(born: string): Promise<void> {
    const { worlds, home, deps } = this.#parts;
    const past = await home.findPast(born);
    const here = past && worlds.find(past.id);
    if (here?.world.born === born) {
      // It is in memory, and has not heard of its end.
      await here.world.notes?.catchUp();
      worlds.leave(here, past?.record.labels);
      return;
    }
    if (past) worlds.passEnded(await openPastWorld(deps, past));
    else this.#seen.add(born);
  }
}
