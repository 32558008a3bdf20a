import { Agent, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps, Agent as SecureAgent } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';

/** The hosts of this machine, as they stand in a URL: `localhost`, names below it, and addresses of loopback. */
const HERE = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;
/** The variables by which the `fetch` of a runtime is led through a proxy. */
const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** True for a URL of this machine: no proxy of the environment is asked for it (behaviour N7). */
export const isHere = (url: string): boolean => HERE.test(new URL(url).hostname);

/** The headers that `fetch` adds to a request. */
const OF_FETCH = { accept: '*/*', 'user-agent': 'node' };

// Agents that ignore the proxy of the environment, which the global agents of Node may use.
let agents: { readonly plain: Agent; readonly secure: SecureAgent } | undefined;

const ownFetch = globalThis.fetch;

const answerTo = (request: Request, body: Uint8Array | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { url, method, signal } = request;
    const options = { method, signal, headers: { ...OF_FETCH, ...Object.fromEntries(request.headers) } };
    agents ??= { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };
    const sent = url.startsWith('https:')
      ? overHttps(url, { ...options, agent: agents.secure })
      : overHttp(url, { ...options, agent: agents.plain });
    const fail = (cause: Error): void =>
      reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
    sent.on('response', resolve).on('error', fail);
    sent.on('close', () => fail(new Error('the connection was closed without an answer')));
    sent.end(body);
  });

const sendDirectly = async (request: Request): Promise<Response> => {
  const answer = await answerTo(request, request.body ? new Uint8Array(await request.arrayBuffer()) : undefined);
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const hasBody = request.method !== 'HEAD' && !WITHOUT_BODY.has(status);
  if (!hasBody) answer.resume();
  const body = hasBody ? (Readable.toWeb(answer) as WebStream as ReadableStream) : null;
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: request.url });
};

/**
 * Sends a request as `fetch` does, but to a host of this machine by no proxy of the environment, which some runtimes ask
 * by themselves; and without a turn of `setImmediate`, for which the `fetch` of Node 22 waits, for ever under fake timers.
 * A `fetch` that a test has put in place of the runtime's is called as it is.
 */
export const localFetch = (request: Request): Promise<Response> => {
  // The build binds the function, and not the member.
  const isLed = PROXIES.some((name) => process.env[name]) || globalThis.setImmediate !== setImmediate;
  const isDirect = isLed && globalThis.fetch === ownFetch && isHere(request.url);
  return isDirect ? sendDirectly(request) : fetch(request);
};
