import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { EMPTY } from '../../kernel/answer.ts';
import type { Operation } from '../../schema/operation.ts';
import { collect, framed } from './message-frames.ts';
import { brokenOff, failureOf, runUnary, startDeadline, type UnaryParts } from './unary-call.ts';

/** A request of either HTTP version. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;
/** The response to it. */
export type AnyResponse = ServerResponse | Http2ServerResponse;

const WEB_TYPE = /^application\/grpc-web(-text)?(?:\+proto)?\s*(?:;|$)/i;
const TRAILERS = 0x80;

/** Base64 that may have been padded in the middle, where one part of a body ends. */
const fromBase64 = (text: Buffer): Buffer =>
  Buffer.concat((text.toString('latin1').match(/[^=]+=*/g) ?? []).map((part) => Buffer.from(part, 'base64')));

const trailersFrame = (trailers: Readonly<Record<string, string>>): Buffer =>
  framed(
    Buffer.from(
      Object.entries(trailers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join(''),
    ),
    TRAILERS,
  );

/** True for a request in gRPC-Web with binary messages, in binary form or in base64. */
export const isWeb = ({ method, headers }: AnyRequest): boolean =>
  method === 'POST' && WEB_TYPE.test(headers['content-type'] ?? '');

/** Answers one unary call in gRPC-Web: the frames of gRPC over any version of HTTP, with the trailers in the last one. */
export const answerWeb = (
  request: AnyRequest,
  response: AnyResponse,
  operation: Operation,
  parts: UnaryParts,
): void => {
  const type = request.headers['content-type'] ?? '';
  const isText = WEB_TYPE.exec(type)?.[1] !== undefined;
  let stop: (() => void) | undefined;
  let isAnswered = false;
  const send = (...frames: readonly Buffer[]): void => {
    if (isAnswered) return;
    isAnswered = true;
    stop?.();
    const body = Buffer.concat(frames);
    const written = isText ? Buffer.from(body.toString('base64')) : body;
    response.writeHead(200, { 'content-type': type, 'content-length': written.length });
    response.end(written);
  };
  const fail = (error: unknown): void => {
    if (isAnswered) return;
    send(trailersFrame({ ...failureOf(error, operation, parts) }));
    request.resume();
  };
  try {
    stop = startDeadline(request.headers, fail);
  } catch (error) {
    fail(error);
  }
  if (isAnswered) return;
  const { entry } = parts;
  response.once('close', () => {
    stop?.();
    entry?.end(brokenOff());
  });
  const head = { target: request.url ?? '', headers: request.headers };
  const run = (body: Buffer): Promise<void> =>
    runUnary(operation, head, isText ? fromBase64(body) : body, parts).then((message) => {
      if (!isAnswered) entry?.end(entry.handled ?? EMPTY, message);
      send(framed(message), trailersFrame({ 'grpc-status': '0' }));
    }, fail);
  collect(request, isText, (body) => void (isAnswered || run(body)), fail);
};
