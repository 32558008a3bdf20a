import { ConnectError } from '@connectrpc/connect';
import type { Compression } from '@connectrpc/connect/protocol';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { ApiError, Code } from '../../kernel/errors.ts';
import type { Operation } from '../../schema/operation.ts';
import { connectError } from './connect-services.ts';
import { inflate, type Packing } from './inflate.ts';
import { authorizationOf, hostOf } from './metadata.ts';
import type { UnaryParts } from './unary-call.ts';
import type { AnyRequest } from './web.ts';

/** The headers in which the protocols name the compression of a message. */
const ENCODING_HEADERS = ['grpc-encoding', 'content-encoding', 'connect-content-encoding'] as const;
/** The query parameter in which a Connect request without a body names it. */
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
