import { connect, type Socket } from 'node:net';
import { awake, percentile, type Run } from './load.ts';

/** One kind of unary call: its path, the message of the nth call, and the least length of an answer. */
export interface GrpcWorkload {
  readonly name: string;
  /** `/<service>/<method>`. */
  readonly path: string;
  readonly token: string;
  readonly message: (nth: number) => Uint8Array;
  readonly leastAnswer: number;
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const FRAME_HEAD = 9;
const PREFIX = 5;
const Type = { DATA: 0, HEADERS: 1, RST_STREAM: 3, SETTINGS: 4, PING: 6, GOAWAY: 7, WINDOW_UPDATE: 8 } as const;
const END_STREAM = 1;
const ACK = 1;
const END_HEADERS = 4;
/** The largest window there is; received bytes are returned to it in large pieces. */
const WINDOW = 2 ** 31 - 1;
const GIVE_BACK = 2 ** 24;
const FIRST_WINDOW = 65_535;

const frame = (type: number, flags: number, stream: number, payload: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(FRAME_HEAD + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
  bytes.set(payload, FRAME_HEAD);
  return bytes;
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const settings = (id: number, value: number): Buffer => Buffer.concat([Buffer.from([0, id]), uint32(value)]);

/** A string literal of HPACK, without Huffman coding (RFC 7541 §5.2). */
const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const rest = bytes.length - 127;
  const length = rest < 128 ? [127, rest] : [127, (rest & 127) | 128, rest >> 7];
  return Buffer.concat([Buffer.from(length), bytes]);
};

const METHOD_POST = 0x83;
const SCHEME_HTTP = 0x86;
const INDEXED = 0x80;
const INDEX_IT = 0x40;
const FIRST_DYNAMIC = 62;

/** The headers of a call: in full the first time on a connection, and as places in its table from then on. */
const headerBlocks = (path: string, token: string): { readonly first: Buffer; readonly later: Buffer } => {
  const fields = [
    [':path', path],
    [':authority', '127.0.0.1'],
    ['te', 'trailers'],
    ['content-type', 'application/grpc+proto'],
    ['user-agent', 'bench'],
    ['authorization', `Bearer ${token}`],
  ] as const;
  const known = Buffer.from([METHOD_POST, SCHEME_HTTP]);
  const literals = fields.map(([name, value]) => Buffer.concat([Buffer.from([INDEX_IT]), text(name), text(value)]));
  const places = fields.map((_, nth) => INDEXED | (FIRST_DYNAMIC + fields.length - 1 - nth));
  return { first: Buffer.concat([known, ...literals]), later: Buffer.concat([known, Buffer.from(places)]) };
};

const withPrefix = (message: Uint8Array): Buffer => Buffer.concat([Buffer.from([0]), uint32(message.length), message]);

/** A connection with just enough HTTP/2 for unary calls, so that the load costs less than what it measures. */
class Connection {
  readonly #socket: Socket;
  readonly #blocks: ReturnType<typeof headerBlocks>;
  /** Bytes of DATA that each open stream has been sent. */
  readonly #open = new Map<number, { readonly at: bigint; received: number }>();
  readonly #done: (nanos: bigint, received: number) => void;
  readonly #failed: (error: Error) => void;
  #buffer: Buffer = Buffer.alloc(0);
  #nextStream = 1;
  #taken = 0;
  #out: Buffer[] = [];

  constructor(
    port: number,
    { path, token }: GrpcWorkload,
    done: (nanos: bigint, received: number) => void,
    failed: (error: Error) => void,
  ) {
    this.#blocks = headerBlocks(path, token);
    this.#done = done;
    this.#failed = failed;
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('error', failed);
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    const wanted = Buffer.concat([settings(2, 0), settings(4, WINDOW)]);
    this.#out.push(PREFACE, frame(Type.SETTINGS, 0, 0, wanted), this.#window(WINDOW - FIRST_WINDOW));
  }

  #window(size: number): Buffer {
    return frame(Type.WINDOW_UPDATE, 0, 0, uint32(size));
  }

  /** Begins a call with a message; it is sent with the next `flush`. */
  call(message: Uint8Array): void {
    const stream = this.#nextStream;
    this.#nextStream += 2;
    this.#open.set(stream, { at: process.hrtime.bigint(), received: 0 });
    const block = stream === 1 ? this.#blocks.first : this.#blocks.later;
    this.#out.push(
      frame(Type.HEADERS, END_HEADERS, stream, block),
      frame(Type.DATA, END_STREAM, stream, withPrefix(message)),
    );
  }

  flush(): void {
    if (this.#out.length === 0) return;
    this.#socket.write(this.#out.length === 1 ? (this.#out[0] as Buffer) : Buffer.concat(this.#out));
    this.#out = [];
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    let at = 0;
    while (bytes.length - at >= FRAME_HEAD) {
      const length = bytes.readUIntBE(at, 3);
      const end = at + FRAME_HEAD + length;
      if (bytes.length < end) break;
      this.#onFrame(bytes, at, length);
      at = end;
    }
    this.#buffer = bytes.subarray(at);
    this.flush();
  }

  #onFrame(bytes: Buffer, at: number, length: number): void {
    const [type, flags = 0] = [bytes[at + 3], bytes[at + 4]];
    const stream = bytes.readUInt32BE(at + 5);
    if (type === Type.SETTINGS && (flags & ACK) === 0) this.#out.push(frame(Type.SETTINGS, ACK, 0, Buffer.alloc(0)));
    if (type === Type.PING && (flags & ACK) === 0) {
      this.#out.push(frame(Type.PING, ACK, 0, bytes.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length)));
    }
    if (type === Type.GOAWAY || type === Type.RST_STREAM) this.#failed(new Error('the server broke off a call'));
    if (type !== Type.DATA && type !== Type.HEADERS) return;
    const call = this.#open.get(stream);
    if (!call) return;
    if (type === Type.DATA) {
      call.received += length;
      this.#taken += length;
      if (this.#taken >= GIVE_BACK) {
        this.#out.push(this.#window(this.#taken));
        this.#taken = 0;
      }
    }
    if ((flags & END_STREAM) === 0) return;
    this.#open.delete(stream);
    this.#done(process.hrtime.bigint() - call.at, call.received);
  }
}

/**
 * Makes calls over a few connections with several streams on each, for a number of calls, counted from `first`.
 * @throws Error when a call is not answered with a message of the least length: a benchmark of failures measures nothing
 */
export const driveGrpc = (
  port: number,
  workload: GrpcWorkload,
  calls: number,
  connections: number,
  streams: number,
  first = 0,
): Promise<Run> =>
  awake(
    new Promise((resolve, reject) => {
      const taken: number[] = [];
      const opened: Connection[] = [];
      let sent = 0;
      const begun = process.hrtime.bigint();
      const close = (): void => {
        for (const connection of opened) connection.close();
      };
      const fail = (error: Error): void => {
        close();
        reject(error);
      };
      const next = (connection: Connection): void => {
        if (sent >= calls) return;
        connection.call(workload.message(first + sent));
        sent += 1;
      };
      for (let nth = 0; nth < connections; nth += 1) {
        const connection: Connection = new Connection(
          port,
          workload,
          (nanos, received) => {
            if (received < workload.leastAnswer + PREFIX) {
              fail(new Error(`${workload.name} was answered with ${received} bytes`));
              return;
            }
            taken.push(Number(nanos) / 1e6);
            if (taken.length < calls) {
              next(connection);
              return;
            }
            const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
            close();
            taken.sort((a, b) => a - b);
            resolve({ perSecond: calls / seconds, p50: percentile(taken, 0.5), p99: percentile(taken, 0.99) });
          },
          fail,
        );
        opened.push(connection);
        for (let stream = 0; stream < streams; stream += 1) next(connection);
        connection.flush();
      }
    }),
  );
