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

/** A form of a secret, with the text in its place. */
interface Form {
  readonly text: string;
  readonly mark: string;
}

/** Finds secrets in texts, whatever stands around them. */
export class SecretText {
  readonly #begins = new Uint8Array(65_536);
  /** The forms by their first characters, the longest first. */
  readonly #forms = new Map<string, Form[]>();

  /** `hide` gives the text in the place of a secret. */
  constructor(secrets: Iterable<string>, hide: (secret: string) => string) {
    for (const secret of secrets) {
      for (const part of partsOf(secret)) this.#add(part, hide(secret));
    }
    for (const forms of this.#forms.values()) forms.sort((one, other) => other.text.length - one.text.length);
  }

  /** A text with a number in the place of each secret. */
  replaceIn(text: string): string {
    let replaced = '';
    let from = 0;
    for (let at = 0; at <= text.length - SHORTEST; at += 1) {
      const form = this.#findAt(text, at);
      if (!form) continue;
      replaced += text.slice(from, at) + form.mark;
      from = at + form.text.length;
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

  #findAt(text: string, at: number): Form | undefined {
    if (this.#begins[placeOf(text.charCodeAt(at), text.charCodeAt(at + 1))] === 0) return undefined;
    return this.#forms.get(text.slice(at, at + SHORTEST))?.find((form) => text.startsWith(form.text, at));
  }

  #add(part: string, mark: string): void {
    if (part.length < SHORTEST || isNumber(part)) return;
    for (const text of new Set(formsOf(part))) {
      const key = text.slice(0, SHORTEST);
      const forms = this.#forms.get(key) ?? [];
      if (forms.some((form) => form.text === text)) continue;
      forms.push({ text, mark });
      this.#forms.set(key, forms);
      this.#begins[placeOf(text.charCodeAt(0), text.charCodeAt(1))] = 1;
    }
  }
}
