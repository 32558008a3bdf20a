import type { MiddlewareHandler } from 'hono';
import { demandKnownType } from './guard.ts';
import type { ControlEnv } from './route-parts.ts';

/** The methods of calls that may have a body. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Reads the body of a call, of at most `limit` bytes, and hands the call on as one whose body is a text. A body without a
 * byte is none, whatever announces it: its type is dropped where `isTyped` does not hold, so nobody parses it.
 */
export const takeBody =
  (limit: number, isTyped: (method: string, path: string) => boolean): MiddlewareHandler<ControlEnv> =>
  async ({ req, env }, next) => {
    const { raw, method, path } = req;
    if (!WITH_BODY.has(method)) return next();
    const bytes = await env.readBody(limit);
    const headers = new Headers(raw.headers);
    if (bytes.length > 0) demandKnownType(headers.get('content-type') ?? undefined);
    else if (!isTyped(method, path)) headers.delete('content-type');
    req.raw = new Request(raw.url, { method, headers, body: bytes.length > 0 ? bytes : null, signal: raw.signal });
    return next();
  };
