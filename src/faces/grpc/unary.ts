import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { EMPTY } from '../../kernel/answer.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Operation } from '../../schema/operation.ts';
import { breakOffStream } from '../wire/break-off.ts';
import { type ProxyPage, proxyPageOf } from '../wire/proxy-page.ts';
import { collect, dropRest, frameMessage } from './message-frames.ts';
import { readCallAgain } from './read-call.ts';
import {
  endInFailure,
  endLeft,
  failureOf,
  findBreakOff,
  runUnary,
  sendUnaryParts,
  startDeadline,
  trySend,
  type UnaryAnswer,
  type UnaryHead,
  type UnaryParts,
} from './unary-call.ts';

/** Every option that node reads. It copies the options of each answer and adds those that are missing, which is slow. */
const WITH_TRAILERS = { endStream: false, waitForTrailers: true, sendDate: true };
const OK_TRAILERS = { 'grpc-status': '0' } as const;

const ignore = (): void => {};

/** Answers with headers only. */
const refuse = (stream: ServerHttp2Stream, headers: OutgoingHttpHeaders): void => {
  stream.respond(headers, { endStream: true });
  dropRest(stream);
};

/** Answers with the page of a proxy, which is none of gRPC. */
const sendPage = (stream: ServerHttp2Stream, { status, headers, body }: ProxyPage): void => {
  stream.respond({ ':status': status, ...headers });
  stream.end(body);
};

/** Answers with a message. */
const send = (stream: ServerHttp2Stream, headers: OutgoingHttpHeaders, frame: Buffer): void => {
  stream.respond(headers, WITH_TRAILERS);
  // Both events of this file come once, and removing a listener after its first call costs more than the listener.
  stream.on('wantTrailers', () => stream.sendTrailers(OK_TRAILERS));
  stream.end(frame);
};

/** The answer of a call. */
interface Answering {
  readonly head: OutgoingHttpHeaders;
  readonly operation: Operation;
  readonly parts: UnaryParts;
}

/** Ends a call that has failed, and returns what answers it: it is broken off, or gets a page of a proxy, or its status. */
const failureOfUnary = (
  stream: ServerHttp2Stream,
  error: unknown,
  { head, operation, parts }: Answering,
): (() => void) => {
  const lost = findBreakOff(error, parts);
  if (lost) return () => breakOffStream(stream, lost);
  const page = proxyPageOf(error);
  if (page) {
    endInFailure(error, operation, parts);
    return () => sendPage(stream, page);
  }
  const trailers = failureOf(error, operation, parts);
  return () => refuse(stream, { ...head, ...trailers });
};

/** Sends the answer of a call that has succeeded, as a fault wants it. */
const succeed = (
  stream: ServerHttp2Stream,
  { bytes, transmission }: UnaryAnswer,
  { head, operation, parts }: Answering,
  fail: (error: unknown) => void,
): void => {
  const { entry } = parts;
  // A call that ends with an error behind its message ends with that (behaviour F12).
  if (!(transmission?.end instanceof ApiError)) entry?.end(entry.handled ?? EMPTY, bytes, 0, readCallAgain);
  const frame = frameMessage(bytes);
  if (!transmission) {
    trySend(() => send(stream, head, frame), fail);
    return;
  }
  const trailersOf = (error: unknown) => (error ? { ...failureOf(error, operation, parts) } : OK_TRAILERS);
  trySend(() => sendUnaryParts(stream, { head, frame, trailersOf }, transmission, parts), fail);
};

/**
 * Answers one unary call on its stream, as gRPC over HTTP/2 specifies: without a layer in between, which would cost most
 * of a call. A caller that disconnects or whose timeout has passed is not answered further; a running write is still made.
 */
export const answerUnary = (
  stream: ServerHttp2Stream,
  call: UnaryHead,
  bound: BoundOperation,
  parts: UnaryParts,
): void => {
  const { headers } = call;
  const { operation } = bound;
  const contentType = headers['content-type'] ?? 'application/grpc';
  const always = { ':status': 200, 'content-type': contentType };
  const head = parts.answerHeaders ? { ...always, ...parts.answerHeaders } : always;
  let stop: (() => void) | undefined;
  let isAnswered = false;
  const isGone = (): boolean => isAnswered || stream.destroyed || stream.closed;
  const { entry } = parts;
  const settle = (): void => {
    isAnswered = true;
    stop?.();
  };
  // Whatever cannot be answered ends this stream only.
  const breakDown = (error: unknown): void => {
    parts.report(error, operation.id);
    breakOffStream(stream, 'reset');
  };
  const fail = (error: unknown): void => {
    if (isGone()) return;
    settle();
    trySend(failureOfUnary(stream, error, { head, operation, parts }), breakDown);
  };
  const answer = (given: UnaryAnswer): void => {
    if (isGone()) return;
    isAnswered = true;
    // The time of an answer that a fault delays runs on.
    if (!given.transmission) stop?.();
    succeed(stream, given, { head, operation, parts }, breakDown);
  };
  try {
    stop = startDeadline(headers, stream, (error) => (isAnswered ? breakOffStream(stream, 'drop') : fail(error)));
  } catch (error) {
    fail(error);
  }
  if (isGone()) return;
  stream.on('close', () => {
    endLeft(entry);
    // Node's earlier tables of streams may keep this one until the next full collection: nothing large may hang on it.
    stream.removeAllListeners().on('error', ignore);
  });
  // A call whose timeout has passed before all of it has arrived is not run.
  const run = (body: Buffer): void => {
    if (!isGone()) runUnary(bound, call, body, parts).then(answer, fail).catch(breakDown);
  };
  collect(stream, false, run, fail);
};
