import { Readable } from 'node:stream';
import { ConnectError } from '@connectrpc/connect';
import type { Compression, UniversalServerRequest, UniversalServerResponse } from '@connectrpc/connect/protocol';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { ApiError, Code, exhausted } from '../../kernel/errors.ts';
import type { Operation } from '../../schema/operation.ts';
import { connectError } from './connect-services.ts';
import { inflate, type Packing } from './inflate.ts';
import { fromBase64 } from './message-frames.ts';
import { authorizationOf, hostOf } from './metadata.ts';
import type { UnaryParts } from './unary-call.ts';
import type { AnyRequest } from './web.ts';

const PREFIX = 5;

/** The bounds within which the body of a call is read. */
export interface BodyBounds {
  /** The largest message, in bytes; missing: the library bounds it. */
  readonly message?: number | undefined;
  /** True for a message that has the prefix of gRPC. */
  readonly isFramed: boolean;
  /** Rejects when the time of the call is up; missing: it has no deadline. */
  readonly ended?: Promise<never> | undefined;
  /** The error of the call in the form of the library. */
  readonly refuse: (error: ApiError) => Error;
}

/** True for a message that is too large, or announces that it will be. */
const isTooLarge = (first: Uint8Array, length: number, { message, isFramed }: BodyBounds): boolean => {
  if (message === undefined) return false;
  if (!isFramed) return length > message;
  const announced = first.length < PREFIX ? 0 : new DataView(first.buffer, first.byteOffset).getUint32(1);
  return Math.max(announced, length - PREFIX) > message;
};

/** Reads the rest and discards it: a client of HTTP/1.1 may look for the answer only after it has sent everything. */
const dropRest = async (chunks: AsyncIterator<Uint8Array>): Promise<void> => {
  while (!(await chunks.next()).done);
};

/** Passes a body on until its message is too large, and then drops the rest, or until the time of its call is up. */
export async function* boundBody(body: AsyncIterable<Uint8Array>, bounds: BodyBounds): AsyncGenerator<Uint8Array> {
  const { ended, refuse, message } = bounds;
  const chunks = body[Symbol.asyncIterator]();
  let first: Uint8Array | undefined;
  let length = 0;
  for (;;) {
    const chunk = await Promise.race(ended ? [chunks.next(), ended] : [chunks.next()]).catch((error: unknown) => {
      throw error instanceof ApiError ? refuse(error) : error;
    });
    if (chunk.done) return;
    first ??= chunk.value;
    length += chunk.value.length;
    if (isTooLarge(first, length, bounds)) {
      dropRest(chunks).catch(() => {});
      throw refuse(exhausted(`message is larger than ${message} bytes`));
    }
    yield chunk.value;
  }
}

const BINARY_TYPE = 'application/grpc-web+proto';

/** The bytes of a body in base64, whose parts may be padded; four characters are decoded together. */
async function* decoded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending = '';
  for await (const chunk of body) {
    pending += Buffer.from(chunk).toString('latin1');
    const whole = pending.length - (pending.length % 4);
    yield fromBase64(Buffer.from(pending.slice(0, whole)));
    pending = pending.slice(whole);
  }
  if (pending !== '') yield fromBase64(Buffer.from(pending));
}

async function* encoded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield Buffer.from(Buffer.from(chunk).toString('base64'));
}

/** A request in the text form of gRPC-Web as one in its binary form, the only one that the library knows. */
export const asBinary = <R extends UniversalServerRequest & { readonly body: AsyncIterable<Uint8Array> }>(
  request: R,
): R => {
  const header = new Headers(request.header);
  header.set('content-type', BINARY_TYPE);
  return { ...request, header, body: decoded(request.body) };
};

/** The answer to such a request in the text form, each part of it with its own padding. */
export const asText = ({ header, body, ...answer }: UniversalServerResponse, type: string): UniversalServerResponse => {
  const fields = new Headers(header);
  fields.set('content-type', type);
  return { ...answer, header: fields, ...(body && { body: Readable.from(encoded(body)) }) };
};

/** The headers in which the protocols name the compression of a message. */
const ENCODING_HEADERS = ['grpc-encoding', 'content-encoding', 'connect-content-encoding'] as const;
/** The query parameter in which a Connect request without a body names the compression. */
const ENCODING_PARAMETER = /[?&]compression=/;

/** The library's compression with the bounds of `inflate`; messages are small here and released at once. */
const boundInflation = (compression: Compression, packing: Packing): Compression => ({
  ...compression,
  decompress: async (bytes, largest) => {
    try {
      const { message, release } = await inflate(bytes, packing, largest);
      release();
      return new Uint8Array(message);
    } catch (error) {
      throw error instanceof ApiError ? new ConnectError(error.message, Code[error.code]) : error;
    }
  },
});

export const gzip = boundInflation(compressionGzip, 'gzip');
export const brotli = boundInflation(compressionBrotli, 'br');

/** True for a request whose messages may be compressed. */
export const isPacked = ({ headers, url = '' }: AnyRequest): boolean =>
  ENCODING_PARAMETER.test(url) ||
  ENCODING_HEADERS.some((name) => headers[name] !== undefined && headers[name] !== 'identity');

/**
 * A body that fails with the refusal of bad credentials, so that the library reports it in the protocol of the request
 * and unpacks nothing; undefined for good credentials, and for those that are checked with the request.
 */
export const refusalOf = async (
  operation: Operation,
  { headers }: AnyRequest,
  parts: UnaryParts,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  if (operation.auth === 'bearer') return undefined;
  try {
    await parts.world.authenticate(authorizationOf(headers), operation.auth, hostOf(headers));
    return undefined;
  } catch (error) {
    const refusal = connectError(error, operation, parts);
    return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refusal) }) };
  }
};
