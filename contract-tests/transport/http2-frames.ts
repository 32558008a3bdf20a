import { connect } from 'node:net';

/** The preface of an HTTP/2 client before its first frame. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** The types of frames (RFC 9113 §6). */
export const Frame = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

const END_STREAM = 1;
const END_HEADERS = 4;

/** The bytes of a frame; a length that is not its payload's makes a broken one. */
export const frame = (
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
  length = payload.length,
): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** The settings that a client must begin with: none. */
export const SETTINGS = frame(Frame.settings, 0, 0);

/** A string without compression; its length begins with seven bits (RFC 7541 §5.1). */
const literal = (text: string): Buffer => {
  const length: number[] = [];
  let rest = text.length;
  if (rest >= 127) {
    length.push(127);
    for (rest -= 127; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) + 128);
  }
  return Buffer.concat([Buffer.from([...length, rest]), Buffer.from(text)]);
};

const named = (name: string, value: string): Buffer => Buffer.concat([Buffer.from([0]), literal(name), literal(value)]);

/** The header block of `GET <path>`, without compression. */
export const getBlock = (path = '/ping/v2/ping'): Buffer =>
  Buffer.concat([
    // :method GET and :scheme http of the static table, then :path and :authority with values of their own.
    Buffer.from([0x82, 0x86, 0x04]),
    literal(path),
    Buffer.from([0x01]),
    literal('127.0.0.1'),
  ]);

/** A whole request without a body. */
export const getRequest = (stream: number, path?: string): Buffer =>
  frame(Frame.headers, END_STREAM | END_HEADERS, stream, getBlock(path));

/** The headers of a request that a body of JSON follows. */
export const requestHead = (stream: number, method: string, path: string, token: string): Buffer =>
  frame(
    Frame.headers,
    END_HEADERS,
    stream,
    Buffer.concat([
      named(':method', method),
      named(':scheme', 'http'),
      named(':path', path),
      named(':authority', '127.0.0.1'),
      named('authorization', `Bearer ${token}`),
      named('content-type', 'application/json'),
    ]),
  );

/** A stream cancelled by its client. */
export const reset = (stream: number): Buffer => frame(Frame.reset, 0, stream, Buffer.from([0, 0, 0, 8]));

/** A frame as it was received. */
export interface Received {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** The complete frames of the received bytes. */
export const framesOf = (bytes: Buffer): readonly Received[] => {
  const frames: Received[] = [];
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    if (end > bytes.length) break;
    frames.push({
      type: bytes.readUInt8(at + 3),
      flags: bytes.readUInt8(at + 4),
      stream: bytes.readUInt32BE(at + 5),
      payload: bytes.subarray(at + 9, end),
    });
    at = end;
  }
  return frames;
};

const NAMES = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
];

const DEADLINE_MS = 10_000;

/**
 * Sends a session's bytes and returns the error code of the server's GOAWAY, or "closed" when it sends none.
 * @throws Error when it does neither
 */
export const endOfSession = (baseUrl: string, ...sent: readonly (Buffer | string)[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const leave = framesOf(received).find(({ type }) => type === Frame.goAway);
      if (!leave) return;
      resolve(NAMES[leave.payload.readUInt32BE(4)] ?? 'unknown');
      socket.destroy();
    });
    // A reset is a way to close, too.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve('closed'));
    socket.setTimeout(DEADLINE_MS, () => {
      reject(new Error(`the session went on: ${framesOf(received).map(({ type }) => type)}`));
      socket.destroy();
    });
    for (const bytes of sent) socket.write(bytes);
  });
