import type { World } from './world.ts';
import { factsOf } from './world-facts.ts';
import type { ShownWorld, WorldHome } from './world-home.ts';
import type { Worlds } from './worlds.ts';

/** How long a world rests before it is kept what a list shows of it, in milliseconds, and how many are kept at once. */
const REST_MILLIS = 1_000;
const MAX_KEPT = 500;

/**
 * Keeps what a list shows of each world once it rests, and before it is let go: so that neither this process nor another
 * has to open it for a list.
 */
export class FactsKeeper {
  readonly #home: WorldHome;
  readonly #kept = new WeakMap<World, string>();
  /** The worlds that were used since what was kept of them, those before the last look and those after it. */
  #rested = new Set<World>();
  #used = new Set<World>();
  #going: ShownWorld[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(worlds: Worlds<World>, home: WorldHome) {
    this.#home = home;
    worlds.onRest(({ world }, isGoing) => this.#note(world, isGoing));
    worlds.onEnd(({ world }) => {
      this.#rested.delete(world);
      this.#used.delete(world);
    });
  }

  #note(world: World, isGoing: boolean): void {
    this.#rested.delete(world);
    if (isGoing) {
      this.#used.delete(world);
      this.#going.push(...this.#shownOf(world));
    } else this.#used.add(world);
    this.#timer ??= setTimeout(() => this.#keep(), REST_MILLIS).unref();
  }

  /** What is to be kept of a world, unless that has been done. */
  #shownOf(world: World): readonly ShownWorld[] {
    const { born, scope } = world;
    const tag = scope.store.footprint?.state;
    if (born === undefined || tag === undefined || this.#kept.get(world) === tag) return [];
    this.#kept.set(world, tag);
    return [{ born, tag, text: factsOf(world) }];
  }

  #keep(): void {
    this.#timer = undefined;
    const shown = [...this.#going, ...[...this.#rested].flatMap((world) => this.#shownOf(world))];
    this.#going = [];
    this.#rested = this.#used;
    this.#used = new Set();
    if (this.#rested.size > 0) this.#timer = setTimeout(() => this.#keep(), REST_MILLIS).unref();
    for (let at = 0; at < shown.length; at += MAX_KEPT) {
      // Where it cannot be kept, who asks for a list opens the world.
      this.#home.keepShown(shown.slice(at, at + MAX_KEPT)).catch(() => undefined);
    }
  }
}
