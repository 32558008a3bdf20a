import { mapTexts } from '../../json.ts';

/** The shortest secret that is looked for in texts: shorter ones are words that may stand anywhere. */
const SHORTEST = 8;
/** The forms in which a secret may be written: as it is, as a part of JSON in a text, and percent-encoded. */
const formsOf = (secret: string): readonly string[] => {
  if (/^[\w.-]+$/.test(secret)) return [secret];
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [secret, escaped, encodeURIComponent(secret), encodeURIComponent(escaped)];
};

const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** The number of characters by which a place in a text is chosen, and the number of places in their table. */
const FILTERED = 4;
const PLACES = 2 ** 20;

/** The place of the last four characters in the table, computed from the place of the four before. */
const nextPlace = (place: number, code: number): number => ((place << 5) ^ code) & (PLACES - 1);

/** Forms of secrets that begin alike. */
interface Forms {
  /** The text in the place of each. */
  readonly marks: Map<string, string>;
  /** Their lengths, the longest first. */
  lengths: readonly number[];
}

/** Finds secrets in texts, whatever stands around them. */
export class SecretText {
  /** 1 at the place of the first characters of each form. */
  readonly #begins = new Uint8Array(PLACES);
  /** The forms by their first characters. */
  readonly #forms = new Map<string, Forms>();

  readonly #known = new Set<string>();
  readonly #hide: (secret: string) => string;

  /** `hide` gives the text in the place of a secret. */
  constructor(hide: (secret: string) => string) {
    this.#hide = hide;
  }

  /** The number of secrets looked for. */
  get size(): number {
    return this.#known.size;
  }

  /** Adds secrets to look for. */
  learn(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (this.#known.has(secret)) continue;
      this.#known.add(secret);
      // Of a signed token the whole, and each part between its dots.
      const parts = JWT.test(secret) ? [secret, ...secret.split('.')] : [secret];
      for (const part of parts) this.#add(part, this.#hide(secret));
    }
  }

  /** A text with a number in the place of each secret. */
  replaceIn(text: string): string {
    let replaced = '';
    let from = 0;
    let place = 0;
    for (let end = 0; end < text.length; end += 1) {
      place = nextPlace(place, text.charCodeAt(end));
      const at = end + 1 - FILTERED;
      if (this.#begins[place] === 0 || at < from) continue;
      const form = this.#findAt(text, at);
      if (!form) continue;
      replaced += text.slice(from, at) + form.mark;
      from = at + form.length;
      end = from - 1;
    }
    return from === 0 ? text : replaced + text.slice(from);
  }

  /** The number in the place of a text that has a secret in a form that is not looked for. */
  replaceWhole(text: string): string {
    return this.#hide(text);
  }

  /** A JSON value with a number in the place of each secret, in keys, too. */
  replaceAllIn<T>(value: T): T {
    const replace = (text: string): string => this.replaceIn(text);
    return mapTexts(value, replace, replace) as T;
  }

  #findAt(text: string, at: number): { readonly length: number; readonly mark: string } | undefined {
    const forms = this.#forms.get(text.slice(at, at + SHORTEST));
    for (const length of forms?.lengths ?? []) {
      const mark = forms?.marks.get(text.slice(at, at + length));
      if (mark !== undefined) return { length, mark };
    }
    return undefined;
  }

  #add(part: string, mark: string): void {
    // A number is looked for nowhere: it may be a count.
    if (part.length < SHORTEST || /^[\d.+-]+$/.test(part)) return;
    for (const text of formsOf(part)) {
      const key = text.slice(0, SHORTEST);
      const forms = this.#forms.get(key) ?? { marks: new Map(), lengths: [] };
      this.#forms.set(key, forms);
      if (forms.marks.has(text)) continue;
      forms.marks.set(text, mark);
      forms.lengths = [...new Set([...forms.lengths, text.length])].sort((one, other) => other - one);
      let place = 0;
      for (let end = 0; end < FILTERED; end += 1) place = nextPlace(place, text.charCodeAt(end));
      this.#begins[place] = 1;
    }
  }
}
