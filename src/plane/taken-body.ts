import type { MiddlewareHandler } from 'hono';
import { parseJson } from '../json.ts';
import { invalidField } from '../kernel/errors.ts';
import { findMemberTwice } from '../schema/read-json.ts';
import { decodeUtf8, NotUtf8 } from '../schema/utf8-text.ts';
import { demandKnownType, JSON_TYPE } from './guard.ts';
import type { ControlEnv } from './route-parts.ts';

/** The methods of calls that may have a body: what others send is not read. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The charset in a media type. */
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/** Refuses a body that is no text in UTF-8, or is said to be none. @throws ApiError INVALID_ARGUMENT */
const demandUtf8 = (bytes: Uint8Array, contentType = ''): void => {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  if (!/^utf-?8$/i.test(charset))
    throw invalidField('body', `must be sent in UTF-8, and not in ${JSON.stringify(charset)}`);
  try {
    decodeUtf8(bytes);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw invalidField('body', `${error.message} (line ${error.line}, column ${error.column})`);
  }
};

/**
 * Reads the body of a call, of at most `limit` bytes, and hands the call on as one whose body is a text. An empty body
 * is none, whatever announces it: its type is dropped if `isTyped` is false, so that nobody parses it.
 */
export const takeBody =
  (limit: number, isTyped: (method: string, path: string) => boolean): MiddlewareHandler<ControlEnv> =>
  async ({ req, env }, next) => {
    const { raw, method, path } = req;
    if (!WITH_BODY.has(method)) return next();
    const bytes = await env.readBody(limit);
    const headers = new Headers(raw.headers);
    const type = headers.get('content-type') ?? undefined;
    if (bytes.length > 0) {
      demandKnownType(type);
      if (!isTyped(method, path)) demandUtf8(bytes, type);
    } else if (!isTyped(method, path)) headers.delete('content-type');
    req.raw = new Request(raw.url, { method, headers, body: bytes.length > 0 ? bytes : null, signal: raw.signal });
    return next();
  };

/** Refuses bodies in JSON that name a member twice, at any depth (behaviour §1.4): one of the two would be lost in silence. */
export const refuseDuplicates: MiddlewareHandler<ControlEnv> = async ({ req }, next) => {
  // The reader of fixtures names the line of a duplicate.
  const isJsonBody = WITH_BODY.has(req.method) && JSON_TYPE.test(req.header('content-type') ?? '');
  if (isJsonBody && !req.path.endsWith('/fixtures')) {
    const text = await req.text();
    const twice = parseJson(text) === undefined ? undefined : findMemberTwice(text);
    if (twice !== undefined) throw invalidField('body', `duplicate field ${JSON.stringify(twice)}`);
  }
  await next();
};
