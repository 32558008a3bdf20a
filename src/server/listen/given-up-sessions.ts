import type { ServerHttp2Session } from 'node:http2';
import type { Duplex } from 'node:stream';

const LOOK_MILLIS = 200;
/** A stream that is never open: the mock opens none itself. */
const NO_STREAM = 2 ** 31 - 2;

/** The bytes that the system has not taken yet; undefined for a socket that is none of the system. */
const unsentBytes = (socket: Duplex): number | undefined =>
  (socket as { readonly _handle?: { readonly writeQueueSize?: number } })._handle?.writeQueueSize;

/**
 * Closes the connection of a session that has said GOAWAY because of a broken frame, as RFC 9113 §5.4.1 demands. Node 20
 * leaves it open and reports nothing; nghttp2 then sends nothing that is queued. So each time after bytes have come, a
 * frame about a stream that is not open is queued: a session that goes on drops it, without a byte to its client. The
 * session has been given up if the queue stands still although the system takes bytes.
 */
export const closeGivenUp = (session: ServerHttp2Session, socket: Duplex): void => {
  /** How many bytes had come when the session was seen to go on, and when a frame was queued. */
  let [goesOnAt, askedAt] = [0, 0];
  /** How many bytes were sent when the queue stood still. */
  let standsAt: number | undefined;
  const look = (): void => {
    if (session.destroyed) return;
    const { bytesRead, bytesWritten } = session.socket;
    if (bytesRead === goesOnAt) return;
    const isQueued = Number(session.state.outboundQueueSize) > 0;
    const stands = isQueued && unsentBytes(socket) === 0;
    if (stands && standsAt === bytesWritten) {
      session.destroy();
      return;
    }
    standsAt = stands ? bytesWritten : undefined;
    if (bytesRead !== askedAt) {
      askedAt = bytesRead;
      session.altsvc('clear', NO_STREAM);
    } else if (!isQueued) {
      goesOnAt = bytesRead;
    }
  };
  const timer = setInterval(look, LOOK_MILLIS).unref();
  session.once('close', () => clearInterval(timer));
};
