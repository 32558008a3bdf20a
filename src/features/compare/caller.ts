import { Agent, type IncomingMessage, request as requestPlain } from 'node:http';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { frameMessage, PREFIX } from '../../faces/grpc/message-frames.ts';
import { tlsReason } from '../../schema/tls-reason.ts';

/** A request as it is sent again. */
export interface SentRequest {
  readonly method: string;
  /** The path with its query, as it was. */
  readonly target: string;
  /** Names and values, each as often as it was sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** An answer, or the part of it that arrived before the connection ended. */
export interface SentAnswer {
  readonly status: number;
  /** Headers and trailers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Why the answer is not whole: a code of Node such as `ECONNREFUSED`, words for TLS, or `cut`, `late` or `large`. */
  readonly failure?: string;
}

/** The bounds of answers; none unless given. */
export interface CallerBounds {
  /** The longest time that a call may take, in milliseconds. */
  readonly limitMillis?: number;
  /** The maximum number of bytes of the body of an answer. */
  readonly maxBytes?: number;
}

/** Headers that belong to a connection or to the coding of a body. */
const OF_CONNECTION =
  /^(?::.*|connection|content-length|content-encoding|expect|grpc-encoding|http2-settings|keep-alive|transfer-encoding|upgrade)$/i;

const HOST = /^(?:host|:authority)$/i;

const textsOf = (headers: IncomingMessage['headers'] | IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The bytes of a body as far as they arrived. Calls a function once there are more than `maxBytes` of them. */
const gather = (body: Readable, maxBytes: number, stop: () => void): readonly Buffer[] => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) stop();
  });
  return chunks;
};

/** Calls a server, one call at a time. It follows no redirect. */
export class Caller {
  readonly #url: URL;
  readonly #bounds: CallerBounds;
  readonly #isSecure: boolean;
  readonly #agent: Agent;
  #session: ClientHttp2Session | undefined;

  constructor(url: string, bounds: CallerBounds = {}) {
    this.#url = new URL(url);
    this.#bounds = bounds;
    this.#isSecure = this.#url.protocol === 'https:';
    this.#agent = new (this.#isSecure ? SecureAgent : Agent)({ keepAlive: true, maxSockets: 1 });
  }

  /** Sends a request over HTTP/1.1; resolves with the status 0 if no answer came. */
  overHttp({ method, target, headers, body }: SentRequest): Promise<SentAnswer> {
    const { hostname, port, host } = this.#url;
    const [, named = host] = headers.find(([name]) => HOST.test(name)) ?? [];
    const sent = headers.filter(([name]) => !HOST.test(name) && !OF_CONNECTION.test(name));
    const length = body.length > 0 || method !== 'GET' ? [['Content-Length', String(body.length)]] : [];
    const { limitMillis, maxBytes = Number.POSITIVE_INFINITY } = this.#bounds;
    return new Promise((resolve) => {
      let failure: string | undefined;
      const call = (this.#isSecure ? requestSecure : requestPlain)({
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path: target,
        agent: this.#agent,
        setHost: false,
        headers: [['Host', named], ...sent, ...length].flat() as never,
      });
      const stop = (reason: string): void => {
        failure = reason;
        call.destroy();
      };
      const limit = limitMillis === undefined ? undefined : setTimeout(stop, limitMillis, 'late');
      const fail = (reason: string): void =>
        resolve({ status: 0, headers: {}, body: Buffer.alloc(0), failure: failure ?? reason });
      call.on('error', (error: NodeJS.ErrnoException) => fail(tlsReason(error) ?? error.code ?? error.message));
      call.on('close', () => clearTimeout(limit));
      call.on('upgrade', (_, socket) => {
        socket.destroy();
        fail('it answered with a change of protocol');
      });
      call.on('response', (response) => {
        const chunks = gather(response, maxBytes, () => stop('large'));
        // Comes after an error, too.
        response.on('close', () => {
          if (!response.complete) failure ??= 'cut';
          const all = { ...response.headers, ...response.trailers };
          const answer = { status: response.statusCode ?? 0, headers: textsOf(all), body: Buffer.concat(chunks) };
          resolve({ ...answer, ...(failure && { failure }) });
        });
        response.on('error', () => {});
      });
      call.end(body);
    });
  }

  /** Sends a message over plain gRPC; the body of the answer is its message. Resolves as `overHttp`. */
  overGrpc({ target, headers, body }: SentRequest): Promise<SentAnswer> {
    if (!this.#session || this.#session.closed || this.#session.destroyed) {
      this.#session = connect(this.#url.origin).on('error', () => {});
    }
    const [, authority = this.#url.host] = headers.find(([name]) => HOST.test(name)) ?? [];
    const sent = headers.filter(([name]) => !HOST.test(name) && !OF_CONNECTION.test(name));
    const merged: Record<string, string[]> = {};
    for (const [name, value] of sent) {
      merged[name] ??= [];
      merged[name].push(value);
    }
    const stream = this.#session.request({ ':method': 'POST', ':path': target, ':authority': authority, ...merged });
    const { limitMillis, maxBytes = Number.POSITIVE_INFINITY } = this.#bounds;
    return new Promise((resolve) => {
      let all: Readonly<Record<string, string>> = {};
      let failure: string | undefined;
      const stop = (reason: string): void => {
        failure = reason;
        stream.destroy();
      };
      const limit = limitMillis === undefined ? undefined : setTimeout(stop, limitMillis, 'late');
      const chunks = gather(stream, maxBytes, () => stop('large'));
      stream.on('response', (head) => {
        all = textsOf(head);
      });
      stream.on('trailers', (trailers) => {
        all = { ...all, ...textsOf(trailers) };
      });
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (all[':status'] === undefined) failure ??= tlsReason(error) ?? error.code ?? error.message;
      });
      stream.on('close', () => {
        clearTimeout(limit);
        if (!stream.readableEnded || stream.rstCode !== 0) failure ??= 'cut';
        const whole = Buffer.concat(chunks);
        // A body that is none of gRPC has no prefix.
        const body = /^application\/grpc/.test(all['content-type'] ?? '') ? whole.subarray(PREFIX) : whole;
        const answer = { status: Number(all[':status'] ?? 0), headers: all, body };
        resolve({ ...answer, ...(failure && { failure }) });
      });
      stream.end(frameMessage(body));
    });
  }

  /** Ends its connections. */
  close(): void {
    this.#agent.destroy();
    this.#session?.destroy();
  }
}
