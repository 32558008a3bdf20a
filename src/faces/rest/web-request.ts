import type { Closing } from '../../kernel/hooks.ts';
import { headOfFields } from '../wire/sent-head.ts';
import { JSON_TYPE, type RestAnswer } from './answer.ts';
import { BodyTooLarge, type RestRequest } from './face.ts';
import type { HttpEnv } from './http-env.ts';
import { BODY_LIMIT, requestOf } from './node-request.ts';
import { bodyInParts } from './web-parts.ts';

/** The same for the body of a Request as `readBody` of one over a socket. @throws ApiError if it is longer than `limit` bytes */
export const readWebBody = async (body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A signal as what is closed when the caller gives up. */
const closingOf = (signal: AbortSignal): Closing => ({
  get closed() {
    return signal.aborted;
  },
  once: (_, listener) => signal.addEventListener('abort', listener, { once: true }),
  off: (_, listener) => signal.removeEventListener('abort', listener),
});

/** A Request for the face, with its headers and its target as they were sent. */
export const restRequestOfWeb = (
  { method, url, signal }: Request,
  { headers, target, readBody }: Pick<HttpEnv['Bindings'], 'headers' | 'target' | 'readBody'>,
): RestRequest =>
  requestOf(method, headers, target, () => readBody(BODY_LIMIT), {
    head: headOfFields(headers, '1.1', url.startsWith('https:')),
    awaited: closingOf(signal),
  });

/** A Response with the status, headers and bytes that `writeAnswer` writes. */
export const webAnswer = (
  { status, body, type = JSON_TYPE, headers, transmission }: RestAnswer,
  method: string,
): Response => {
  const fields = new Headers(headers);
  if (body !== undefined) fields.set('Content-Type', type);
  if (status !== 204) fields.set('Content-Length', String(body === undefined ? 0 : Buffer.byteLength(body)));
  const sent = body !== undefined && transmission ? bodyInParts(Buffer.from(body), transmission) : body;
  return new Response(method === 'HEAD' || sent === undefined ? null : sent, { status, headers: fields });
};
