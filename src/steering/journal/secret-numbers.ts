import { secretFor } from '../../kernel/ids.ts';

/** How many secrets are known at a time: a token of 800 characters each. */
const MAX_SECRETS = 20_000;

/** Of so many numbers a secret has one that depends on the seed. */
const NUMBERS = 1_000_000_000;
const HEX_DIGITS = 12;

const numberBy = (seed: string, secret: string): number =>
  Number.parseInt(secretFor(seed, 'number', secret).slice(0, HEX_DIGITS), 16) % NUMBERS;

/** Numbers the secrets that a mock meets: equal ones have equal numbers, in every world. */
export class SecretNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #seed: string | undefined;
  #next = 1;

  /** With a seed, a secret has the same number in each process with the seed; else they are counted. */
  constructor(seed?: string) {
    this.#seed = seed;
  }

  /** The text in the place of a secret, such as `[secret 3]`. */
  readonly hide = (secret: string): string => {
    let number = this.#numbers.get(secret);
    if (number === undefined) {
      number = this.#seed === undefined ? this.#next : numberBy(this.#seed, secret);
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
