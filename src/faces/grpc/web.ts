import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { EMPTY } from '../../kernel/answer.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Transmission } from '../../kernel/transmission.ts';
import type { Operation } from '../../schema/operation.ts';
import { type AnyResponse, breakOff } from '../wire/break-off.ts';
import { type ProxyPage, proxyPageOf } from '../wire/proxy-page.ts';
import { transmit } from '../wire/transmit.ts';
import { collect, frameMessage } from './message-frames.ts';
import { readCallAgain } from './read-call.ts';
import {
  endInFailure,
  endLeft,
  failureOf,
  findBreakOff,
  noteBreakOff,
  runUnary,
  startDeadline,
  trySend,
  type UnaryAnswer,
  type UnaryParts,
} from './unary-call.ts';

/** A request of either HTTP version. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;

const WEB_TYPE = /^application\/grpc-web(-text)?(?:\+proto)?\s*(?:;|$)/i;
const TRAILERS = 0x80;

/** The bytes of base64 that may have been padded in the middle, where one part of a body ends. */
export const fromBase64 = (text: Buffer): Buffer =>
  Buffer.concat((text.toString('latin1').match(/[^=]+=*/g) ?? []).map((part) => Buffer.from(part, 'base64')));

/** The last frame of an answer in gRPC-Web: its trailers. */
export const trailersFrame = (trailers: Readonly<Record<string, string>>): Buffer =>
  frameMessage(
    Buffer.from(
      Object.entries(trailers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join(''),
    ),
    TRAILERS,
  );

/** True for the media type of gRPC-Web whose frames are sent as base64. */
export const isTextType = (type: string): boolean => WEB_TYPE.exec(type)?.[1] !== undefined;

/** True for a request in gRPC-Web with binary messages, in binary form or in base64. */
export const isWeb = ({ method, headers }: AnyRequest): boolean =>
  method === 'POST' && WEB_TYPE.test(headers['content-type'] ?? '');

/** Sends the page of a proxy in the place of an answer. */
export const sendPage = (response: AnyResponse, { status, headers, body }: ProxyPage): void => {
  response.writeHead(status, headers);
  response.end(body);
};

/** Sends frames in their text or binary form. */
const sendFrames = (
  response: AnyResponse,
  type: string,
  frames: readonly Buffer[],
  transmission?: Transmission,
): void | Promise<void> => {
  const body = Buffer.concat(frames);
  const written = isTextType(type) ? Buffer.from(body.toString('base64')) : body;
  const headers = { 'content-type': type, 'content-length': written.length };
  if (transmission) {
    return transmit(response, { status: 200, headers }, written, transmission);
  }
  response.writeHead(200, headers);
  response.end(written);
  return undefined;
};

/** The answer of a call. */
interface Answering {
  readonly operation: Operation;
  /** The frame of the trailers of a call that has failed. */
  readonly failed: (error: unknown) => Buffer;
  /** Receives why an answer could not be sent. */
  readonly lost: (error: unknown) => void;
  readonly parts: UnaryParts;
}

/** Answers a call that has failed: it is broken off, or gets a page of a proxy, or its status. */
const sendFailure = (
  response: AnyResponse,
  type: string,
  error: unknown,
  { operation, failed, lost, parts }: Answering,
): void => {
  const broken = findBreakOff(error, parts);
  const page = proxyPageOf(error);
  if (broken) trySend(() => breakOff(response, broken), lost);
  else if (page) {
    endInFailure(error, operation, parts);
    trySend(() => sendPage(response, page), lost);
  } else {
    const frame = failed(error);
    trySend(() => sendFrames(response, type, [frame]), lost);
  }
};

/** The same, as a fault wants it; an error after the message is in the frame of the trailers (behaviour F12). */
const sendAnswer = (
  response: AnyResponse,
  type: string,
  { bytes, transmission }: UnaryAnswer,
  call: Answering,
): void => {
  const { lost, parts } = call;
  const { entry } = parts;
  if (transmission?.end instanceof ApiError) {
    const { end, ...whole } = transmission;
    const frames = [frameMessage(bytes), call.failed(end)];
    trySend(() => sendFrames(response, type, frames, whole), lost);
    return;
  }
  if (transmission) noteBreakOff(transmission, parts);
  entry?.end(entry.handled ?? EMPTY, bytes, 0, readCallAgain);
  const frames = [frameMessage(bytes), trailersFrame({ 'grpc-status': '0' })];
  trySend(() => sendFrames(response, type, frames, transmission), lost);
};

/** Answers one unary call in gRPC-Web: the frames of gRPC over any version of HTTP, with the trailers in the last one. */
export const answerWeb = (
  request: AnyRequest,
  response: AnyResponse,
  bound: BoundOperation,
  parts: UnaryParts,
): void => {
  const type = request.headers['content-type'] ?? '';
  const isText = isTextType(type);
  const { entry } = parts;
  let stop: (() => void) | undefined;
  let isAnswered = false;
  const settle = (): void => {
    isAnswered = true;
    stop?.();
  };
  // Whatever cannot be answered ends this stream only.
  const breakDown = (error: unknown): void => {
    parts.report(error, bound.operation.id);
    breakOff(response, 'reset');
  };
  const failed = (error: unknown): Buffer => trailersFrame({ ...failureOf(error, bound.operation, parts) });
  const answering = { operation: bound.operation, failed, lost: breakDown, parts };
  const fail = (error: unknown): void => {
    if (isAnswered) return;
    settle();
    sendFailure(response, type, error, answering);
    request.resume();
  };
  const answer = (given: UnaryAnswer): void => {
    if (isAnswered) return;
    isAnswered = true;
    // The time of an answer that a fault delays runs on.
    if (!given.transmission) stop?.();
    sendAnswer(response, type, given, answering);
  };
  try {
    const late = (error: ApiError): void => (isAnswered ? breakOff(response, 'drop') : fail(error));
    stop = startDeadline(request.headers, response, late);
  } catch (error) {
    fail(error);
  }
  if (isAnswered) return;
  response.once('close', () => endLeft(entry));
  const head = { target: request.url ?? '', headers: request.headers, awaited: response };
  const run = (body: Buffer): void => {
    if (isAnswered) return;
    runUnary(bound, head, isText ? fromBase64(body) : body, parts)
      .then(answer, fail)
      .catch(breakDown);
  };
  collect(request, isText, run, fail);
};
