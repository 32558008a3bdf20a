/** What is on its way in one world, so that others can wait until nothing is. */
export class InFlight {
  readonly #all = new Set<object>();
  #waiting: (() => void)[] = [];

  begin(one: object): void {
    this.#all.add(one);
  }

  end(one: object): void {
    this.#all.delete(one);
    if (this.#all.size > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves when nothing is on its way or due. */
  async waitUntilIdle(): Promise<void> {
    if (this.#all.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
