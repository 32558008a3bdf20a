import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { ApiError } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { BreakOff, Transmission } from '../../kernel/transmission.ts';
import { type AnyResponse, breakOff } from '../wire/break-off.ts';
import type { ProxyPage } from '../wire/proxy-page.ts';
import { transmit } from '../wire/transmit.ts';
import { frameMessage } from './message-frames.ts';
import type { StatusTrailers } from './status.ts';
import { answerCall, type Reply, type UnaryAnswer, type UnaryParts } from './unary-call.ts';

/** A request of either HTTP version. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;

const WEB_TYPE = /^application\/grpc-web(-text)?(?:\+proto)?\s*(?:;|$)/i;
const TRAILERS = 0x80;

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

/** Answers a call in gRPC-Web: the frames of gRPC over any version of HTTP, with the trailers in the last one. */
class WebReply implements Reply {
  readonly body: AnyRequest;
  readonly isText: boolean;
  readonly #response: AnyResponse;
  readonly #type: string;

  constructor(request: AnyRequest, response: AnyResponse) {
    this.body = request;
    this.#response = response;
    this.#type = request.headers['content-type'] ?? '';
    this.isText = isTextType(this.#type);
  }

  isGone(): boolean {
    return false;
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }

  breakOff(how: BreakOff): void {
    breakOff(this.#response, how);
  }

  sendPage(page: ProxyPage): void {
    sendPage(this.#response, page);
  }

  refuse(trailers: StatusTrailers): void {
    this.#sendFrames([trailersFrame({ ...trailers })]);
  }

  /** Sends an answer; an error after the message is in the frame of the trailers (behaviour F12). */
  send({ bytes, transmission }: UnaryAnswer, trailersOf: (error: ApiError) => StatusTrailers): void | Promise<void> {
    if (!(transmission?.end instanceof ApiError)) {
      return this.#sendFrames([frameMessage(bytes), trailersFrame({ 'grpc-status': '0' })], transmission);
    }
    const { end, ...whole } = transmission;
    return this.#sendFrames([frameMessage(bytes), trailersFrame({ ...trailersOf(end as ApiError) })], whole);
  }

  dropBody(): void {
    this.body.resume();
  }

  /** Sends frames in their text or binary form. */
  #sendFrames(frames: readonly Buffer[], transmission?: Transmission): void | Promise<void> {
    const body = Buffer.concat(frames);
    const written = this.isText ? Buffer.from(body.toString('base64')) : body;
    const headers = { 'content-type': this.#type, 'content-length': written.length };
    if (transmission) return transmit(this.#response, { status: 200, headers }, written, transmission);
    this.#response.writeHead(200, headers);
    this.#response.end(written);
    return undefined;
  }
}

/** Answers one unary call in gRPC-Web. */
export const answerWeb = (
  request: AnyRequest,
  response: AnyResponse,
  bound: BoundOperation,
  parts: UnaryParts,
): void => {
  const head = { target: request.url ?? '', headers: request.headers, awaited: response };
  answerCall(new WebReply(request, response), head, bound, parts);
};
