const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;

/** The end of a string that begins at a quote: the place of the quote that closes it; the end of the text if none does. */
const endOfString = (text: string, begin: number): number => {
  let end = begin;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  } while (end < text.length);
  return end;
};

/** True if a colon follows a place, behind blanks: what is before it is the name of a member. */
const isBeforeColon = (text: string, place: number): boolean => {
  let at = place;
  let code = text.charCodeAt(at);
  while (code === 32 || code === 10 || code === 13 || code === 9) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return code === COLON;
};

/**
 * The first member of a JSON text, at any depth, that an object names twice (behaviour §1.4): JSON.parse takes the last
 * one in silence. Undefined for a text without any; the text must be JSON.
 */
export const findMemberTwice = (text: string): string | undefined => {
  const outer: string[][] = [];
  let names: string[] = [];
  let seen: Set<string> | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN) {
      outer.push(names);
      names = [];
      seen = undefined;
    } else if (code === CLOSE) {
      names = outer.pop() ?? [];
      seen = undefined;
    } else if (code === QUOTE) {
      const end = endOfString(text, at);
      if (isBeforeColon(text, end + 1)) {
        const quoted = text.slice(at, end + 1);
        const name: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
        // A list is quicker to make and to search while it is short.
        if (names.length > 16) seen ??= new Set(names);
        if (seen ? seen.has(name) : names.includes(name)) return name;
        names.push(name);
        seen?.add(name);
      }
      at = end;
    }
  }
  return undefined;
};

/** A byte order mark is a part of the text, which no JSON begins with. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The encodings that a body can be seen to have, each by the bytes that it begins with. */
const ENCODINGS: readonly (readonly [name: string, begin: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ['deflate', [0x78, level]] as const),
];

/** Says why bytes are not JSON, for mistakes that clients make. */
const reasonOf = (bytes: Uint8Array): string => {
  const begins = (begin: readonly number[]): boolean => begin.every((byte, at) => bytes[at] === byte);
  const encoding = ENCODINGS.find(([, begin]) => begins(begin))?.[0];
  if (encoding !== undefined) return `malformed JSON: it is compressed (${encoding}), and must be sent as it is`;
  return begins([0xef, 0xbb, 0xbf]) ? 'malformed JSON: it begins with a byte order mark' : 'malformed JSON';
};

/** The deepest level of objects and lists in a body, as of messages in protobuf: their readers are recursive. */
const DEEPEST = 100;

/** True if objects and lists of a JSON text are nested deeper than any message is. */
export const isTooDeep = (text: string): boolean => {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE || code === CLOSE_LIST) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
};

/** Reads JSON as the published gateway does; what is wrong with the bytes, in words, if it refuses them (behaviour §1.4, §1.8). */
export const readJson = (bytes: Uint8Array): { readonly value: unknown } | { readonly wrong: string } => {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    if (isTooDeep(text)) return { wrong: `malformed JSON: it is nested more than ${DEEPEST} deep` };
    value = JSON.parse(text);
  } catch {
    return { wrong: reasonOf(bytes) };
  }
  const twice = findMemberTwice(text);
  return twice === undefined ? { value } : { wrong: `duplicate field ${JSON.stringify(twice)}` };
};
