import { connect as connectHttp2, constants, type IncomingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';
import type { Api } from '../support/api.ts';
import { httpCallOf } from '../support/http-rules.ts';
import { protoMethod } from '../support/proto-files.ts';
import { decode, encode, type Json } from '../support/proto-json.ts';

/** An answer as its bytes arrived, up to where it ended. */
export interface Seen {
  /** Missing: not even the head came. */
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** `closed` or `reset` over HTTP/1.1, the name of the error code of the stream over HTTP/2; `left` by the test. */
  readonly end: string;
  readonly trailers: IncomingHttpHeaders;
}

/** One call over one protocol. */
export interface WireCall {
  readonly operation: string;
  readonly request: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves the connection when the body is as wanted. */
  readonly enough?: (body: Buffer) => boolean;
}

/** A protocol, over one version of HTTP. */
export interface Wire {
  readonly name: string;
  readonly http: 1 | 2;
  readonly send: (api: Api, call: WireCall) => Promise<Seen>;
  /** The length of the whole body, as its beginning announces it. */
  readonly lengthOf: (seen: Seen) => number;
  /** The message of a whole body. */
  readonly read: (operation: string, body: Buffer) => Json;
}

interface Raw {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const DEADLINE_MS = 20_000;
const PREFIX = 5;
const never = (_body: Buffer): boolean => false;

const errorName = (code: number): string =>
  Object.entries(constants).find(
    ([name, value]) => value === code && /^NGHTTP2_(?:NO_ERROR|\w+_ERROR|CANCEL|REFUSED_STREAM)$/.test(name),
  )?.[0] ?? String(code);

const headersIn = (head: string): IncomingHttpHeaders =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

const seenIn = (bytes: Buffer, end: string): Seen => {
  const cut = bytes.indexOf('\r\n\r\n');
  if (cut < 0) return { status: undefined, headers: {}, body: bytes, end, trailers: {} };
  const head = bytes.subarray(0, cut).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, headers: headersIn(head), body: bytes.subarray(cut + 4), end, trailers: {} };
};

const overHttp1 = async (baseUrl: string, raw: Raw, enough = never): Promise<Seen> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = Buffer.alloc(0);
  let end = 'closed';
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (!enough(seenIn(received, '').body)) return;
    end = 'left';
    socket.destroy();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    end = error.code === 'ECONNRESET' ? 'reset' : String(error);
  });
  socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error('the connection stayed open')));
  const lines = Object.entries({ ...raw.headers, 'content-length': raw.body.length, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`${raw.method} ${raw.target} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${head}\r\n`);
  socket.write(raw.body);
  await new Promise((resolve) => socket.once('close', resolve));
  return seenIn(received, end);
};

const overHttp2 = async (baseUrl: string, raw: Raw, enough = never): Promise<Seen> => {
  const session = connectHttp2(baseUrl);
  session.on('error', () => {});
  try {
    const head = { ':method': raw.method, ':path': raw.target, ...raw.headers };
    const stream = session.request(head, { endStream: raw.body.length === 0 });
    let headers: IncomingHttpHeaders = {};
    let trailers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let end: string | undefined;
    stream.on('response', (given) => {
      headers = given;
    });
    stream.on('trailers', (given) => {
      trailers = given;
    });
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (!enough(Buffer.concat(chunks))) return;
      end = 'left';
      stream.close(constants.NGHTTP2_CANCEL);
    });
    // The code with which it was closed is read when it is.
    stream.on('error', () => {});
    stream.setTimeout(DEADLINE_MS, () => stream.destroy(new Error('the stream stayed open')));
    if (raw.body.length > 0) stream.end(raw.body);
    await new Promise((resolve) => stream.once('close', resolve));
    const code = errorName(stream.rstCode ?? 0).replace('NGHTTP2_', '');
    const status = Number(headers[':status']) || undefined;
    return { status, headers, body: Buffer.concat(chunks), end: end ?? code, trailers };
  } finally {
    session.destroy();
  }
};

const SENDERS = { 1: overHttp1, 2: overHttp2 } as const;

const framed = (message: Buffer): Buffer => {
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

const unframed = (body: Buffer): Buffer => body.subarray(PREFIX, PREFIX + body.readUInt32BE(1));

const contentLength = ({ headers }: Seen): number => Number(headers['content-length']);

const textLength = ({ body }: Seen): number => PREFIX + body.readUInt32BE(1);

const json = (body: Buffer): Json => JSON.parse(body.toString('utf8')) as Json;

/** A wire on which the path of an operation's method is called. */
const methodWire = (
  name: string,
  http: 1 | 2,
  type: string,
  message: {
    readonly write: (operation: string, request: Json) => Buffer;
    readonly read: Wire['read'];
    readonly lengthOf: Wire['lengthOf'];
  },
): Wire => ({
  name,
  http,
  lengthOf: message.lengthOf,
  read: message.read,
  send: ({ connection, token }, { operation, request, headers, enough }) =>
    SENDERS[http](
      connection.baseUrl,
      {
        method: 'POST',
        target: `/${protoMethod(operation).name}`,
        headers: { 'content-type': type, te: 'trailers', authorization: `Bearer ${token}`, ...headers },
        body: message.write(operation, request),
      },
      enough,
    ),
});

const restWire = (name: string, http: 1 | 2): Wire => ({
  name,
  http,
  lengthOf: contentLength,
  read: (_operation, body) => json(body),
  send: ({ connection, token }, { operation, request, headers, enough }) => {
    const { method, target, body } = httpCallOf(protoMethod(operation), request);
    return SENDERS[http](
      connection.baseUrl,
      {
        method,
        target,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      },
      enough,
    );
  },
});

const proto = {
  write: (operation: string, request: Json) => framed(encode(protoMethod(operation).request, request)),
  read: (operation: string, body: Buffer) => decode(protoMethod(operation).response, unframed(body)),
};

/** The protocols over which the API is called. */
export const WIRES: readonly Wire[] = [
  restWire('HTTP/1.1', 1),
  restWire('HTTP/2', 2),
  methodWire('gRPC', 2, 'application/grpc', { ...proto, lengthOf: textLength }),
  methodWire('gRPC with JSON', 2, 'application/grpc+json', {
    write: (_operation, request) => framed(Buffer.from(JSON.stringify(request))),
    read: (_operation, body) => json(unframed(body)),
    lengthOf: textLength,
  }),
  methodWire('gRPC-Web', 1, 'application/grpc-web+proto', { ...proto, lengthOf: contentLength }),
  methodWire('Connect', 1, 'application/json', {
    write: (_operation, request) => Buffer.from(JSON.stringify(request)),
    read: (_operation, body) => json(body),
    lengthOf: contentLength,
  }),
];

/** Connect with messages in protobuf, whose failures are JSON. */
export const BINARY_CONNECT: Wire = methodWire('Connect with protobuf', 1, 'application/proto', {
  write: (operation, request) => encode(protoMethod(operation).request, request),
  read: (operation, body) => decode(protoMethod(operation).response, body),
  lengthOf: contentLength,
});
