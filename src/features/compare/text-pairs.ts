/** Texts of one run with those that stand for them in another: none has two partners of its role. */
export class TextPairs {
  readonly #partners = new Map<string, string>();
  readonly #origins = new Map<string, string>();

  /** The text that stands for another, if that is known. */
  partnerOf(role: string, one: string): string | undefined {
    return this.#partners.get(`${role} ${one}`);
  }

  /** True if the two stand for each other: they do from now on, unless one of them has another partner. */
  pair(role: string, one: string, other: string): boolean {
    const [from, to] = [`${role} ${one}`, `${role} ${other}`];
    const isFree = !this.#partners.has(from) && !this.#origins.has(to);
    if (!isFree) return this.#partners.get(from) === other && this.#origins.get(to) === one;
    this.#partners.set(from, other);
    this.#origins.set(to, one);
    return true;
  }

  /** Forgets what a text stands for. */
  unpair(role: string, one: string): void {
    const other = this.#partners.get(`${role} ${one}`);
    this.#partners.delete(`${role} ${one}`);
    this.#origins.delete(`${role} ${other}`);
  }
}
