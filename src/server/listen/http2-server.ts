import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import { isAboutHealth } from './dispatch.ts';
import { endFloods, STREAM_WINDOW } from './frame-floods.ts';
import type { StreamListener } from './http2-streams.ts';

const LOOK_MILLIS = 200;
/** A stream that is never open: the mock opens none itself. */
const NO_STREAM = 2 ** 31 - 2;

/** The bytes that the system has not taken yet; undefined for a socket that is not one of the system. */
const unsentBytes = (socket: Duplex): number | undefined =>
  (socket as { readonly _handle?: { readonly writeQueueSize?: number } })._handle?.writeQueueSize;

/**
 * Closes the connection of a session that has said GOAWAY because of a broken frame, as RFC 9113 §5.4.1 demands. Node 20
 * leaves it open and reports nothing; nghttp2 then sends nothing that is queued. So each time after bytes have come, a
 * frame about a stream that is not open is queued: a session that goes on drops it, without a byte to its client. The
 * session has been given up if the queue stands still although the system takes bytes.
 */
const closeGivenUp = (session: ServerHttp2Session, socket: Duplex): void => {
  /** The bytes that had come when the session was seen to go on, and when a frame was queued. */
  let [goesOnAt, askedAt] = [0, 0];
  /** The bytes that were sent when the queue stood still. */
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

/** The bytes that headers count besides their own (RFC 9113 §6.5.2): 32 for each of 512. */
const HEADER_OVERHEAD = 32 * 512;
const MAX_HEADERS = 2_000;
/** The most bytes that a client may send on all streams of a session before they are read. Bun does not announce it. */
const SESSION_WINDOW = 16 * 1024 * 1024;
/** Megabytes. Answers that wait to be sent count, and a few of 100 MB (clients §0.3) may wait at the same time. */
const SESSION_MEMORY = 512;
const STREAMS_AT_ONCE = 1_000;
const INVALID_FRAMES = 100;
/** The time after which a session is pinged, and the time for its answer: the first one, and later. */
const FIRST_PING_MILLIS = 5_000;
const PING_MILLIS = 60_000;

/**
 * Ends a session whose client never sends anything or has disappeared. A quiet client answers the pings; one that is
 * uploading may read them at its end only.
 */
const endWhenGone = (session: ServerHttp2Session): void => {
  let timer: NodeJS.Timeout;
  const pingAfter = (millis: number): void => {
    timer = setTimeout(() => {
      if (session.destroyed) return;
      let read = session.socket.bytesRead;
      timer = setInterval(() => {
        const { bytesRead } = session.socket;
        if (bytesRead === read) session.destroy();
        read = bytesRead;
      }, millis).unref();
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

/** The largest id of a stream. */
const LAST_STREAM = 2 ** 31 - 1;

/**
 * Asks a client to begin no more streams. Those that it has sent before it hears of it are answered, which is why the
 * session goes on until a ping has come back (RFC 9113 §6.8).
 */
const askToLeave = (session: ServerHttp2Session): void => {
  if (session.destroyed || session.closed) return;
  session.goaway(constants.NGHTTP2_NO_ERROR, LAST_STREAM);
  session.ping(() => {
    if (!session.destroyed) session.close();
  });
};

/**
 * Asks a client that comes while the mock drains to leave at its first call: before it, it would come back, and never get
 * to make it. One that watches the health of the mock would come back at once, and hears there that it does not serve.
 */
const leaveAtFirstCall = (session: ServerHttp2Session): void => {
  const look = (_stream: unknown, { ':path': path }: IncomingHttpHeaders): void => {
    if (isAboutHealth(path)) return;
    session.off('stream', look);
    askToLeave(session);
  };
  session.on('stream', look);
};

/** HTTP/2 on sockets that another server accepts. */
export interface Http2Sessions {
  /** Begins a session on a socket. With `isLeaving` its client is asked to go elsewhere at its first call. */
  readonly accept: (socket: Duplex, isLeaving?: boolean) => void;
  /** Asks the clients of sessions on some sockets to go elsewhere; without a choice, of all sessions, present and future. */
  readonly drain: (isMeant?: (socket: Duplex) => boolean) => void;
  /** Accepts no new streams on them, lets open streams finish, and ends each session after its last one. */
  readonly close: (isMeant?: (socket: Duplex) => boolean) => void;
}

const sessionServer = (maxHeaderSize: number): Http2Server => {
  const server = createServer({
    maxHeaderListPairs: MAX_HEADERS,
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
    if (process.versions.bun === undefined) session.setLocalWindowSize(SESSION_WINDOW);
    endWhenGone(session);
  });
  endFloods(server);
  // A session that breaks the protocol has been closed with the reason; there is nothing more to do.
  server.on('sessionError', () => {});
  return server;
};

/**
 * Serves HTTP/2 with a listener for each stream; `maxHeaderSize` is the limit of HTTP/1, in bytes. nghttp2 itself ends
 * floods of pings, settings, resets and continued headers; endFloods ends floods of frames that nghttp2 does not count.
 * The server is made with its first session, since most starts have none to wait for.
 */
export const createHttp2Sessions = (maxHeaderSize: number, onStream: StreamListener): Http2Sessions => {
  /** The sessions by their sockets. */
  const sessions = new Map<Duplex, ServerHttp2Session>();
  let server: Http2Server | undefined;
  let isDraining = false;
  const makeServer = (): Http2Server => sessionServer(maxHeaderSize).on('stream', onStream);
  const select = (isMeant = (_socket: Duplex): boolean => true): readonly ServerHttp2Session[] =>
    [...sessions].flatMap(([socket, session]) => (isMeant(socket) ? [session] : []));
  return {
    accept: (socket, isLeaving = false) => {
      server ??= makeServer();
      server.once('session', (session) => {
        sessions.set(socket, session);
        closeGivenUp(session, socket);
        session.once('close', () => sessions.delete(socket));
        if (isLeaving || isDraining) leaveAtFirstCall(session);
      });
      server.emit('connection', socket);
    },
    drain: (isMeant) => {
      isDraining ||= isMeant === undefined;
      for (const session of select(isMeant)) askToLeave(session);
    },
    close: (isMeant) => {
      for (const session of select(isMeant)) session.close();
    },
  };
};
