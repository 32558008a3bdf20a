import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { ApiError } from '../../kernel/errors.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { BreakOff, Transmission } from '../../kernel/transmission.ts';
import { breakOffStream } from '../wire/break-off.ts';
import type { ProxyPage } from '../wire/proxy-page.ts';
import { sendParts } from '../wire/transmit.ts';
import { dropRest, frameMessage } from './message-frames.ts';
import type { StatusTrailers } from './status.ts';
import { answerCall, type Reply, type UnaryAnswer, type UnaryParts } from './unary-call.ts';

/** Every option that node reads. It copies the options of each answer and adds those that are missing, which is slow. */
const WITH_TRAILERS = { endStream: false, waitForTrailers: true, sendDate: true };
const OK_TRAILERS = { 'grpc-status': '0' } as const;

const ignore = (): void => {};

/** Answers a call on its stream, as gRPC over HTTP/2 specifies. */
class StreamReply implements Reply {
  readonly body: ServerHttp2Stream;
  readonly isText = false;
  readonly #head: OutgoingHttpHeaders;

  constructor(stream: ServerHttp2Stream, head: OutgoingHttpHeaders) {
    this.body = stream;
    this.#head = head;
  }

  isGone(): boolean {
    return this.body.destroyed || this.body.closed;
  }

  onClose(listener: () => void): void {
    this.body.on('close', () => {
      listener();
      // Node's earlier tables of streams may keep this one until the next full collection: nothing large may hang on it.
      this.body.removeAllListeners().on('error', ignore);
    });
  }

  breakOff(how: BreakOff): void {
    breakOffStream(this.body, how);
  }

  /** Answers with the page of a proxy, which is none of gRPC. */
  sendPage({ status, headers, body }: ProxyPage): void {
    this.body.respond({ ':status': status, ...headers });
    this.body.end(body);
  }

  /** Answers with headers only. */
  refuse(trailers: StatusTrailers): void {
    this.body.respond({ ...this.#head, ...trailers }, { endStream: true });
    dropRest(this.body);
  }

  send({ bytes, transmission }: UnaryAnswer, trailersOf: (error: ApiError) => StatusTrailers): void | Promise<void> {
    const frame = frameMessage(bytes);
    if (transmission) return this.#sendParts(frame, transmission, trailersOf);
    this.body.respond(this.#head, WITH_TRAILERS);
    // Both events of this file come once, and removing a listener after its first call costs more than the listener.
    this.body.on('wantTrailers', () => this.body.sendTrailers(OK_TRAILERS));
    this.body.end(frame);
    return undefined;
  }

  dropBody(): void {}

  /** Sends an answer as a fault wants it (behaviour F11, F12). */
  async #sendParts(
    frame: Buffer,
    { parts, end }: Transmission,
    trailersOf: (error: ApiError) => StatusTrailers,
  ): Promise<void> {
    const stream = this.body;
    // Without it, a broken answer would end like a whole body before it is reset.
    stream.respond(this.#head, { waitForTrailers: true });
    const isWhole = end === undefined || end instanceof ApiError;
    if (isWhole) stream.once('wantTrailers', () => stream.sendTrailers(end ? { ...trailersOf(end) } : OK_TRAILERS));
    const sent = parts ? await sendParts(frame, parts, stream) : 0;
    if (sent === undefined) return;
    if (isWhole) stream.end(frame.subarray(sent));
    else breakOffStream(stream, end);
  }
}

/** Answers one unary call on its stream: without a layer in between, which would cost most of a call. */
export const answerUnary = (
  stream: ServerHttp2Stream,
  target: string,
  headers: IncomingHttpHeaders,
  bound: BoundOperation,
  parts: UnaryParts,
): void => {
  const always = { ':status': 200, 'content-type': headers['content-type'] ?? 'application/grpc' };
  const head = parts.answerHeaders ? { ...always, ...parts.answerHeaders } : always;
  answerCall(new StreamReply(stream, head), { target, headers, awaited: stream }, bound, parts);
};
