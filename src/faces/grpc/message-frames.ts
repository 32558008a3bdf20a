import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type ApiError, exhausted, invalidField } from '../../kernel/errors.ts';
import { briefBuffer } from './brief-buffer.ts';

/** The largest message taken, in bytes: what published clients may send (clients §0.3). */
const MESSAGE_LIMIT = 100 * 1024 * 1024;

const PREFIX = 5;
const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip']);

const tooLarge = (): ApiError => exhausted(`message is larger than ${MESSAGE_LIMIT} bytes`);

/** A message behind its prefix, in one buffer. */
export const framed = (message: Uint8Array, flags = 0): Buffer => {
  const frame = briefBuffer(PREFIX + message.length);
  frame[0] = flags;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
};

/** The encodings of messages that are read here; others are Connect's to refuse. */
export const isReadable = (encoding: unknown): boolean => encoding === undefined || ENCODINGS.has(String(encoding));

const gunzipped = promisify(gunzip);

/** A gzipped message as it was; one that unpacks to more than the limit is refused before it has. */
const unpacked = async (packed: Uint8Array): Promise<Uint8Array> => {
  try {
    return await gunzipped(packed, { maxOutputLength: MESSAGE_LIMIT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw invalidField('body', 'is no gzip');
  }
};

/**
 * The one message of a unary call's body; a promise where it has to be unpacked.
 * @throws ApiError INVALID_ARGUMENT for what is not exactly one message, RESOURCE_EXHAUSTED for one that is too large
 */
export const messageIn = (body: Buffer, encoding: unknown): Uint8Array | Promise<Uint8Array> => {
  if (body.length < PREFIX) throw invalidField('body', 'must be one message');
  if (body.readUInt32BE(1) !== body.length - PREFIX) throw invalidField('body', 'must be one whole message');
  const message = body.subarray(PREFIX);
  if (body[0] === 0) return message;
  if (body[0] === 1 && encoding === 'gzip') return unpacked(message);
  throw invalidField('body', 'is compressed in a way that grpc-encoding does not tell');
};

/**
 * Collects a body of one message, written as it is or in base64. One that is too large, or says that it will be, is
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
    refuse(tooLarge());
  });
  from.on('end', () => {
    if (!isRefused) done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  });
};
