// Not imported by name: a Node without crc32 has to start far enough to be refused with a message.
import zlib from 'node:zlib';

/** A checksum as a line has it: eight hexadecimal digits in quotes. */
const SEAL_BYTES = 10;
const BLANK_SEAL = ' '.repeat(SEAL_BYTES);
const NEWLINE = 0x0a;

const sealOf = (checksum: number): string => `"${checksum.toString(16).padStart(8, '0')}"`;

/**
 * A line: its text, the CRC-32 of that, and how the line ends. A CRC finds every accident within 32 bits in a row, and
 * all but one in four thousand million others.
 */
export const sealText = (text: string, closing: string): string => `${text}${sealOf(zlib.crc32(text))}${closing}`;

/** The end of a line as bytes, with the checksum of all of it: `before` is the checksum of the line so far. */
export const sealBytes = (text: string, closing: string, before: number): Buffer => {
  const line = Buffer.from(`${text}${BLANK_SEAL}${closing}`);
  const end = line.length - Buffer.byteLength(closing) - SEAL_BYTES;
  line.write(sealOf(zlib.crc32(line.subarray(0, end), before)), end, 'latin1');
  return line;
};

/** The CRC-32 of text, continued from the CRC-32 of the text before it. */
export const checksumOf = (text: Uint8Array, before: number): number => zlib.crc32(text, before);

/** True for the bytes that `sealText` makes of some text with that closing, but for the newline at the end. */
export const isSealed = (line: Buffer, closing: string): boolean => {
  const start = line.length - closing.length - SEAL_BYTES;
  if (start < 0) return false;
  return line.toString('latin1', start) === `${sealOf(zlib.crc32(line.subarray(0, start)))}${closing}`;
};

/** A line of a file, without its newline. */
export interface Line {
  /** The number of the line, from 1. */
  readonly number: number;
  readonly bytes: Buffer;
  /** The offset of its beginning in the file, in bytes. */
  readonly from: number;
  /** False for text behind the last newline. */
  readonly whole: boolean;
}

/** The lines of a file; text behind the last newline is one, too. */
export function* linesOf(bytes: Buffer): Generator<Line> {
  let from = 0;
  for (let number = 1; from < bytes.length; number += 1) {
    const newline = bytes.indexOf(NEWLINE, from);
    const end = newline < 0 ? bytes.length : newline;
    yield { number, bytes: bytes.subarray(from, end), from, whole: newline >= 0 };
    from = end + 1;
  }
}
