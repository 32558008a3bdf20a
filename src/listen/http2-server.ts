import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { endFloods } from './frame-floods.ts';

/** What headers count besides their own bytes (RFC 9113 §6.5.2): 32 for each of 512. */
const HEADER_OVERHEAD = 32 * 512;
const MOST_HEADERS = 2_000;
/** How many bytes a client may send before they are read: on one stream, and on all streams of a session. */
const STREAM_WINDOW = 1024 * 1024;
const SESSION_WINDOW = 16 * 1024 * 1024;
/** Megabytes. Answers that wait to be sent count, and a few of 100 MB (clients §0.3) may wait at the same time. */
const SESSION_MEMORY = 512;
const STREAMS_AT_ONCE = 1_000;
const INVALID_FRAMES = 100;
/** After how long a session is pinged, and how long its answer may take: the first time, and later. */
const FIRST_PING_MILLIS = 5_000;
const PING_MILLIS = 60_000;

/**
 * Ends a session whose client never sends anything or has disappeared, and one that node has given up because of a
 * broken frame and left open. A quiet client answers the pings, so its session is kept.
 */
const endWhenGone = (session: ServerHttp2Session): void => {
  let timer: NodeJS.Timeout;
  const pingAfter = (millis: number): void => {
    timer = setTimeout(() => {
      if (session.destroyed) return;
      timer = setTimeout(() => session.destroy(), millis).unref();
      session.ping(() => {
        clearTimeout(timer);
        if (!session.destroyed) pingAfter(PING_MILLIS);
      });
    }, millis).unref();
  };
  pingAfter(FIRST_PING_MILLIS);
  // A session's own timeout would outlive it: node does not clear it when the session is destroyed.
  session.once('close', () => clearTimeout(timer));
};

/** An HTTP/2 server that is handed its sockets, and the sessions on them. */
export interface Http2Sessions {
  readonly server: Http2Server;
  /** Accepts no new streams, lets open streams finish, and ends each session after its last one. */
  readonly close: () => void;
}

/**
 * Makes an HTTP/2 server for sockets that another server accepts; `maxHeaderSize` is the limit of HTTP/1, in bytes.
 * nghttp2 itself ends floods of pings, settings, resets and continued headers; endFloods ends those of frames that
 * nghttp2 does not count.
 */
export const createHttp2Sessions = (maxHeaderSize: number): Http2Sessions => {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer({
    maxHeaderListPairs: MOST_HEADERS,
    maxSessionMemory: SESSION_MEMORY,
    maxSessionInvalidFrames: INVALID_FRAMES,
    settings: {
      enablePush: false,
      initialWindowSize: STREAM_WINDOW,
      maxConcurrentStreams: STREAMS_AT_ONCE,
      maxHeaderListSize: maxHeaderSize + HEADER_OVERHEAD,
    },
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.setLocalWindowSize(SESSION_WINDOW);
    endWhenGone(session);
  });
  endFloods(server);
  // A session that breaks the protocol has been closed with the reason; there is nothing more to do.
  server.on('sessionError', () => {});
  return {
    server,
    close: () => {
      for (const session of sessions) session.close();
    },
  };
};
