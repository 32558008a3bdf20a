import type { ServerHttp2Stream } from 'node:http2';

/** How long a refused client may continue to send. */
const LINGER_MILLIS = 1_000;

/**
 * Drops what a client still sends of a request that is answered, for a while, so that it sees the answer and not a reset;
 * what nobody reads would hold up the other calls of its connection.
 */
export const dropRest = (stream: ServerHttp2Stream): void => {
  if (stream.readableEnded) return;
  stream.removeAllListeners('data').resume();
  setTimeout(() => stream.close(), LINGER_MILLIS).unref();
};
