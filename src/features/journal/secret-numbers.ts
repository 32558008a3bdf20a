/** The maximum number of secrets known at a time: a token of 800 characters each. */
const MAX_SECRETS = 20_000;

/** Numbers the secrets that a mock meets: equal ones have equal numbers, in every world. */
export class SecretNumbers {
  readonly #numbers = new Map<string, number>();
  #next = 1;

  /** The text in the place of a secret, such as `[secret 3]`. */
  readonly hide = (secret: string): string => {
    let number = this.#numbers.get(secret);
    if (number === undefined) {
      number = this.#next;
      this.#next += 1;
      if (this.#numbers.size >= MAX_SECRETS) this.#numbers.delete(this.#numbers.keys().next().value as string);
      this.#numbers.set(secret, number);
    }
    return `[secret ${number}]`;
  };

  /** Every secret that was met, but for the oldest of very many. */
  get known(): Iterable<string> {
    return this.#numbers.keys();
  }
}
