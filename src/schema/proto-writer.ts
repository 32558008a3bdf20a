import { Buffer } from 'node:buffer';
import { TWO_32, varintSize, writeVarint } from './proto-wire.ts';

const FIRST_SIZE = 16_384;
const MAX_REUSED_BYTES = 4_194_304;
/** The length up to which a loop over the characters is faster than a call of the runtime; it fits one byte. */
const SHORT = 64;
/** A text of this many digits is a whole number that a double can hold. */
const SAFE_DIGITS = 15;

/**
 * Writes protobuf's wire format into one buffer, which grows and is reused. One byte is reserved for the length before a
 * nested message; the few messages with a longer length are moved.
 */
export class ProtoWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #at = 0;

  /** Starts again with an empty buffer. */
  restart(): void {
    this.#at = 0;
    if (this.#bytes.length > MAX_REUSED_BYTES) this.#bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  }

  /** A copy of the written bytes, in memory of its exact size, since some copies live long. */
  finish(): Uint8Array {
    const copy = Buffer.allocUnsafeSlow(this.#at);
    this.#bytes.copy(copy, 0, 0, this.#at);
    return copy;
  }

  /** The bytes written so far, without a copy: valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  #reserve(size: number): void {
    const needed = this.#at + size;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }

  /** A tag, a length or another whole number below 2^32. */
  uint32(value: number): void {
    this.#reserve(5);
    this.#at = writeVarint(this.#bytes, this.#at, value);
  }

  /** A whole number that a double can hold; negative ones take ten bytes. */
  integer(value: number): void {
    if (value >= 0 && value < TWO_32) this.uint32(value);
    else this.#varint64(value >>> 0, Math.floor(value / TWO_32) >>> 0);
  }

  /** A decimal number of at most 64 bits. */
  int64(text: string): void {
    if (text.length <= SAFE_DIGITS) {
      this.integer(Number(text));
      return;
    }
    const value = BigInt.asUintN(64, BigInt(text));
    this.#varint64(Number(value & 0xffff_ffffn), Number(value >> 32n));
  }

  #varint64(low: number, high: number): void {
    this.#reserve(10);
    let [lo, hi] = [low, high];
    while (hi > 0) {
      this.#bytes[this.#at++] = (lo & 0x7f) | 0x80;
      lo = ((lo >>> 7) | (hi << 25)) >>> 0;
      hi >>>= 7;
    }
    this.#at = writeVarint(this.#bytes, this.#at, lo);
  }

  bool(value: boolean): void {
    this.uint32(value ? 1 : 0);
  }

  /** A text in UTF-8, after its length. */
  string(text: string): void {
    const { length } = text;
    this.#reserve(length * 3 + 5);
    if (length < SHORT && this.#putAscii(text, length)) return;
    const bytes = this.#bytes;
    // Nearly all texts are ASCII, so that the number of characters shows how much room the length takes.
    const guess = varintSize(length);
    const from = this.#at + guess;
    const written = bytes.write(text, from);
    this.#fillLength(this.#at, guess, written);
  }

  #putAscii(text: string, length: number): boolean {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      bytes[from + index] = code;
    }
    bytes[this.#at] = length;
    this.#at = from + length;
    return true;
  }

  /** Writes a length into the room reserved before its content, and moves the content if the room does not fit. */
  #fillLength(at: number, room: number, length: number): void {
    const size = varintSize(length);
    const from = at + room;
    if (size !== room) {
      this.#at = from + length;
      this.#reserve(4);
      this.#bytes.copyWithin(at + size, from, from + length);
    }
    writeVarint(this.#bytes, at, length);
    this.#at = at + size + length;
  }

  /** Bytes from base64, after their length. */
  base64(text: string): void {
    const length = Buffer.byteLength(text, 'base64');
    this.#reserve(length + 5);
    this.#at = writeVarint(this.#bytes, this.#at, length);
    this.#at += this.#bytes.write(text, this.#at, 'base64');
  }

  /** Begins a value with a length, such as a message; returns the index to pass to `close`. */
  open(): number {
    this.#reserve(1);
    return this.#at++;
  }

  /** Ends the value that `open` began at an index, and writes its length. */
  close(at: number): void {
    const length = this.#at - at - 1;
    if (length < 0x80) this.#bytes[at] = length;
    else this.#fillLength(at, 1, length);
  }
}
