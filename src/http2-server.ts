import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';

/** What each header counts for besides its own bytes (RFC 9113 §6.5.2), for as many headers as one may expect. */
const HEADER_OVERHEAD = 32 * 512;
const MOST_HEADERS = 2_000;
/** How much a client may send before it is read: of one stream, and of all streams of a session. */
const STREAM_WINDOW = 1024 * 1024;
const SESSION_WINDOW = 16 * 1024 * 1024;
/** Megabytes. Answers that wait to be sent count, and a few of 100 MB (clients §0.3) may wait at once. */
const SESSION_MEMORY = 512;
const STREAMS_AT_ONCE = 1_000;
const INVALID_FRAMES = 100;
/** When a session is asked for a sign of life, and how long it may take: soon after its begin, and later on. */
const FIRST_SIGN_MILLIS = 5_000;
const SIGN_MILLIS = 60_000;

/**
 * Ends a session whose client never begins or is gone without a word, and one that node has given up over a broken
 * frame and left open. A session that is only quiet answers, and lasts.
 */
const endWhenGone = (session: ServerHttp2Session): void => {
  let timer: NodeJS.Timeout;
  const askAfter = (millis: number): void => {
    timer = setTimeout(() => {
      if (session.destroyed) return;
      timer = setTimeout(() => session.destroy(), millis).unref();
      session.ping(() => {
        clearTimeout(timer);
        if (!session.destroyed) askAfter(SIGN_MILLIS);
      });
    }, millis).unref();
  };
  askAfter(FIRST_SIGN_MILLIS);
  // A session's own timeout would outlive it: node does not clear it when the session is destroyed.
  session.once('close', () => clearTimeout(timer));
};

/** An HTTP/2 server that is given its sockets, and the sessions on them. */
export interface Http2Sessions {
  readonly server: Http2Server;
  /** Takes no new streams, lets those that are open finish, and ends each session after its last. */
  readonly close: () => void;
}

/**
 * Makes an HTTP/2 server for sockets that somebody else accepts; `maxHeaderSize` is what HTTP/1 takes, in bytes.
 * Floods of pings, of settings, of resets and of continued headers are ended by nghttp2 itself.
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
  // A session that breaks the protocol is closed by then, with the reason; nobody else is to know.
  server.on('sessionError', () => {});
  return {
    server,
    close: () => {
      for (const session of sessions) session.close();
    },
  };
};
