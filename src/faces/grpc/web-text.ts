import { Readable } from 'node:stream';
import type { UniversalServerRequest, UniversalServerResponse } from '@connectrpc/connect/protocol';
import { fromBase64 } from './web.ts';

const BINARY_TYPE = 'application/grpc-web+proto';

/** The bytes of a body in base64, whose parts may be padded; four characters are decoded together. */
async function* decoded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = '';
  for await (const chunk of body) {
    left += Buffer.from(chunk).toString('latin1');
    const whole = left.length - (left.length % 4);
    yield fromBase64(Buffer.from(left.slice(0, whole)));
    left = left.slice(whole);
  }
  if (left !== '') yield fromBase64(Buffer.from(left));
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
