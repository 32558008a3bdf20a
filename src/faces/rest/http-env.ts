import type { IncomingHttpHeaders } from 'node:http';
import type { CallScope } from '../../kernel/call-scope.ts';

/** Reads the body of a request, once. Throws ApiError if it is longer than `limit` bytes, or its client leaves. */
export type ReadBody = (limit: number) => Promise<Uint8Array>;

/** The environment of a Hono app with each request: the parts that a Request does not have as they were sent. */
export interface HttpEnv {
  readonly Bindings: {
    /** Headers in lower case; a host is always among them if the client has sent one. */
    readonly headers: IncomingHttpHeaders;
    /** Path and query, with their escapes and dots. */
    readonly target: string;
    readonly readBody: ReadBody;
    /** The world of the request, if it has been found already. */
    readonly world?: CallScope;
    /** Receives the error of a call whose answer is lost (behaviour F13); missing: it is answered. */
    readonly lost?: (error: Error) => void;
    /** Receives the error of a body that fails while it is sent; missing: its reader receives it. */
    readonly broken?: (error: unknown) => void;
  };
}
