import type { WorldView } from './world-view.ts';

/** The states of worlds that are open in this process, until nobody uses them any more. */
export class OpenViews {
  readonly #known = new Set<WeakRef<WorldView>>();
  readonly #left = new FinalizationRegistry<WeakRef<WorldView>>((ref) => this.#known.delete(ref));

  add(view: WorldView): void {
    const ref = new WeakRef(view);
    this.#known.add(ref);
    this.#left.register(view, ref);
  }

  list(): readonly WorldView[] {
    return [...this.#known].flatMap((ref) => ref.deref() ?? []).filter(({ isReleased }) => !isReleased);
  }
}
