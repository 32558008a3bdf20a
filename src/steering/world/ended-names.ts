/** How many names of ended worlds are remembered. */
const REMEMBERED = 10_000;

/** The names of worlds that have ended, the last of them, so that an error can say that a world has ended. */
export class EndedNames {
  readonly #names = new Set<string>();

  add(name: string): void {
    if (this.#names.size >= REMEMBERED) this.#names.delete(this.#names.values().next().value as string);
    this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Forgets a name: a world has it again. */
  delete(name: string): void {
    this.#names.delete(name);
  }

  clear(): void {
    this.#names.clear();
  }
}
