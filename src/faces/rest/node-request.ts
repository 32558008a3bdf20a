import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../kernel/errors.ts';
import { CONTROL_TOKEN_HEADER, FAULT_HEADER } from '../../kernel/faults.ts';
import type { Closing } from '../../kernel/hooks.ts';
import { clientOf, headOfNode } from '../wire/sent-head.ts';
import { transmit } from '../wire/transmit.ts';
import { JSON_TYPE, type RestAnswer } from './answer.ts';
import { BodyTooLarge, type RestRequest } from './face.ts';

/** The largest body that is accepted, in bytes (behaviour §1.9). */
export const BODY_LIMIT = 4 * 1024 * 1024;

const BESIDE_API = /^\/(?:$|[?#]|docs(?:[/?#]|$)|openapi[.-]|_mock\/|\.well-known\/)/;

/**
 * True for requests that go through the app: pages, documents, keys and the control plane. All others go directly to the
 * REST face, with the request target as it was sent: that is quicker, and a URL parser would change uids.
 */
export const isBesideApi = (target: string | undefined): boolean => target !== undefined && BESIDE_API.test(target);

/**
 * Reads the body of a request over either version of HTTP, once.
 * @throws ApiError if it is longer than `limit` bytes, or its client leaves before its end
 */
export const readBody = (incoming: IncomingMessage, limit: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // Each body closes, also one that has been read; that is no error.
    let isRead = false;
    const leave = (): void => {
      if (!isRead) reject(new ApiError('CANCELLED', 'Cancelled: the request was broken off'));
    };
    if (incoming.aborted || incoming.destroyed) return leave();
    if (Number(incoming.headers['content-length']) > limit) return reject(new BodyTooLarge(limit));
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) reject(new BodyTooLarge(limit));
      else chunks.push(chunk);
    });
    incoming.on('end', () => {
      isRead = true;
      resolve(Buffer.concat(chunks));
    });
    // Over HTTP/2 a body that its client aborts ends like a whole one.
    incoming.on('aborted', leave).on('error', leave).on('close', leave);
  });

/** A request for the face: the facts in its method and headers, its target, and a reader of its body. */
export const requestOf = (
  method: string,
  headers: IncomingHttpHeaders,
  target: string,
  body: RestRequest['body'],
  { head, awaited }: Pick<RestRequest, 'head' | 'awaited'> = {},
): RestRequest => ({
  method,
  target,
  head,
  awaited,
  authorization: headers.authorization,
  host: headers.host,
  contentType: headers['content-type'],
  fault: headers[FAULT_HEADER]?.toString(),
  controlToken: headers[CONTROL_TOKEN_HEADER]?.toString(),
  traceparent: headers.traceparent?.toString(),
  client: clientOf(headers),
  methodOverride: method === 'POST' ? headers['x-http-method-override']?.toString() : undefined,
  body,
});

/** A node request for the face. It reads node's headers, since building a Headers object costs a third of a call. */
export const restRequestOf = (incoming: IncomingMessage): RestRequest =>
  requestOf(incoming.method ?? 'GET', incoming.headers, incoming.url ?? '/', () => readBody(incoming, BODY_LIMIT), {
    head: headOfNode(incoming),
    awaited: 'stream' in incoming ? (incoming.stream as Closing) : incoming.socket,
  });

/** Writes an answer to a node response. If a fault sends it in its own way, returns a promise that it has been sent. */
export const writeAnswer = (
  answer: RestAnswer,
  outgoing: ServerResponse,
  method: string | undefined,
): void | Promise<void> => {
  const { status, body, type = JSON_TYPE, isAscii = false, headers, transmission } = answer;
  const fields: Record<string, string | number> = headers ? { ...headers } : {};
  if (body !== undefined) fields['Content-Type'] = type;
  if (status !== 204) fields['Content-Length'] = isAscii ? (body ?? '').length : Buffer.byteLength(body ?? '');
  if (transmission) {
    return transmit(outgoing, { status, headers: fields }, Buffer.from(body ?? ''), transmission);
  }
  outgoing.writeHead(status, fields);
  if (method === 'HEAD' || body === undefined) outgoing.end();
  // Node writes text of one byte a character together with the headers.
  else outgoing.end(body, isAscii ? 'latin1' : 'utf8');
  return undefined;
};
