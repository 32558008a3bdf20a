import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { EMPTY } from '../../kernel/answer.ts';
import type { Operation } from '../../schema/operation.ts';
import { collect, framed } from './message-frames.ts';
import { brokenOff, failureOf, runUnary, startDeadline, type UnaryParts } from './unary-call.ts';

const OK_TRAILERS = { 'grpc-status': '0' } as const;

/** How long a refused client may continue to send. */
const LINGER_MILLIS = 1_000;

/**
 * Answers one unary call on its stream, as gRPC over HTTP/2 specifies: without a layer in between, which would cost most
 * of a call. A caller that disconnects or whose timeout has passed is not answered further; a running write is still made.
 */
export const answerUnary = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  operation: Operation,
  parts: UnaryParts,
): void => {
  const contentType = headers['content-type'] ?? 'application/grpc';
  let stop: (() => void) | undefined;
  let isAnswered = false;
  const isGone = (): boolean => isAnswered || stream.destroyed || stream.closed;
  const { answerHeaders, entry } = parts;
  const settle = (): void => {
    isAnswered = true;
    stop?.();
  };
  const fail = (error: unknown): void => {
    if (isGone()) return;
    settle();
    const trailers = failureOf(error, operation, parts);
    stream.respond({ ':status': 200, 'content-type': contentType, ...answerHeaders, ...trailers }, { endStream: true });
    if (stream.readableEnded) return;
    // Further data is dropped for a while, so that the client sees the answer and not a reset.
    stream.removeAllListeners('data').resume();
    setTimeout(() => stream.close(), LINGER_MILLIS).unref();
  };
  const answer = (message: Uint8Array): void => {
    if (isGone()) return;
    settle();
    entry?.end(entry.handled ?? EMPTY, message);
    stream.respond({ ':status': 200, 'content-type': contentType, ...answerHeaders }, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers(OK_TRAILERS));
    stream.end(framed(message));
  };
  try {
    stop = startDeadline(headers, fail);
  } catch (error) {
    fail(error);
  }
  if (isGone()) return;
  stream.once('close', () => {
    stop?.();
    entry?.end(brokenOff());
  });
  // A call whose timeout has passed before all of it has arrived is not run.
  collect(
    stream,
    false,
    (body) =>
      void (
        isGone() || runUnary(operation, { target: headers[':path'] ?? '', headers }, body, parts).then(answer, fail)
      ),
    fail,
  );
};
