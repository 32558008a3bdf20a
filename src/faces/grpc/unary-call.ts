import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import { type Answer, EMPTY } from '../../kernel/answer.ts';
import type { Kernel } from '../../kernel/call.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import { callerError, type Report } from '../../kernel/caller-error.ts';
import { ApiError, type CodeName } from '../../kernel/errors.ts';
import { transmissionOf } from '../../kernel/faults.ts';
import type { FollowedCall } from '../../kernel/hooks.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { BROKEN_OFF, type BreakOff, type BrokenOff, type Transmission } from '../../kernel/transmission.ts';
import type { Operation } from '../../schema/operation.ts';
import { profileIn } from '../../schema/profile.ts';
import type { AnyResponse } from '../wire/break-off.ts';
import { type ProxyPage, proxyPageOf } from '../wire/proxy-page.ts';
import { inflate } from './inflate.ts';
import { collect, MESSAGE_LIMIT, messageIn } from './message-frames.ts';
import { authorizationOf, GrpcSent, hostOf, timeoutOf } from './metadata.ts';
import { readCall, readCallAgain } from './read-call.ts';
import { answerBytesIn } from './row-bytes.ts';
import type { Serving } from './serving.ts';
import { type StatusTrailers, statusTrailers } from './status.ts';

/** The parts of one call: the world that it runs in, and a receiver of the code with which it fails. */
export interface CallParts {
  readonly world: CallScope;
  /** Headers of the answer beside the protocol's. */
  readonly answerHeaders?: Readonly<Record<string, string>> | undefined;
  readonly failed?: ((code: CodeName | BrokenOff) => void) | undefined;
  /** The record of the call, which is followed to its end. */
  readonly entry?: FollowedCall | undefined;
}

/** The dependencies of every call over gRPC. */
export interface GrpcParts {
  readonly kernel: Kernel;
  /** Receives failures that no request is to blame for. */
  readonly report: Report;
  /** The health of the mock. */
  readonly serving: Serving;
}

/** The stream or the response that a caller waits for. */
type Awaited = AnyResponse | ServerHttp2Stream;

/** The head of a call: the path of its method, and its metadata. */
export interface UnaryHead {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The stream or the response, which is closed when the caller gives up. */
  readonly awaited: Awaited;
}

/** The dependencies of one call over gRPC. */
export interface UnaryParts extends GrpcParts, CallParts {}

/** The answer of a call: the bytes of its message. */
export interface UnaryAnswer {
  readonly bytes: Uint8Array;
  /** The transmission that a fault wants; missing: as any other. */
  readonly transmission?: Transmission | undefined;
}

/** The most bytes that are unpacked for callers without credentials: the limit of a JSON body. */
const STRANGERS_LIMIT = 4 * 1024 * 1024;

/** The largest size of a packed message: bad credentials are refused before anything is unpacked. */
const largestOf = async ({ auth }: Operation, headers: IncomingHttpHeaders, world: CallScope): Promise<number> => {
  // Credentials for a new token are judged with the request that they come with.
  if (auth === 'bearer') return STRANGERS_LIMIT;
  const { identity } = await world.authenticate(authorizationOf(headers), auth, hostOf(headers));
  return identity === '' ? STRANGERS_LIMIT : MESSAGE_LIMIT;
};

/** Runs the call of an unpacked message. */
const runCall = (
  bound: BoundOperation,
  { target, headers, awaited }: UnaryHead,
  message: Uint8Array,
  { kernel, world, entry }: UnaryParts,
): Promise<Answer> => {
  if (entry) entry.body = message;
  const asked = {
    authorization: authorizationOf(headers),
    read: () => readCall(bound.operation, message),
    host: hostOf(headers),
    sent: new GrpcSent(target, headers, awaited),
    entry: entry?.journalEntry,
  };
  return kernel.call(bound, asked, world);
};

const renderAnswer = (answer: Answer, { response }: Operation, { world, entry }: UnaryParts): UnaryAnswer => {
  // A caller whose time is up has been answered by now.
  if (entry) entry.handled = answer;
  return {
    bytes: answerBytesIn(profileIn(world.settings)).answer(answer, response),
    transmission: answer.transmission,
  };
};

/**
 * Runs the call of a body of one framed message, and returns its answer.
 * @throws ApiError
 */
const runUnary = async (
  bound: BoundOperation,
  head: UnaryHead,
  body: Buffer,
  parts: UnaryParts,
): Promise<UnaryAnswer> => {
  const { headers } = head;
  const { operation } = bound;
  const { bytes, packing } = messageIn(body, headers['grpc-encoding']);
  if (packing === undefined) return renderAnswer(await runCall(bound, head, bytes, parts), operation, parts);
  const { message, release } = await inflate(bytes, packing, await largestOf(operation, headers, parts.world));
  try {
    return renderAnswer(await runCall(bound, head, message, parts), operation, parts);
  } finally {
    release();
  }
};

/** Sends the answer of a call; `fail` receives why it could not be sent. */
export const trySend = (send: () => void | Promise<void>, fail: (error: unknown) => void): void => {
  try {
    send()?.catch(fail);
  } catch (error) {
    fail(error);
  }
};

/** Ends a call whose client has gone. Checked first, because creating an error is expensive. */
export const endCancelled = (entry: FollowedCall | undefined): void => {
  if (entry?.isOpen) entry.end(new ApiError('CANCELLED', 'Cancelled: the request was broken off'));
};

/** The error that the caller of a call gets; internal errors are reported, and the entry of the call ends. */
export const endInFailure = (error: unknown, { id }: Operation, { report, failed, entry }: UnaryParts): ApiError => {
  const answered = callerError(error, report, id);
  failed?.(answered.code);
  entry?.end(answered);
  return answered;
};

/** The trailers of a call that failed. */
export const failureOf = (error: unknown, operation: Operation, parts: UnaryParts): StatusTrailers => {
  const { world } = parts;
  const { domain, edition } = operation;
  const answered = endInFailure(error, operation, parts);
  return statusTrailers(answered, domain, world.settings, edition);
};

/**
 * Calls `expire` when the caller's timeout has passed, which may be at once, unless what it waits for is closed before.
 * Returns the function that cancels it.
 * @throws ApiError INVALID_ARGUMENT for a malformed timeout
 */
export const startDeadline = (
  { headers, awaited }: Pick<UnaryHead, 'headers' | 'awaited'>,
  expire: (error: ApiError) => void,
): (() => void) => {
  const millis = timeoutOf(headers);
  // The client of a call that had to wait for its world may have gone by then.
  const { destroyed } = 'stream' in awaited ? awaited.stream : awaited;
  if (millis === undefined || destroyed) return () => {};
  const end = (): void => expire(new ApiError('DEADLINE_EXCEEDED', 'Deadline exceeded: the time of the call is up'));
  // A timer cannot measure less than a millisecond.
  if (millis < 1) {
    end();
    return () => {};
  }
  // The connection of an open call keeps the process alive. The timer must not: some streams never emit `close`.
  const timer = setTimeout(end, Math.ceil(millis)).unref();
  const stop = (): void => clearTimeout(timer);
  awaited.on('close', stop);
  return stop;
};

/** Notes in the log how an answer is broken off, unless it is whole, or ends with an error. */
export const noteBreakOff = ({ end }: Transmission, { failed }: Pick<CallParts, 'failed'>): void => {
  if (end !== undefined && !(end instanceof ApiError)) failed?.(BROKEN_OFF[end]);
};

/** The way in which one protocol answers a call. */
export interface Reply {
  /** The body of the request. */
  readonly body: Readable;
  /** True if the body is sent as base64. */
  readonly isText: boolean;
  /** True if no answer can be sent any more. */
  isGone(): boolean;
  onClose(listener: () => void): void;
  breakOff(how: BreakOff): void;
  sendPage(page: ProxyPage): void;
  /** Sends the status of a call that has failed. */
  refuse(trailers: StatusTrailers): void;
  /** Sends an answer as a fault wants it. `trailersOf` ends the call by an error after its message (behaviour F12). */
  send(answer: UnaryAnswer, trailersOf: (error: ApiError) => StatusTrailers): void | Promise<void>;
  /** Reads the rest of a body whose call has failed. */
  dropBody(): void;
}

/**
 * Answers one unary call. A caller that disconnects or whose timeout has passed is not answered further; a running write
 * is still made.
 */
export const answerCall = (reply: Reply, head: UnaryHead, bound: BoundOperation, parts: UnaryParts): void => {
  const { operation } = bound;
  const { entry } = parts;
  let stop: (() => void) | undefined;
  let isAnswered = false;
  const isOver = (): boolean => isAnswered || reply.isGone();
  // Whatever cannot be answered ends this stream only.
  const breakDown = (error: unknown): void => {
    parts.report(error, operation.id);
    reply.breakOff('reset');
  };
  const fail = (error: unknown): void => {
    if (isOver()) return;
    isAnswered = true;
    stop?.();
    trySend(failureReply(reply, error, operation, parts), breakDown);
    reply.dropBody();
  };
  const answer = (given: UnaryAnswer): void => {
    if (isOver()) return;
    isAnswered = true;
    const { bytes, transmission } = given;
    // The time of an answer that a fault delays runs on.
    if (transmission) noteBreakOff(transmission, parts);
    else stop?.();
    // A call that ends with an error behind its message ends with that (behaviour F12).
    if (!(transmission?.end instanceof ApiError)) entry?.end(entry.handled ?? EMPTY, bytes, 0, readCallAgain);
    trySend(() => reply.send(given, (error) => failureOf(error, operation, parts)), breakDown);
  };
  try {
    stop = startDeadline(head, (error) => (isAnswered ? reply.breakOff('drop') : fail(error)));
  } catch (error) {
    fail(error);
  }
  if (isOver()) return;
  reply.onClose(() => endCancelled(entry));
  // A call whose timeout has passed before all of it has arrived is not run.
  const run = (body: Buffer): void => {
    if (!isOver()) runUnary(bound, head, body, parts).then(answer, fail).catch(breakDown);
  };
  collect(reply.body, reply.isText, run, fail);
};

/**
 * Ends a failed call. Returns a function that answers it: breaks it off, sends a page of a proxy, or sends its status.
 */
const failureReply = (reply: Reply, error: unknown, operation: Operation, parts: UnaryParts): (() => void) => {
  const lost = transmissionOf(error)?.end;
  if (error instanceof ApiError && typeof lost === 'string') {
    parts.entry?.end(error);
    noteBreakOff({ end: lost }, parts);
    return () => reply.breakOff(lost);
  }
  const page = proxyPageOf(error);
  if (page) {
    endInFailure(error, operation, parts);
    return () => reply.sendPage(page);
  }
  const trailers = failureOf(error, operation, parts);
  return () => reply.refuse(trailers);
};
