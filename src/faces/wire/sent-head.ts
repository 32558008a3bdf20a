import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { SentHead } from '../../kernel/hooks.ts';

/** The head of a request of either HTTP version. */
export const headOfNode = (request: IncomingMessage | Http2ServerRequest): SentHead => ({
  rawHeaders: request.rawHeaders,
  httpVersion: request.httpVersion,
  isSecure: 'scheme' in request ? request.scheme === 'https' : (request.socket as TLSSocket | null)?.encrypted === true,
});

/** The head from headers by their names, which are in lower case. */
export const headOfFields = (headers: IncomingHttpHeaders, httpVersion: string, isSecure: boolean): SentHead => {
  const rawHeaders: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) rawHeaders.push(name, String(value));
  }
  return { rawHeaders, httpVersion, isSecure };
};

/** The name that a client gives itself (clients §0.2): published clients send metadata for it. */
export const clientOf = (
  headers: Pick<IncomingHttpHeaders, 'user-agent'> & { readonly cgclientid?: string | readonly string[] | undefined },
): string | undefined => headers.cgclientid?.toString() ?? headers['user-agent'];
