/** How many tokens are kept at most. */
const MAX_TOKENS = 10_000;
/** How many characters they may have in total: the claims of a token take a few times its length. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Verified tokens by their text, bounded by number and by size: the oldest are dropped first. */
export class TokenCache<Verified> {
  readonly #held = new Map<string, Verified>();
  #characters = 0;

  /** The numbers of tokens and characters that are held. */
  get size(): { readonly tokens: number; readonly characters: number } {
    return { tokens: this.#held.size, characters: this.#characters };
  }

  get(token: string): Verified | undefined {
    return this.#held.get(token);
  }

  set(token: string, verified: Verified): void {
    this.#drop(token);
    this.#held.set(token, verified);
    this.#characters += token.length;
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MAX_TOKENS && this.#characters <= MAX_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(token: string): void {
    if (this.#held.delete(token)) this.#characters -= token.length;
  }
}
