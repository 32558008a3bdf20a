import { connect, type Socket } from 'node:net';

/** One kind of request to measure: the bytes of the nth call. */
export interface Workload {
  readonly name: string;
  readonly request: (nth: number) => Buffer;
}

/** The result of one run of a workload. */
export interface Run {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Rounds that are not counted: code is compiled in them, for some ten thousand calls of a kind. */
export const WARM_UP = 3;

const HEADERS_END = Buffer.from('\r\n\r\n');

/** The bytes of a request over a keep-alive connection. */
export const httpRequest = (method: string, path: string, token: string, body?: string): Buffer => {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`];
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
};

/** Reads answers from a socket one by one; calls back with the status and the body of each. */
export const onAnswers = (socket: Socket, done: (status: number, body: Buffer) => void): void => {
  let buffer: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf(HEADERS_END);
      if (end < 0) return;
      const head = buffer.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const total = end + 4 + length;
      if (buffer.length < total) return;
      const body = buffer.subarray(end + 4, total);
      buffer = buffer.subarray(total);
      done(Number(head.slice(9, 12)), body);
    }
  });
};

/** The value that a share of sorted values does not exceed. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Waits without sleeping. To wake a client that sleeps takes processor time of the server, which only the slower of two
 * servers would spend: the client of the other one always has something to read.
 */
export const awake = async <T>(work: Promise<T>): Promise<T> => {
  let isOver = false;
  const poll = (): void => {
    if (!isOver) setImmediate(poll);
  };
  poll();
  try {
    return await work;
  } finally {
    isOver = true;
  }
};

/**
 * Sends a workload over keep-alive connections, one call at a time on each, for a number of calls.
 * @throws Error when a call is not answered with 200: a benchmark of failures measures nothing
 */
export const driveAsleep = (
  port: number,
  workload: Workload,
  calls: number,
  connections: number,
  first = 0,
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const taken: number[] = [];
    let sent = 0;
    const begun = process.hrtime.bigint();
    for (let open = 0; open < connections; open += 1) {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      let at = 0n;
      const next = (): void => {
        if (sent >= calls) {
          socket.end();
          return;
        }
        at = process.hrtime.bigint();
        socket.write(workload.request(first + sent));
        sent += 1;
      };
      socket.on('connect', next);
      socket.on('error', reject);
      onAnswers(socket, (status) => {
        if (status !== 200) reject(new Error(`${workload.name} was answered with ${status}`));
        taken.push(Number(process.hrtime.bigint() - at) / 1e6);
        if (taken.length < calls) {
          next();
          return;
        }
        socket.end();
        const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
        taken.sort((a, b) => a - b);
        resolve({ perSecond: calls / seconds, p50: percentile(taken, 0.5), p99: percentile(taken, 0.99) });
      });
    }
  });

/** Drives a workload without sleeping. */
export const drive = (...given: Parameters<typeof driveAsleep>): Promise<Run> => awake(driveAsleep(...given));
