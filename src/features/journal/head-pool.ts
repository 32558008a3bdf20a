import type { SentHead } from '../../kernel/hooks.ts';
import type { SecretNumbers } from './secret-numbers.ts';

/** Names of headers whose values are credentials. */
const CREDENTIALS = /^(?:x-goog-|x-amz-)|authorization|cookie|token|secret|password|api-?key/i;
/** The scheme of a credential, which is no secret. */
const SCHEME = /^(Bearer|Basic|Digest)\s+(?=\S)/i;
/** Headers whose values differ from call to call: to remember one is of no use. */
const UNIQUE: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'x-request-id']);
/** Pseudo-headers that the entry has already. */
const KNOWN: ReadonlySet<string> = new Set([':method', ':path']);

/** The ways in which the values of a header are stored. */
type Kind = 'shared' | 'unique' | 'credential' | 'known';

/** The name of a header, with what becomes of its values. */
interface HeaderName {
  readonly name: string;
  readonly kind: Kind;
}

interface LastHeader {
  readonly header: HeaderName;
  /** As it was sent, and as it is stored. */
  value: string;
  stored: string;
}

const kindOf = (name: string): Kind => {
  if (KNOWN.has(name)) return 'known';
  if (CREDENTIALS.test(name)) return 'credential';
  return UNIQUE.has(name.toLowerCase()) ? 'unique' : 'shared';
};

/** The maximum number of different texts shared between entries. */
const MAX_SHARED = 5_000;
/** The number of characters of a header's value that are stored. */
const MAX_VALUE = 2_048;

/** Adds to a map, which begins anew if it has very many. */
const remember = <K, T>(map: Map<K, T>, key: K, value: T): void => {
  if (map.size >= MAX_SHARED) map.clear();
  map.set(key, value);
};

/** Between the values of one head that differ from call to call: no header has it. */
const BETWEEN = '\n';

const schemeOf = (isSecure: boolean): string => (isSecure ? 'https' : 'http');

export interface PackedHead {
  /** Its HTTP version, its scheme, then names and values in turn. A value that differs from call to call is not there. */
  readonly shared: readonly (string | undefined)[];
  /** The values that are not there, in their order. */
  readonly unique: string;
}

/** A head as it was sent, and as it is stored. */
interface LastHead {
  readonly headers: LastHeader[];
  stored: PackedHead;
}

const isEqual = ({ rawHeaders, httpVersion, isSecure }: SentHead, { headers, stored }: LastHead): boolean =>
  stored.shared[0] === httpVersion &&
  stored.shared[1] === schemeOf(isSecure) &&
  headers.every(
    ({ header, value }, place) => rawHeaders[place * 2] === header.name && rawHeaders[place * 2 + 1] === value,
  );

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
  readonly #names = new Map<string, HeaderName>();
  readonly #values = new Map<string, string>();
  /** The last head of each number of headers: reads and writes of one client take turns. */
  readonly #last = new Map<number, LastHead>();

  constructor(secrets: SecretNumbers) {
    this.secrets = secrets;
  }

  /** The head as it is stored. If it equals the last one it is the same object, otherwise it shares equal parts. */
  pack(head: SentHead): PackedHead {
    const size = head.rawHeaders.length;
    const last = this.#last.get(size) ?? { stored: { shared: [], unique: '' }, headers: [] };
    if (!isEqual(head, last)) {
      last.stored = this.#packOther(head, last);
      remember(this.#last, size, last);
    }
    return last.stored;
  }

  #packOther({ rawHeaders, httpVersion, isSecure }: SentHead, { stored: last, headers }: LastHead): PackedHead {
    const shared: (string | undefined)[] = [httpVersion, schemeOf(isSecure)];
    const values: string[] = [];
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const { header, stored } = this.#storeHeader(headers, at / 2, rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
      if (header.kind === 'known') continue;
      const isUnique = header.kind === 'unique';
      shared.push(header.name, isUnique ? undefined : stored);
      if (isUnique) values.push(stored);
    }
    const unique = values.join(BETWEEN);
    const isLike = last.shared.length === shared.length && last.shared.every((text, at) => text === shared[at]);
    if (isLike && last.unique === unique) return last;
    // A copy has no spare room, as an array has that has grown.
    return { shared: isLike ? last.shared : shared.slice(), unique };
  }

  /** Stores one header. Comparing it with the last head's is much faster than looking it up. */
  #storeHeader(headers: LastHeader[], place: number, name: string, value: string): LastHeader {
    let last = headers[place];
    if (last?.header.name !== name) {
      const header = this.#nameOf(name);
      last = { header, value, stored: this.#storeValue(header.kind, value) };
      headers[place] = last;
    } else if (last.value !== value) {
      last.value = value;
      last.stored = this.#storeValue(last.header.kind, value);
    }
    return last;
  }

  #nameOf(name: string): HeaderName {
    const known = this.#names.get(name);
    if (known) return known;
    const made = { name, kind: kindOf(name) };
    remember(this.#names, name, made);
    return made;
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

  /** The same text, which many entries share. */
  share(text: string): string {
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    remember(this.#values, text, text);
    return text;
  }
}
