/** The shortest secret that is looked for in texts: shorter ones are words that may stand anywhere. */
const SHORTEST = 8;
/** How a secret may be written: as it is, as a part of JSON in a text, and percent-encoded. */
const formsOf = (secret: string): readonly string[] => {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [secret, escaped, encodeURIComponent(secret), encodeURIComponent(escaped)];
};

const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** The parts to replace of a secret: of a signed token the whole, and each part between its dots. */
const partsOf = (secret: string): readonly string[] => (JWT.test(secret) ? [secret, ...secret.split('.')] : [secret]);

/** A number of more than the digits of a time is looked for nowhere: it may be a count. */
const isNumber = (text: string): boolean => /^[\d.+-]+$/.test(text);

/** Two characters as the place in a table. */
const placeOf = (first: number, second: number): number => ((first & 255) << 8) | (second & 255);

/** Forms of secrets that begin alike. */
interface Forms {
  /** The text in the place of each. */
  readonly marks: Map<string, string>;
  /** How long they are, the longest first. */
  lengths: readonly number[];
}

/** Finds secrets in texts, whatever stands around them. */
export class SecretText {
  readonly #begins = new Uint8Array(65_536);
  /** The forms by their first characters. */
  readonly #forms = new Map<string, Forms>();

  readonly #known = new Set<string>();
  readonly #hide: (secret: string) => string;

  /** `hide` gives the text in the place of a secret. */
  constructor(hide: (secret: string) => string) {
    this.#hide = hide;
  }

  /** How many secrets are looked for. */
  get size(): number {
    return this.#known.size;
  }

  /** Looks for these, too. */
  learn(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (this.#known.has(secret)) continue;
      this.#known.add(secret);
      for (const part of partsOf(secret)) this.#add(part, this.#hide(secret));
    }
  }

  /** A text with a number in the place of each secret. */
  replaceIn(text: string): string {
    let replaced = '';
    let from = 0;
    for (let at = 0; at <= text.length - SHORTEST; at += 1) {
      const form = this.#findAt(text, at);
      if (!form) continue;
      replaced += text.slice(from, at) + form.mark;
      from = at + form.length;
      at = from - 1;
    }
    return from === 0 ? text : replaced + text.slice(from);
  }

  /** A JSON value with a number in the place of each secret, in keys, too. */
  replaceAllIn<T>(value: T): T {
    return this.#replaceAll(value) as T;
  }

  #replaceAll(value: unknown): unknown {
    if (typeof value === 'string') return this.replaceIn(value);
    if (Array.isArray(value)) return value.map((item) => this.#replaceAll(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.replaceIn(key), this.#replaceAll(item)]),
    );
  }

  #findAt(text: string, at: number): { readonly length: number; readonly mark: string } | undefined {
    if (this.#begins[placeOf(text.charCodeAt(at), text.charCodeAt(at + 1))] === 0) return undefined;
    const forms = this.#forms.get(text.slice(at, at + SHORTEST));
    for (const length of forms?.lengths ?? []) {
      const mark = forms?.marks.get(text.slice(at, at + length));
      if (mark !== undefined) return { length, mark };
    }
    return undefined;
  }

  #add(part: string, mark: string): void {
    if (part.length < SHORTEST || isNumber(part)) return;
    for (const text of formsOf(part)) {
      const key = text.slice(0, SHORTEST);
      const forms = this.#forms.get(key) ?? { marks: new Map(), lengths: [] };
      this.#forms.set(key, forms);
      if (forms.marks.has(text)) continue;
      forms.marks.set(text, mark);
      forms.lengths = [...new Set([...forms.lengths, text.length])].sort((one, other) => other - one);
      this.#begins[placeOf(text.charCodeAt(0), text.charCodeAt(1))] = 1;
    }
  }
}
