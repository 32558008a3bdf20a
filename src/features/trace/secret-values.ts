import { TextPairs } from '../compare/text-pairs.ts';

/** The text in the place of a secret, with its number; in URLs and forms its brackets are escaped. */
const SECRET_MARK = /\[secret (\d+)\]|%5Bsecret(?:%20|\+)(\d+)%5D/g;

/** A text such as a fixture in YAML, in which the number of a secret would not be a plain word. */
export const nameSecrets = (text: string): string =>
  text.replace(SECRET_MARK, (_, plain?: string, escaped?: string) => `secret-${plain ?? escaped}`);

/** The values of the secrets of a trace, as they are learned while it is run again (behaviour R9). */
export class SecretValues {
  readonly #pairs = new TextPairs();

  /** The value of a secret, if it is known. */
  valueOf(number: string): string | undefined {
    return this.#pairs.partnerOf('secret', number);
  }

  /**
   * A recorded text with the values of its secrets, escaped as the text is; those that neither this nor `made` has stay as
   * they are.
   */
  fill(
    text: string,
    escapeIn: (value: string) => string = (value) => value,
    made: (number: string) => string | undefined = () => undefined,
  ): string {
    return text.replace(SECRET_MARK, (mark, plain?: string, escaped?: string) => {
      const number = plain ?? escaped ?? '';
      const value = this.valueOf(number) ?? made(number);
      if (value === undefined) return mark;
      return plain === undefined ? encodeURIComponent(value) : escapeIn(value);
    });
  }

  /** True if a text equals the recorded one, with any text in the place of a secret, but the same one each time. */
  matches(recorded: string, text: string): boolean {
    if (!recorded.includes('[secret ')) return recorded === text;
    const numbers: string[] = [];
    const pieces = recorded.split(/\[secret (\d+)\]/);
    const expression = pieces.map((piece, index) => {
      if (index % 2 === 0) return piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      numbers.push(piece);
      return '([^]+?)';
    });
    const found = new RegExp(`^${expression.join('')}$`).exec(text);
    return found !== null && numbers.every((number, at) => this.#learn(number, found[at + 1] ?? ''));
  }

  /** Each part of a signed token is replaced as the token is. */
  #learn(number: string, value: string): boolean {
    const known = this.valueOf(number);
    return known?.split('.').includes(value) || this.#pairs.pair('secret', number, value);
  }
}
