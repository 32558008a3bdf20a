import type { Http2ServerResponse } from 'node:http2';
import { Readable } from 'node:stream';
import type { Registry } from '@bufbuild/protobuf';
import {
  Code as ConnectCode,
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createContextValues,
} from '@connectrpc/connect';
import {
  assertByteStreamRequest,
  type UniversalHandler,
  type UniversalServerRequest,
  type UniversalServerResponse,
} from '@connectrpc/connect/protocol';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import { parseJson } from '../../json.ts';
import { ApiError, Code, type CodeName } from '../../kernel/errors.ts';
import type { FollowedCall } from '../../kernel/hooks.ts';
import type { Transmission } from '../../kernel/transmission.ts';
import type { Operation } from '../../schema/operation.ts';
import type { Profile } from '../../schema/profile.ts';
import { type AnyResponse, breakOff } from '../wire/break-off.ts';
import { transmit } from '../wire/transmit.ts';
import { asBinary, asText, type BodyBounds, boundBody, brotli, gzip, isPacked, refusalOf } from './connect-body.ts';
import {
  apiServices,
  type CallDeadline,
  type ConnectCall,
  connectErrorOf,
  currentCall,
  type WantedAnswer,
} from './connect-services.ts';
import { dropRest } from './message-frames.ts';
import { timeoutHeaderOf } from './metadata.ts';
import { type CapturedJson, captureJson } from './sent-json.ts';
import { readServed } from './served.ts';
import { standardServices } from './standard-services.ts';
import { encodeGrpcMessage } from './status.ts';
import { type CallParts, failureOf, type GrpcParts, noteBreakOff, startDeadline, trySend } from './unary-call.ts';
import { blameCaller, bytesOf, type Failure } from './unreadable.ts';
import { type AnyRequest, isTextType, sendPage } from './web.ts';

/**
 * The largest message that the library reads, in bytes, as for the body of a JSON request. It makes an object of
 * every item before they can be counted, so 100 MB of empty items would exhaust the memory.
 */
const LIBRARY_LIMIT = 4 * 1024 * 1024;
const UNIMPLEMENTED = String(ConnectCode.Unimplemented);
const METHOD_NOT_ALLOWED = 405;

const isHttp2 = (response: AnyResponse): response is Http2ServerResponse => 'stream' in response;

/** Answers, in the protocol of the client, that the method does not exist. */
const answerUnknown = (
  { headers, url = '' }: AnyRequest,
  response: AnyResponse,
  entry: FollowedCall | undefined,
  fail: (error: unknown) => void,
): void => {
  const type = headers['content-type'] ?? '';
  const message = `unknown method ${url.split('?', 1)[0]}`;
  entry?.end(new ApiError('UNIMPLEMENTED', message));
  trySend(() => sendUnknown(type, message, response), fail);
};

const sendUnknown = (type: string, message: string, response: AnyResponse): void => {
  if (isHttp2(response) && response.stream.destroyed) return;
  if (/^application\/grpc/i.test(type)) {
    const headers = {
      'content-type': type,
      'grpc-status': UNIMPLEMENTED,
      'grpc-message': encodeGrpcMessage(message),
    };
    // In HTTP/2 the headers must end the stream to be taken for trailers.
    if (isHttp2(response)) response.stream.respond({ ':status': 200, ...headers }, { endStream: true });
    else response.writeHead(200, headers).end();
    return;
  }
  response.writeHead(501, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 'unimplemented', message }));
};

/** Adds the allowed methods to a 405, which the library sends without (behaviour §2.6). */
const addAllow = (answer: UniversalServerResponse, { allowedMethods }: UniversalHandler): UniversalServerResponse =>
  answer.status === METHOD_NOT_ALLOWED
    ? {
        ...answer,
        header: new Headers({ ...Object.fromEntries(answer.header ?? []), allow: allowedMethods.join(', ') }),
      }
    : answer;

/** The error of a call that the library refused before it began, such as one whose message cannot be read. */
const errorIn = ({ status }: UniversalServerResponse, text: string): ApiError => {
  const code = status === 404 || status === METHOD_NOT_ALLOWED || status === 415 ? 'UNIMPLEMENTED' : 'INVALID_ARGUMENT';
  const { code: said = '', message = `the request was refused with HTTP ${status} before it was read` } = (parseJson(
    text,
  ) ?? {}) as Failure;
  const name = said.toUpperCase();
  return new ApiError(Object.hasOwn(Code, name) ? (name as CodeName) : code, message, { isBare: true });
};

/** Ends the entry of a call that the library refused, with the message as it was sent if that is known. */
const noteRefusal = async (
  answer: UniversalServerResponse,
  entry: FollowedCall,
  captured: CapturedJson | undefined,
): Promise<UniversalServerResponse> => {
  const text = (await bytesOf(answer.body)).toString();
  entry.body = await captured?.message().catch(() => undefined);
  entry.end(errorIn(answer, text), text, answer.status);
  return answer.body ? { ...answer, body: Readable.from([Buffer.from(text)]) } : answer;
};

/** The handlers of calls to services, by the path of the method. */
const handlersOf = (
  registry: Registry,
  services: readonly ((router: ConnectRouter) => unknown)[],
): ReadonlyMap<string, UniversalHandler> => {
  const router = createConnectRouter({
    acceptCompression: [gzip, brotli],
    readMaxBytes: LIBRARY_LIMIT,
    jsonOptions: { registry, ignoreUnknownFields: true },
  });
  for (const add of services) add(router);
  return new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
};

/** The deadline of a call; undefined for a call without one. A malformed timeout is a deadline that is over. */
const deadlineOf = (request: AnyRequest, response: AnyResponse): CallDeadline | undefined => {
  if (request.headers[timeoutHeaderOf(request.headers)] === undefined) return undefined;
  let stop = (): void => {};
  const ended = new Promise<never>((_, reject) => {
    const end = (error: unknown): void => {
      // The rest of the body is not read, so a connection of HTTP/1.1 ends with the answer.
      if (!isHttp2(response) && !request.complete) response.shouldKeepAlive = false;
      reject(error);
    };
    try {
      stop = startDeadline({ headers: request.headers, awaited: response }, end);
    } catch (error) {
      end(error);
    }
  });
  // A call that has been answered does not wait for it.
  ended.catch(() => {});
  return { ended, stop };
};

/**
 * The headers and the signal that the library gets. Its timers cannot wait for some timeouts: instead the signal aborts
 * at the deadline. A content-length, by which it would refuse a body unread, is left out if the message is bounded
 * here.
 */
const ownTimes = (
  { header, signal }: Pick<UniversalServerRequest, 'header' | 'signal'>,
  deadline: CallDeadline | undefined,
  { refuse, message }: Pick<BodyBounds, 'refuse' | 'message'>,
): Pick<UniversalServerRequest, 'header' | 'signal'> => {
  const seen = new Headers(header);
  if (message !== undefined) seen.delete('content-length');
  if (deadline) for (const name of ['grpc-timeout', 'connect-timeout-ms']) seen.delete(name);
  // Operations end by themselves; a stream ends with its signal.
  if (!deadline || message !== undefined) return { header: seen, signal };
  const controller = new AbortController();
  const leave = (): void => controller.abort(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  deadline.ended.catch((error: ApiError) => controller.abort(refuse(error)));
  return { header: seen, signal: controller.signal };
};

/**
 * Sends an answer of the library as a fault wants it (behaviour F10 to F12). After a message only the trailers of gRPC
 * can have an error, which `trailersOf` renders; every other protocol has sent its status before.
 */
const sendConnectParts = async (
  { status, header, body, trailer }: UniversalServerResponse,
  response: AnyResponse,
  { parts, end }: Transmission,
  trailersOf: (error: ApiError) => Readonly<Record<string, string>>,
): Promise<void> => {
  const whole = await bytesOf(body);
  const framing = trailer ? {} : { 'content-length': whole.length };
  const head = { status, headers: { ...Object.fromEntries(header ?? []), ...framing } };
  const hasStatus = trailer !== undefined && end instanceof ApiError;
  if (trailer && end !== 'truncate') {
    response.addTrailers({ ...Object.fromEntries(trailer), ...(hasStatus && trailersOf(end)) });
  }
  const rest = { ...(parts && { parts }), ...(end !== undefined && !hasStatus && { end }) };
  await transmit(response, head, whole, rest);
};

/** Sends the answer of the library, or what a fault wants in its place. */
const sendGiven = async (
  given: UniversalServerResponse,
  response: AnyResponse,
  operation: Operation | undefined,
  captured: CapturedJson | undefined,
  { wanted, deadline, ...parts }: GrpcParts & ConnectCall,
): Promise<void> => {
  const { page, transmission } = wanted;
  if (page) {
    sendPage(response, page);
    return;
  }
  if (transmission && operation) {
    noteBreakOff(transmission, parts);
    deadline?.ended.catch(() => breakOff(response, 'drop'));
    await sendConnectParts(given, response, transmission, (error) => ({ ...failureOf(error, operation, parts) }));
    return;
  }
  const blamed = await blameCaller(given);
  const { entry } = parts;
  const isNoted = blamed.status >= 400 && entry?.isOpen;
  await universalResponseToNodeResponse(isNoted ? await noteRefusal(blamed, entry, captured) : blamed, response);
};

async function* objectUnlessSent(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    yield chunk;
  }
  if (length === 0) yield Buffer.from('{}');
}

/** A JSON request without a body gets an empty object as its body (behaviour §1.7): the library would refuse it. */
const orEmptyObject = <R extends UniversalServerRequest & { readonly body: AsyncIterable<Uint8Array> }>(
  { headers }: AnyRequest,
  asked: R,
): R => {
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  // A body may follow although none is announced.
  if (!isJson || headers['content-encoding'] || Number(headers['content-length'] ?? 0) > 0) return asked;
  const header = new Headers(asked.header);
  header.delete('content-length');
  return { ...asked, header, body: objectUnlessSent(asked.body) };
};

/** The answer of a handler to a request in any form: the library knows neither base64 nor JSON without a body. */
const handleAs = async (
  handler: UniversalHandler,
  request: AnyRequest,
  asked: UniversalServerRequest & { readonly body: AsyncIterable<Uint8Array> },
): Promise<UniversalServerResponse> => {
  const type = request.headers['content-type'] ?? '';
  const isText = isTextType(type);
  const sent = orEmptyObject(request, asked);
  const answered = addAllow(await handler(isText ? asBinary(sent) : sent), handler);
  return isText ? asText(answered, type) : answered;
};

/** Answers a request through Connect. */
export type ConnectAnswer = (request: AnyRequest, response: AnyResponse, call: CallParts) => void;

/**
 * Answers requests to worlds of one profile through Connect's router: gRPC, gRPC-Web and the Connect protocol, with
 * compression and streams.
 */
export const connectAdapter = (parts: GrpcParts, profile: Profile): ConnectAnswer => {
  const described = parts.kernel.operationsIn(profile);
  const served = readServed(profile, described);
  const handlers = handlersOf(served.registry, [
    apiServices(served.services, described, parts),
    standardServices(served, parts.serving),
  ]);
  const operations = new Map<string, Operation>(
    served.services.flatMap(({ desc, operations: of }) =>
      [...of].map(([method, operation]) => [`/${desc.typeName}/${method}`, operation] as const),
    ),
  );
  return (request, response, call) => {
    // The library asks for the socket, which is gone with its client.
    if (request.destroyed) return;
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    // Whatever cannot be answered ends this stream only.
    const fail = (error: unknown): void => {
      parts.report(error, path);
      breakOff(response, 'reset');
    };
    const handler = handlers.get(path);
    if (!handler) {
      request.resume();
      answerUnknown(request, response, call.entry, fail);
      return;
    }
    if (isHttp2(response)) response.stream.once('finish', () => dropRest(response.stream));
    const operation = operations.get(path);
    const wanted: WantedAnswer = {};
    const values = createContextValues();
    const asked = universalRequestFromNodeRequest(request, response, undefined, values);
    assertByteStreamRequest(asked);
    const { headers } = request;
    const refuse = (error: ApiError): ConnectError => {
      call.failed?.(error.code);
      call.entry?.end(error);
      return connectErrorOf(error, operation, call.world.settings);
    };
    const deadline = deadlineOf(request, response);
    const captured = call.entry?.journalEntry && captureJson(request, asked.body, LIBRARY_LIMIT);
    const awaited = isHttp2(response) ? response.stream : response;
    const its = { ...parts, ...call, wanted, headers, awaited, deadline, sentJson: captured?.message };
    values.set(currentCall, its);
    const isFramed = timeoutHeaderOf(headers) === 'grpc-timeout';
    const bounds = { isFramed, message: operation && LIBRARY_LIMIT, ended: deadline?.ended, refuse };
    const answer = async (): Promise<void> => {
      const refusal = operation && isPacked(request) ? await refusalOf(operation, request, its) : undefined;
      if (refusal) request.resume();
      const times = ownTimes(asked, deadline, bounds);
      const body = boundBody(refusal ?? captured?.body ?? asked.body, bounds);
      const given = await handleAs(handler, request, { ...asked, ...times, body });
      await sendGiven(given, response, operation, captured, its);
    };
    answer().catch((error: unknown) => {
      // A client that has disconnected is not a failure.
      if (ConnectError.from(error).code !== ConnectCode.Aborted) fail(error);
    });
  };
};
