import type { IncomingHttpHeaders } from 'node:http';
import type { MiddlewareHandler } from 'hono';

/** How many times the limit is still read and dropped, so that a client that is sending gets to read the refusal. */
const DROPPED = 8;

/** The text of a body; undefined for one that is longer than the limit, of which no more is kept. */
const textWithin = async (body: ReadableStream<Uint8Array>, limit: number): Promise<string | undefined> => {
  let chunks: Uint8Array[] | undefined = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks && Buffer.concat(chunks).toString('utf8');
    length += value.length;
    if (length > limit) chunks = undefined;
    if (length > limit * DROPPED) return undefined;
    chunks?.push(value);
  }
};

/** Refuses a body of more than `limit` bytes, with or without a Content-Length. */
export const limitBody =
  (limit: number, refuse: () => Response): MiddlewareHandler<{ Bindings: { readonly headers: IncomingHttpHeaders } }> =>
  async (context, next) => {
    const { headers } = context.env;
    const stated = Number(headers['content-length'] ?? 0);
    const isOpen = stated > limit || headers['transfer-encoding'] !== undefined;
    const body = isOpen ? context.req.raw.body : null;
    if (!body) return next();
    const text = await textWithin(body, limit);
    if (text === undefined) return refuse();
    // The stream can be read only once: handlers get the text from this cache, which holds promises despite its type.
    Object.assign(context.req.bodyCache, { text: Promise.resolve(text) });
    return next();
  };
