import type { Socket } from 'node:net';

/** The protocols that a client may begin with on the port. */
export type Protocol = 'http1' | 'http2';

/** The first bytes of every HTTP/2 client (RFC 9113 §3.4). */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** The protocol that begins with these bytes; undefined while it may be either. HTTP/1 takes anything but HTTP/2. */
export const protocolOf = (bytes: Buffer): Protocol | undefined => {
  const length = Math.min(bytes.length, PREFACE.length);
  if (bytes.compare(PREFACE, 0, length, 0, length) !== 0) return 'http1';
  return length === PREFACE.length ? 'http2' : undefined;
};

/**
 * Waits for a socket's first bytes until `decide` returns something, puts them back, and reports that with them. A
 * socket that has not sent enough by the deadline, or that ends or fails before, is destroyed and not reported.
 */
export const onFirstBytes = <T>(
  socket: Socket,
  deadlineMillis: number,
  decide: (bytes: Buffer) => T | undefined,
  report: (decided: T, bytes: Buffer) => void,
): void => {
  let seen: Buffer = Buffer.alloc(0);
  const giveUp = (): void => {
    leave();
    socket.destroy();
  };
  const deadline = setTimeout(giveUp, deadlineMillis).unref();
  const read = (): void => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
    const decided = decide(seen);
    if (decided === undefined) return;
    leave();
    socket.unshift(seen);
    report(decided, seen);
  };
  const leave = (): void => {
    clearTimeout(deadline);
    socket.off('readable', read).off('end', giveUp).off('error', giveUp).off('close', giveUp);
  };
  // With 'data' the bytes that follow would be read twice once an HTTP/2 session takes the socket over.
  socket.on('readable', read).on('end', giveUp).on('error', giveUp).on('close', giveUp);
};
