import type { Hono } from 'hono';
import { type AppParts, answerCall } from '../../faces/rest/http-app.ts';
import type { HttpEnv } from '../../faces/rest/http-env.ts';
import { isBesideApi } from '../../faces/rest/node-request.ts';
import { readWebBody } from '../../faces/rest/web-request.ts';
import { DEFAULT_WORLD, WORLD_HEADER } from '../../kernel/call-scope.ts';

/** A Request with the headers that HTTP would add on a socket: the host and how the body is framed. */
const bindingsOf = ({ url, headers, body }: Request): HttpEnv['Bindings'] => {
  const { host, pathname, search } = new URL(url);
  const framing = body !== null && !headers.has('content-length') ? { 'transfer-encoding': 'chunked' } : {};
  return {
    headers: { host, ...framing, ...Object.fromEntries(headers) },
    target: `${pathname}${search}`,
    readBody: (limit) => readWebBody(body, limit),
  };
};

/**
 * A Web-standard handler for all that is served over HTTP: the REST face, and the app of what is beside the API. It
 * answers with the status, headers and bytes of the socket.
 */
export const webHandler = (parts: AppParts, beside: Hono<HttpEnv>): ((request: Request) => Promise<Response>) => {
  const answer = answerCall(parts);
  return async (raw) => {
    const bindings = bindingsOf(raw);
    const world = parts.worldOf(bindings.headers);
    let broken: Error | undefined;
    const noteLoss = (error: Error): void => {
      broken = error;
    };
    const env = { ...bindings, world, lost: noteLoss };
    const isBeside = isBesideApi(bindings.target);
    const response = await (isBeside ? beside.fetch(raw, env) : answer({ req: { raw }, env }));
    if (broken) throw broken;
    if (world.id !== DEFAULT_WORLD && !isBeside) response.headers.set(WORLD_HEADER, world.id);
    return response;
  };
};
