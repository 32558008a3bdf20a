/** How many different names of clients are remembered. */
const MAX_CLIENTS = 1_000;

/** The names that clients give themselves: each request has a text of its own. */
export class ClientNames {
  readonly #names = new Map<string, string>();

  /** The same name, as a text that many entries share. */
  share(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_CLIENTS) this.#names.clear();
    this.#names.set(name, name);
    return name;
  }
}
