import { Buffer } from 'node:buffer';
import type { ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import { type ApiError, exhausted, invalidField } from '../../kernel/errors.ts';
import type { Packing } from './inflate.ts';

const SIZE = 262_144;
/** Larger pieces get a buffer of their own, so that little of the slab is wasted. */
const LARGEST = SIZE / 4;

let slab = Buffer.allocUnsafeSlow(SIZE);
let at = 0;

/**
 * Uninitialised memory for bytes that are needed only until they are sent. Pieces share one slab, since a buffer for
 * each costs more than filling it; a piece that is referred to later holds the whole slab.
 */
export const briefBuffer = (size: number): Buffer => {
  if (size > LARGEST) return Buffer.allocUnsafeSlow(size);
  if (at + size > SIZE) {
    slab = Buffer.allocUnsafeSlow(SIZE);
    at = 0;
  }
  const piece = slab.subarray(at, at + size);
  at += size;
  return piece;
};

/** The time for which a refused client may continue to send. */
const LINGER_MILLIS = 1_000;

/**
 * Drops, for a while, what a client still sends of an answered request, so that it sees the answer and not a reset.
 * Bytes that nobody reads would hold up the other calls of its connection.
 */
export const dropRest = (stream: ServerHttp2Stream): void => {
  if (stream.readableEnded) return;
  stream.removeAllListeners('data').resume();
  setTimeout(() => stream.close(), LINGER_MILLIS).unref();
};

/** The largest message that is accepted, in bytes: the largest that published clients may send (clients §0.3). */
export const MESSAGE_LIMIT = 100 * 1024 * 1024;

/** The number of bytes that precede a message of gRPC. */
export const PREFIX = 5;
const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip', 'br']);

/** A message with its prefix, in one buffer. */
export const frameMessage = (message: Uint8Array, flags = 0): Buffer => {
  const frame = briefBuffer(PREFIX + message.length);
  frame[0] = flags;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
};

/** True for the encodings of messages that are read here; Connect refuses the others. */
export const isReadable = (encoding: unknown): boolean => encoding === undefined || ENCODINGS.has(String(encoding));

/**
 * The one message of a unary call's body, not yet unpacked, with the coding of its bytes if they are compressed.
 * @throws ApiError INVALID_ARGUMENT for a body that is not exactly one message
 */
export const messageIn = (
  body: Buffer,
  encoding: unknown,
): { readonly bytes: Uint8Array; readonly packing?: Packing } => {
  if (body.length < PREFIX) throw invalidField('body', 'must be one message');
  if (body.readUInt32BE(1) !== body.length - PREFIX) throw invalidField('body', 'must be one whole message');
  const bytes = body.subarray(PREFIX);
  if (body[0] === 0) return { bytes };
  if (body[0] === 1 && (encoding === 'gzip' || encoding === 'br')) return { bytes, packing: encoding };
  throw invalidField('body', 'is compressed in a way that grpc-encoding does not name');
};

/** The bytes of base64 that may have padding in the middle, at the end of one part of a body. */
export const fromBase64 = (text: Buffer): Buffer =>
  Buffer.concat((text.toString('latin1').match(/[^=]+=*/g) ?? []).map((part) => Buffer.from(part, 'base64')));

/**
 * Collects a body of one message, in binary form or in base64. One that is too large, or announces that it will be, is
 * refused at once; the rest of it is read and dropped.
 */
export const collect = (
  from: Readable,
  isText: boolean,
  done: (body: Buffer) => void,
  refuse: (error: ApiError) => void,
): void => {
  const chunks: Buffer[] = [];
  const limit = isText ? Math.ceil(((MESSAGE_LIMIT + PREFIX) * 4) / 3) + 4 : MESSAGE_LIMIT + PREFIX;
  let length = 0;
  let isRefused = false;
  from.on('data', (chunk: Buffer) => {
    if (isRefused) return;
    length += chunk.length;
    chunks.push(chunk);
    const first = chunks[0] as Buffer;
    const announced = !isText && first.length >= PREFIX ? first.readUInt32BE(1) : 0;
    if (length <= limit && announced <= MESSAGE_LIMIT) return;
    isRefused = true;
    chunks.length = 0;
    refuse(exhausted(`message is larger than ${MESSAGE_LIMIT} bytes`));
  });
  const finish = (): void => {
    if (isRefused) return;
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    done(isText ? fromBase64(body) : body);
  };
  // An empty body may have ended while the world of the call was looked up.
  if (from.readableEnded) finish();
  else from.on('end', finish);
};
