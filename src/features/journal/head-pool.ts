import type { SentHead } from '../../kernel/hooks.ts';
import type { SecretNumbers } from './secret-numbers.ts';

/** Names of headers whose values are credentials. */
const CREDENTIALS = /^(?:x-goog-|x-amz-)|authorization|cookie|token|secret|password|api-?key/i;
/** The scheme of a credential, which is no secret. */
const SCHEME = /^(Bearer|Basic|Digest)\s+(?=\S)/i;
/** Headers whose values differ from call to call, and so are not shared. */
const UNIQUE: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'x-request-id']);
/** Pseudo-headers that the entry has already. */
const KNOWN: ReadonlySet<string> = new Set([':method', ':path']);

/** The ways in which the values of a header are stored. */
type Kind = 'shared' | 'unique' | 'credential' | 'known';

const kindOf = (name: string): Kind => {
  if (KNOWN.has(name)) return 'known';
  if (CREDENTIALS.test(name)) return 'credential';
  return UNIQUE.has(name.toLowerCase()) ? 'unique' : 'shared';
};

/** The maximum number of different texts shared between entries. */
const MAX_SHARED = 5_000;
/** The number of characters of a header's value that are stored. */
const MAX_VALUE = 2_048;

/** Adds to a map, which is emptied first if it is full. */
const remember = <K, T>(map: Map<K, T>, key: K, value: T): void => {
  if (map.size >= MAX_SHARED) map.clear();
  map.set(key, value);
};

/** The separator of the unique values of one head: no header can have it. */
const BETWEEN = '\n';

export interface PackedHead {
  /** Its HTTP version, its scheme, then names and values in turn; undefined for a value that differs from call to call. */
  readonly shared: readonly (string | undefined)[];
  /** The values that are undefined in `shared`, in their order. */
  readonly unique: string;
}

/** A head with the kind and the stored value of each header. */
interface LastHead {
  readonly sent: SentHead;
  readonly kinds: readonly Kind[];
  readonly texts: readonly string[];
  readonly stored: PackedHead;
}

const isEqual = (one: SentHead, other: SentHead): boolean =>
  one.httpVersion === other.httpVersion &&
  one.isSecure === other.isSecure &&
  one.rawHeaders.every((text, at) => text === other.rawHeaders[at]);

/** The HTTP version of a head, its scheme, then names and values in turn. */
export const fieldsOf = ({ shared, unique }: PackedHead): readonly string[] => {
  const values = unique.split(BETWEEN).values();
  return shared.map((text) => text ?? values.next().value ?? '');
};

/**
 * Stores the heads of requests without their credentials. The texts of a request mostly equal the ones before it: a copy
 * of each would take more memory than the rest of the call.
 */
export class HeadPool {
  readonly secrets: SecretNumbers;
  readonly #values = new Map<string, string>();
  /** The last head of each number of headers: reads and writes of one client take turns. */
  readonly #last = new Map<number, LastHead>();

  constructor(secrets: SecretNumbers) {
    this.secrets = secrets;
  }

  /** The head as it is stored. If it equals the last one it is the same object, otherwise it shares equal parts. */
  pack(sent: SentHead): PackedHead {
    const { length } = sent.rawHeaders;
    const last = this.#last.get(length);
    if (last && isEqual(sent, last.sent)) return last.stored;
    const next = this.#packBeside(sent, last);
    remember(this.#last, length, next);
    return next.stored;
  }

  #packBeside(sent: SentHead, last: LastHead | undefined): LastHead {
    const { rawHeaders, httpVersion, isSecure } = sent;
    const kinds: Kind[] = [];
    const texts: string[] = [];
    const shared: (string | undefined)[] = [httpVersion, isSecure ? 'https' : 'http'];
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
      // Comparing a header with the last head's is much faster than looking it up.
      const before = last?.sent.rawHeaders[at] === name ? last : undefined;
      const kind = before?.kinds[at / 2] ?? kindOf(name);
      const isSame = before?.sent.rawHeaders[at + 1] === value;
      const text = (isSame ? before?.texts[at / 2] : undefined) ?? this.#storeValue(kind, value);
      kinds.push(kind);
      texts.push(text);
      if (kind !== 'known') shared.push(this.share(name), kind === 'unique' ? undefined : text);
    }
    const unique = texts.filter((_, nth) => kinds[nth] === 'unique').join(BETWEEN);
    const like = last?.stored.shared.length === shared.length ? last.stored : undefined;
    const isLike = like?.shared.every((text, at) => text === shared[at]);
    if (like && isLike && like.unique === unique) return { sent, kinds, texts, stored: like };
    // An array that has grown has spare room, and a copy of it none.
    return { sent, kinds, texts, stored: { shared: like && isLike ? like.shared : shared.slice(), unique } };
  }

  #storeValue(kind: Kind, value: string): string {
    if (kind === 'credential') return this.share(this.#hide(value));
    const stored = value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;
    return kind === 'unique' ? stored : this.share(stored);
  }

  /** A credential as its number, with its scheme. */
  #hide(value: string): string {
    const [scheme = ''] = SCHEME.exec(value) ?? [];
    return `${scheme}${this.secrets.hide(value.slice(scheme.length))}`;
  }

  /** The pooled copy of a text, which many entries share. */
  share(text: string): string {
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    remember(this.#values, text, text);
    return text;
  }
}
