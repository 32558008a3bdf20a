import { constants, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';

/**
 * The most bytes of frames without content that a session accepts: twenty thousand updates of a window. nghttp2 counts
 * pings, settings, resets and continued headers, but neither priorities nor window updates nor frames of unknown types,
 * and no event reports those.
 */
const BASE_ALLOWANCE = 256 * 1024;
/** The bytes that each stream adds: its own updates, a priority, and the headers of its frames. */
const STREAM_ALLOWANCE = 1_024;
/** The bytes that each second adds: the pings and updates of a session that stays open for days. */
const SECOND_ALLOWANCE = 1_024;
/** The bytes that a header counts besides its own (RFC 9113 §6.5.2). */
const HEADER_OVERHEAD = 32;
/** The bytes sent for which one byte of window updates is accepted. */
const SENT_PER_UPDATE = 16;
/** The bytes of data for which one byte of frame headers is accepted. */
const DATA_PER_HEAD = 16;
/** The bytes of a frame's head, and the most of them for a byte of data: an encoder may send each token by itself. */
const HEAD = 9;
const HEAD_PER_DATA = 6;
const LOOK_MILLIS = 250;
/** The most bytes that a client may send on one stream before they are read. */
export const STREAM_WINDOW = 1024 * 1024;

/** The traffic of a session, received and sent. */
export interface Traffic {
  /** Bytes of all frames, with their headers. */
  readonly read: number;
  readonly written: number;
  /** Bytes of data only, and the pieces in which they came. */
  readonly data: number;
  readonly pieces: number;
  readonly headers: number;
  readonly streams: number;
  /** The age of the session. */
  readonly seconds: number;
}

/** True for a session that has received more than its requests and answers explain. */
export const isFlood = ({ read, written, data, pieces, headers, streams, seconds }: Traffic): boolean => {
  const heads = data / DATA_PER_HEAD + Math.min(pieces * HEAD, data * HEAD_PER_DATA);
  const explained = data + heads + headers + written / SENT_PER_UPDATE;
  return read > BASE_ALLOWANCE + explained + streams * STREAM_ALLOWANCE + seconds * SECOND_ALLOWANCE;
};

type Account = Record<'data' | 'pieces' | 'headers' | 'streams' | 'seconds', number>;

const countStream = (account: Account, stream: ServerHttp2Stream, rawHeaders: readonly string[]): void => {
  account.streams += 1;
  for (const text of rawHeaders) account.headers += text.length + HEADER_OVERHEAD;
  if (stream.endAfterHeaders) return;
  const push = stream.push.bind(stream);
  let isWhole = false;
  // A listener for 'data' would start the flow of the stream.
  stream.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) isWhole ||= !stream.closed;
    account.data += chunk?.length ?? 0;
    account.pieces += 1;
    return push(chunk, encoding);
  };
  // An answer that does not wait for the body closes the stream, and what its client is still sending counts nowhere.
  stream.once('close', () => {
    if (!isWhole && !stream.aborted) account.data += STREAM_WINDOW;
  });
};

/** Ends sessions that flood with frames without content, as nghttp2 ends other floods: ENHANCE_YOUR_CALM. */
export const endFloods = (server: Http2Server): void => {
  const accounts = new Map<ServerHttp2Session, Account>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    for (const [session, account] of accounts) {
      if (session.destroyed) continue;
      account.seconds += LOOK_MILLIS / 1_000;
      const { bytesRead: read, bytesWritten: written } = session.socket;
      if (isFlood({ read, written, ...account }))
        session.destroy(new Error('a flood of frames'), constants.NGHTTP2_ENHANCE_YOUR_CALM);
    }
  };
  server.on('session', (session) => {
    accounts.set(session, { data: 0, pieces: 0, headers: 0, streams: 0, seconds: 0 });
    timer ??= setInterval(look, LOOK_MILLIS).unref();
    session.once('close', () => {
      accounts.delete(session);
      if (accounts.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
  server.on('stream', (stream: ServerHttp2Stream, _headers: object, _flags: number, rawHeaders: readonly string[]) => {
    const account = stream.session && accounts.get(stream.session as ServerHttp2Session);
    if (account) countStream(account, stream, rawHeaders);
  });
};
