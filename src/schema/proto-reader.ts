import { Buffer, isUtf8 } from 'node:buffer';
import { TWO_32, Wire } from './proto-wire.ts';

/** The bytes are not protobuf; thrown by every method of ProtoReader. */
export class MalformedProto extends Error {}

const SHORT = 64;

/** Reads a range of bytes in protobuf's wire format, and never past its end. */
export class ProtoReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  private constructor(bytes: Buffer, from: number, end: number) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  /** A reader of all the bytes. */
  static of(bytes: Uint8Array): ProtoReader {
    return new ProtoReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
  }

  /** A reader of the unread bytes of several readers, one after the other. */
  static join(parts: readonly ProtoReader[]): ProtoReader {
    const [first] = parts;
    if (parts.length === 1 && first) return first;
    return ProtoReader.of(Buffer.concat(parts.map((part) => part.#bytes.subarray(part.#at, part.#end))));
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new MalformedProto('ends early');
    return this.#bytes[this.#at++] as number;
  }

  /** A varint of one byte, which is the common case; -1 for a longer one, which is not consumed. */
  #readSmall(): number {
    const byte = this.#at < this.#end ? (this.#bytes[this.#at] as number) : 0x80;
    if (byte > 0x7f) return -1;
    this.#at++;
    return byte;
  }

  /** The lower and upper 32 bits of the next varint, as unsigned numbers; higher bits are dropped. */
  #varint(): readonly [low: number, high: number] {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte();
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else high |= (bits & 1) << 31;
      if (byte < 0x80) return [low >>> 0, high >>> 0];
    }
    throw new MalformedProto('has a varint of more than ten bytes');
  }

  /** A tag: the number of a field and its wire type, as one number. */
  tag(): number {
    const small = this.#readSmall();
    if (small >= 8 && (small & 7) <= Wire.FIXED32) return small;
    if (small >= 0) throw new MalformedProto('has a tag that is not valid');
    const [tag, high] = this.#varint();
    if (high !== 0 || tag < 8 || (tag & 7) > Wire.FIXED32) throw new MalformedProto('has a tag that is not valid');
    return tag;
  }

  #length(): number {
    const small = this.#readSmall();
    const [length, high] = small < 0 ? this.#varint() : [small, 0];
    if (high !== 0 || length > this.#end - this.#at) throw new MalformedProto('ends early');
    return length;
  }

  /** A 32-bit integer; higher bits are dropped, as in protobuf. */
  int32(): number {
    return this.#varint()[0] | 0;
  }

  /** A 64-bit integer, in decimal. */
  int64(): string {
    const [low, high] = this.#varint();
    if (high < 0x20_0000) return String(high * TWO_32 + low);
    return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)).toString();
  }

  bool(): boolean {
    const [low, high] = this.#varint();
    return low !== 0 || high !== 0;
  }

  /** A reader of the next value with a length: a message, or a packed list. */
  part(): ProtoReader {
    const length = this.#length();
    const from = this.#at;
    this.#at += length;
    return new ProtoReader(this.#bytes, from, this.#at);
  }

  base64(): string {
    const length = this.#length();
    const from = this.#at;
    this.#at += length;
    return this.#bytes.toString('base64', from, this.#at);
  }

  /** A text, which must be well-formed UTF-8. */
  string(): string {
    const length = this.#length();
    const from = this.#at;
    this.#at += length;
    if (length <= SHORT && this.#isAscii(from)) return this.#bytes.toString('latin1', from, this.#at);
    if (!isUtf8(this.#bytes.subarray(from, this.#at))) throw new MalformedProto('has text that is not UTF-8');
    return this.#bytes.toString('utf8', from, this.#at);
  }

  #isAscii(from: number): boolean {
    for (let at = from; at < this.#at; at++) if ((this.#bytes[at] ?? 0) > 0x7f) return false;
    return true;
  }

  /** Skips the value of a tag; groups may be nested `depth` deep. */
  skip(tag: number, depth: number): void {
    // A loop rather than a call for each level, so that the stack does not grow. The open groups, innermost last.
    const open: number[] = [];
    let next = tag;
    for (;;) {
      const number = next >>> 3;
      switch (next & 7) {
        case Wire.VARINT:
          this.#varint();
          break;
        case Wire.FIXED64:
          this.#pass(8);
          break;
        case Wire.FIXED32:
          this.#pass(4);
          break;
        case Wire.LENGTH:
          this.#pass(this.#length());
          break;
        case Wire.GROUP_START:
          if (open.length >= depth) throw new MalformedProto('is nested too deep');
          open.push(number);
          break;
        default:
          if (open.pop() !== number) throw new MalformedProto('ends a group that was not begun');
      }
      if (open.length === 0) return;
      next = this.tag();
    }
  }

  #pass(size: number): void {
    this.#at += size;
    if (this.#at > this.#end) throw new MalformedProto('ends early');
  }
}
