import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2';
import type { BreakOff } from '../../kernel/transmission.ts';

/** A response over either version of HTTP. */
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** The error codes of RST_STREAM (RFC 9113 §7): CANCEL, and INTERNAL_ERROR as servers send it for a call that broke. */
const RESET_CODE = { drop: 8, reset: 2 } as const;

/** Ends a stream of HTTP/2 as it is (behaviour F10, F11): by RST_STREAM, or as if all had been sent. */
export const breakOffStream = (stream: ServerHttp2Stream, how: BreakOff): void => {
  if (how === 'truncate') stream.end();
  else stream.close(RESET_CODE[how]);
};

/**
 * Ends an answer as it is (behaviour F10, F11): over HTTP/1.1 by closing the connection, or by a reset of TCP; over HTTP/2
 * by ending its stream. Bytes written before are sent if the protocol allows it.
 */
export const breakOff = (response: AnyResponse, how: BreakOff): void => {
  if ('stream' in response) {
    if (how === 'truncate') response.end();
    else breakOffStream(response.stream, how);
  } else if (how === 'reset') response.socket?.resetAndDestroy();
  else response.socket?.end();
};
