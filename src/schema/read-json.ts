import { findMemberTwice } from './member-twice.ts';

/** A byte order mark is a part of the text, which no JSON begins with. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The encodings that a body can be seen to have, each by the bytes that it begins with. */
const ENCODINGS: readonly (readonly [name: string, begin: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ['deflate', [0x78, level]] as const),
];

/** Why bytes are not JSON, for what clients do by mistake. */
const reasonOf = (bytes: Uint8Array): string => {
  const begins = (begin: readonly number[]): boolean => begin.every((byte, at) => bytes[at] === byte);
  const encoding = ENCODINGS.find(([, begin]) => begins(begin))?.[0];
  if (encoding !== undefined) return `malformed JSON: it is compressed (${encoding}), and must be sent as it is`;
  return begins([0xef, 0xbb, 0xbf]) ? 'malformed JSON: it begins with a byte order mark' : 'malformed JSON';
};

/** Reads JSON as the published gateway does; what is wrong with the bytes, in words, if it refuses them (behaviour §1.4, §1.8). */
export const readJson = (bytes: Uint8Array): { readonly value: unknown } | { readonly wrong: string } => {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    return { wrong: reasonOf(bytes) };
  }
  const twice = findMemberTwice(text);
  return twice === undefined ? { value } : { wrong: `duplicate field ${JSON.stringify(twice)}` };
};
