/** True for bytes that begin with a byte order mark of UTF-16, or with a zero among the first two. */
const isUtf16 = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
};

/** Bytes that are not a text in UTF-8, and the place of the first of them; both count from 1. */
export class NotUtf8 extends Error {
  readonly line: number;
  readonly column: number;

  constructor(bytes: Uint8Array) {
    super(isUtf16(bytes) ? 'is UTF-16: write it as UTF-8' : 'is not UTF-8');
    this.name = 'NotUtf8';
    const lines = textBefore(bytes).split('\n');
    this.line = isUtf16(bytes) ? 1 : lines.length;
    this.column = isUtf16(bytes) ? 1 : [...(lines.at(-1) ?? '')].length + 1;
  }
}

/** The text before the first bytes that are not UTF-8. */
const textBefore = (bytes: Uint8Array): string => {
  const mended = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const end = mended.findIndex((byte, at) => byte !== bytes[at]);
  // A character that is cut off has bytes before the first that differs: they are omitted.
  return new TextDecoder().decode(bytes.subarray(0, end === -1 ? mended.length : end), { stream: true });
};

/** The text of bytes in UTF-8, without a byte order mark. @throws NotUtf8 */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotUtf8(bytes);
  }
};

/** The words for the system's reasons why a file or folder cannot be used. */
const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EISDIR', 'is a folder'],
  ['ENOTDIR', 'is no folder'],
  ['EACCES', 'may not be used: permission denied (EACCES)'],
]);

/** Why a file cannot be used as text: `is a folder`, `line 2, column 5: is not UTF-8`. */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof NotUtf8) return `line ${error.line}, column ${error.column}: ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS.get(code) ?? message;
};
