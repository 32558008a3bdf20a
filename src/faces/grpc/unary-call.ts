import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Answer } from '../../kernel/answer.ts';
import type { Kernel } from '../../kernel/call.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import { callerError, type Report } from '../../kernel/caller-error.ts';
import { ApiError, type CodeName } from '../../kernel/errors.ts';
import { transmissionOf } from '../../kernel/faults.ts';
import type { Closing, FollowedCall } from '../../kernel/hooks.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { BROKEN_OFF, type BreakOff, type BrokenOff, type Transmission } from '../../kernel/transmission.ts';
import type { Operation } from '../../schema/operation.ts';
import { profileIn } from '../../schema/profile.ts';
import { type AnyResponse, breakOffStream } from '../wire/break-off.ts';
import { sendParts } from '../wire/transmit.ts';
import { inflate } from './inflate.ts';
import { MESSAGE_LIMIT, messageIn } from './message-frames.ts';
import { authorizationOf, GrpcSent, hostOf, timeoutOf } from './metadata.ts';
import { readCall } from './read-call.ts';
import { answerBytesIn } from './row-bytes.ts';
import type { Serving } from './serving.ts';
import { type StatusTrailers, statusTrailers } from './status.ts';

/** The parts of one call: the world that it runs in, and a receiver of the code with which it fails. */
export interface CallParts {
  readonly world: CallScope;
  /** Headers of the answer beside those of the protocol. */
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

/** The head of a call: the path of its method, and its metadata. */
export interface UnaryHead {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The stream or the response, which is closed when the caller gives up. */
  readonly awaited: Closing;
}

/** The dependencies of one call over gRPC. */
export interface UnaryParts extends GrpcParts, CallParts {}

/** The answer of a call: the bytes of its message. */
export interface UnaryAnswer {
  readonly bytes: Uint8Array;
  /** The transmission that a fault wants; missing: as any other. */
  readonly transmission?: Transmission | undefined;
}

/** How much is unpacked for callers without credentials, in bytes: the limit of a JSON body. */
const STRANGERS_LIMIT = 4 * 1024 * 1024;

/** The largest size of a packed message: bad credentials are refused before anything is unpacked. */
const largestOf = async ({ auth }: Operation, headers: IncomingHttpHeaders, world: CallScope): Promise<number> => {
  // Credentials for a new token are judged with the request that they come with.
  if (auth === 'bearer') return STRANGERS_LIMIT;
  const { identity } = await world.authenticate(authorizationOf(headers), auth, hostOf(headers));
  return identity === '' ? STRANGERS_LIMIT : MESSAGE_LIMIT;
};

/** Runs the call of a message that is not packed, or no longer. */
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
    entry: entry?.kept,
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
export const runUnary = async (
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
export const endLeft = (entry: FollowedCall | undefined): void => {
  if (entry?.isOpen) entry.end(new ApiError('CANCELLED', 'Cancelled: the request was broken off'));
};

/** The error that the caller of a call gets; internal errors are reported, and the entry of the call ends. */
export const endInFailure = (error: unknown, { id }: Operation, { report, failed, entry }: UnaryParts): ApiError => {
  const shown = callerError(error, report, id);
  failed?.(shown.code);
  entry?.end(shown);
  return shown;
};

/** The trailers of a call that failed. */
export const failureOf = (error: unknown, operation: Operation, parts: UnaryParts): StatusTrailers => {
  const { world } = parts;
  const { domain, edition } = operation;
  const shown = endInFailure(error, operation, parts);
  return statusTrailers(shown, domain, world.settings, edition);
};

/** What a caller waits for. */
type Awaited = AnyResponse | ServerHttp2Stream;

/** True if nobody waits any more. The client of a call that had to wait for its world may have gone by then. */
const isClosed = (awaited: Awaited): boolean => ('stream' in awaited ? awaited.stream : awaited).destroyed;

/**
 * Calls `expire` when the caller's timeout has passed, which may be at once, unless what it waits for is closed before.
 * Returns the function that cancels it.
 * @throws ApiError INVALID_ARGUMENT for a malformed timeout
 */
export const startDeadline = (
  headers: IncomingHttpHeaders,
  awaited: Awaited,
  expire: (error: ApiError) => void,
): (() => void) => {
  const millis = timeoutOf(headers);
  // A timer of a call that has ended would hold up the end of the process for as long as it was given.
  if (millis === undefined || isClosed(awaited)) return () => {};
  const end = (): void => expire(new ApiError('DEADLINE_EXCEEDED', 'Deadline exceeded: the time of the call is up'));
  // A timer cannot measure less than a millisecond.
  if (millis < 1) {
    end();
    return () => {};
  }
  const timer = setTimeout(end, Math.ceil(millis));
  const stop = (): void => clearTimeout(timer);
  awaited.on('close', stop);
  return stop;
};

/** The frames of an answer: its headers, its message, and the trailers with which a call ends. */
interface UnaryFrames {
  readonly head: OutgoingHttpHeaders;
  readonly frame: Buffer;
  /** The trailers of a call that failed, or of one that did not. */
  readonly trailersOf: (error: ApiError | undefined) => OutgoingHttpHeaders;
}

/** Notes in the log how an answer is broken off, and returns it; undefined if it is whole, or ends with an error. */
export const noteBreakOff = ({ end }: Transmission, { failed }: Pick<CallParts, 'failed'>): BreakOff | undefined => {
  if (end === undefined || end instanceof ApiError) return undefined;
  failed?.(BROKEN_OFF[end]);
  return end;
};

/** The way in which a call ends without an answer; undefined for a failure that is answered (behaviour F10). */
export const findBreakOff = (error: unknown, call: Pick<CallParts, 'failed' | 'entry'>): BreakOff | undefined => {
  const transmission = transmissionOf(error);
  if (transmission && error instanceof ApiError) call.entry?.end(error);
  return transmission && noteBreakOff(transmission, call);
};

/** Sends an answer on its stream as a fault wants it (behaviour F11, F12). */
export const sendUnaryParts = async (
  stream: ServerHttp2Stream,
  { head, frame, trailersOf }: UnaryFrames,
  transmission: Transmission,
  call: Pick<CallParts, 'failed'>,
): Promise<void> => {
  const { parts, end } = transmission;
  const how = noteBreakOff(transmission, call);
  // Without it, a broken answer would end like a whole body before it is reset.
  stream.respond(head, { waitForTrailers: true });
  if (how === undefined) {
    stream.once('wantTrailers', () => stream.sendTrailers(trailersOf(end instanceof ApiError ? end : undefined)));
  }
  const sent = parts ? await sendParts(frame, parts, stream) : 0;
  if (sent === undefined) return;
  if (how === undefined) stream.end(frame.subarray(sent));
  else breakOffStream(stream, how);
};
