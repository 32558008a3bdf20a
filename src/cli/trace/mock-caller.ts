import { Agent, type IncomingMessage, request as overHttp } from 'node:http';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { frameMessage } from '../../faces/grpc/message-frames.ts';

/** A request as it is sent again. */
export interface SentRequest {
  readonly method: string;
  /** The path with its query, as it was. */
  readonly target: string;
  /** Names and values, each as often as it was there. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** An answer, or what of it arrived before the connection ended. */
export interface SentAnswer {
  readonly status: number;
  /** Headers and trailers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Headers that belong to a connection or to the coding of a body. */
const OF_CONNECTION =
  /^(?::.*|connection|content-length|content-encoding|expect|grpc-encoding|http2-settings|keep-alive|transfer-encoding|upgrade)$/i;

const HOST = /^(?:host|:authority)$/i;

const textsOf = (headers: IncomingMessage['headers'] | IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const GONE: SentAnswer = { status: 0, headers: {}, body: Buffer.alloc(0) };

/** Calls a mock, each call after the one before it. */
export class MockCaller {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #session: ClientHttp2Session | undefined;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Sends a request over HTTP/1.1; resolves with the status 0 where no answer came. */
  overHttp({ method, target, headers, body }: SentRequest): Promise<SentAnswer> {
    const { hostname, port, host } = this.#url;
    const [, named = host] = headers.find(([name]) => HOST.test(name)) ?? [];
    const sent = headers.filter(([name]) => !HOST.test(name) && !OF_CONNECTION.test(name));
    const length = body.length > 0 || method !== 'GET' ? [['Content-Length', String(body.length)]] : [];
    return new Promise((resolve) => {
      const call = overHttp({
        hostname,
        port,
        method,
        path: target,
        agent: this.#agent,
        setHost: false,
        headers: [['Host', named], ...sent, ...length].flat() as never,
      });
      call.on('error', () => resolve(GONE));
      call.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        // Comes after an error, too.
        response.on('close', () => {
          const all = { ...response.headers, ...response.trailers };
          resolve({ status: response.statusCode ?? 0, headers: textsOf(all), body: Buffer.concat(chunks) });
        });
        response.on('error', () => {});
      });
      call.end(body);
    });
  }

  /** Sends a message over plain gRPC; the body of the answer is its message. Resolves as `overHttp`. */
  overGrpc({ target, headers, body }: SentRequest): Promise<SentAnswer> {
    this.#session ??= connect(this.#url.origin).on('error', () => {});
    const [, authority = this.#url.host] = headers.find(([name]) => HOST.test(name)) ?? [];
    const sent = headers.filter(([name]) => !HOST.test(name) && !OF_CONNECTION.test(name));
    const merged: Record<string, string[]> = {};
    for (const [name, value] of sent) {
      merged[name] ??= [];
      merged[name].push(value);
    }
    const stream = this.#session.request({ ':method': 'POST', ':path': target, ':authority': authority, ...merged });
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let all: Readonly<Record<string, string>> = {};
      stream.on('response', (head) => {
        all = textsOf(head);
      });
      stream.on('trailers', (trailers) => {
        all = { ...all, ...textsOf(trailers) };
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', () => {});
      stream.on('close', () =>
        resolve({ status: Number(all[':status'] ?? 0), headers: all, body: bodyIn(all, chunks) }),
      );
      stream.end(frameMessage(body));
    });
  }

  /** Ends its connections. */
  close(): void {
    this.#agent.destroy();
    this.#session?.destroy();
  }
}

/** How many bytes precede a message of gRPC. */
const PREFIX = 5;

/** The message of an answer, or the whole of a body that is none of gRPC. */
const bodyIn = ({ 'content-type': type = '' }: SentAnswer['headers'], chunks: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(chunks);
  return /^application\/grpc/.test(type) ? body.subarray(PREFIX) : body;
};
