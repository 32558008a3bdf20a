import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { text as textIn } from 'node:stream/consumers';
import type { ControlAnswer, ControlCall } from '../connection/connection.ts';
import { followEvents, type SentEvent } from '../connection/follow.ts';
import { isHere } from '../connection/local-fetch.ts';
import { isProblem } from '../connection/mock-error.ts';
import { isObject, parseJson } from '../json.ts';
import { isLoopbackUrl } from '../plane/guard.ts';
import { CONTROL_PREFIX } from '../plane/prefix.ts';
import { omitUndefined } from '../schema/defined.ts';
import { tlsReason } from '../schema/tls-reason.ts';
import { CommandFailure } from './command-failure.ts';
import type { Target } from './target.ts';

/** The request of a call. A server on this machine is never called through the proxy of the environment. */
const requestTo = (
  { ca }: Target,
  { url, method, headers }: ControlCall,
  signal: AbortSignal | undefined,
): ClientRequest => {
  const isDirect = isHere(url);
  const options = { method, headers, signal };
  return url.startsWith('https:')
    ? overHttps(url, {
        ...options,
        ca,
        rejectUnauthorized: !isLoopbackUrl(url),
        ...(isDirect && { agent: new HttpsAgent() }),
      })
    : overHttp(url, { ...options, ...(isDirect && { agent: new HttpAgent() }) });
};

/** Sends a call, and resolves with its answer as it begins. */
const beginAnswer = (
  target: Target,
  call: ControlCall,
  { timeoutMillis, signal }: { readonly timeoutMillis?: number; readonly signal?: AbortSignal },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = requestTo(target, call, signal);
    if (timeoutMillis !== undefined)
      request.setTimeout(timeoutMillis, () => request.destroy(new Error('no answer in time')));
    // If an error has no message, the code of the system is given.
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(new CommandFailure(`${target.url}: ${tlsReason(error) ?? (error.message || error.code)}`));
    request.on('response', resolve).on('error', fail);
    request.on('close', () => fail(new Error('the connection was closed without an answer')));
    request.end(call.body);
  });

/** True for a refusal of the control plane, which has domains of its own. */
const isOfMock = (body: unknown): boolean =>
  isProblem(body) && body.details.some(({ domain }) => String(domain).startsWith('mock.'));

/** The version of a mock, as far as it says it; undefined if something else answers. Its world may have ended. */
const versionOf = async (target: Target, { headers: { authorization } }: ControlCall, timeoutMillis: number) => {
  const info = { url: `${target.url}${CONTROL_PREFIX}/info`, method: 'GET', headers: omitUndefined({ authorization }) };
  const answer = await beginAnswer(target, info, { timeoutMillis });
  const body = parseJson(await textIn(answer));
  if (isOfMock(body)) return 'unknown';
  return answer.statusCode === 200 && isObject(body) && typeof body.version === 'string' ? body.version : undefined;
};

/** The options of calls to a running server. */
export interface Sending {
  /** The version of this command line. */
  readonly version: string;
  /** The longest time without data from the server, in milliseconds. */
  readonly timeoutMillis: number;
}

/**
 * Sends calls to a running server.
 * @throws CommandFailure if nothing answers, another program does, or a mock that does not know the call
 */
export const sendTo = (
  target: Target,
  { version, timeoutMillis }: Sending,
): ((call: ControlCall) => Promise<ControlAnswer>) => {
  let found: string | undefined;
  return async (call) => {
    const answer = await beginAnswer(target, call, { timeoutMillis });
    const { statusCode: status = 0 } = answer;
    const text = await textIn(answer);
    const body = status === 200 ? undefined : parseJson(text);
    if (isOfMock(body) || (isProblem(body) && status !== 404)) return { status, text: async () => text };
    // Other servers answer with 200, too.
    found ??= await versionOf(target, call, timeoutMillis);
    if (found !== undefined && status === 200) return { status, text: async () => text };
    const path = call.url.slice(target.url.length).replace(/\?.*/, '');
    throw new CommandFailure(
      found === undefined
        ? `what answers at ${target.url} is not platform-mock: ${call.method} ${path} is ${status}`
        : `the mock at ${target.url} is version ${found}, and does not know ${call.method} ${path} of this version, ${version}`,
    );
  };
};

/**
 * Follows a stream of server-sent events of a running server, as `followEvents` does.
 * @throws CommandFailure if nothing answers; MockError if the stream is refused
 */
export const followFrom = (target: Target, call: ControlCall, stop?: AbortSignal): AsyncGenerator<SentEvent, void> =>
  followEvents(
    call.url,
    async ({ headers, signal }) => {
      const answer = await beginAnswer(target, { ...call, headers: { ...call.headers, ...headers } }, { signal });
      return { status: answer.statusCode ?? 0, body: answer, text: () => textIn(answer) };
    },
    stop,
  );
