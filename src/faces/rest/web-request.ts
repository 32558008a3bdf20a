import type { Closing } from '../../kernel/hooks.ts';
import { type BreakOff, breakOffOf, type Transmission } from '../../kernel/transmission.ts';
import { headOfFields } from '../wire/sent-head.ts';
import { JSON_TYPE, type RestAnswer } from './answer.ts';
import { BodyTooLarge, type RestRequest } from './face.ts';
import type { HttpEnv } from './http-env.ts';
import { BODY_LIMIT, requestOf } from './node-request.ts';

/** The reasons that fetch names when its connection ends, or is reset. */
const CAUSES = {
  closed: ['UND_ERR_SOCKET', 'other side closed'],
  reset: ['ECONNRESET', 'read ECONNRESET'],
} as const;

const breakOffError = (how: BreakOff, message: string): TypeError => {
  const [code, said] = CAUSES[how === 'reset' ? 'reset' : 'closed'];
  return new TypeError(message, { cause: Object.assign(new Error(said), { code }) });
};

/** The error with which fetch rejects if an answer is lost (behaviour F13); undefined for one that has a beginning. */
export const findFetchError = (transmission: Transmission): TypeError | undefined => {
  const how = breakOffOf(transmission);
  return transmission.parts || how === undefined ? undefined : breakOffError(how, 'fetch failed');
};

async function* pieces(body: Uint8Array, transmission: Transmission, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const end of transmission.parts?.(body.length, gone) ?? []) {
    yield body.subarray(sent, end);
    sent = end;
  }
  const how = breakOffOf(transmission);
  if (how !== undefined) throw breakOffError(how, 'terminated');
  if (sent < body.length) yield body.subarray(sent);
}

/** The body of a Response as a fault wants it to be sent: a broken one fails as fetch's does (behaviour F13). */
const bodyInParts = (body: Uint8Array, transmission: Transmission): ReadableStream<Uint8Array> => {
  const gone = new AbortController();
  const remaining = pieces(body, transmission, gone.signal);
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await remaining.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => gone.abort(),
  });
};

/** Reads the body of a `Request`, as `readBody` reads one over a socket. @throws ApiError if it is longer than `limit` bytes */
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

/** A signal as a Closing, which closes when the caller gives up. */
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
