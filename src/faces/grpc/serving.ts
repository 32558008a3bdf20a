/** The state of a mock: in the end it drains, and then it stops. */
export type ServingState = 'serving' | 'draining' | 'stopped';

/** The state of a mock, and those who wait for its next change. */
export class Serving {
  #state: ServingState = 'serving';
  readonly #listeners = new Set<() => void>();

  get state(): ServingState {
    return this.#state;
  }

  become(state: ServingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Resolves with the next change of the state, or when the signal aborts. */
  async changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    let listener = (): void => {};
    await new Promise<void>((resolve) => {
      listener = resolve;
      this.#listeners.add(listener);
      signal.addEventListener('abort', listener);
    });
    this.#listeners.delete(listener);
    signal.removeEventListener('abort', listener);
  }
}
