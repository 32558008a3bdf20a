import { type ClientHttp2Session, constants, type IncomingHttpHeaders } from 'node:http2';
import { detailsOf } from '../support/grpc-client.ts';
import type { Json } from '../support/proto-json.ts';

/** A gRPC call as it goes over the wire. */
export interface RawCall {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Buffer;
  /** Leaves the request open: the client does not say that it has sent everything. */
  readonly open?: boolean;
}

/** Its answer. */
export interface RawAnswer {
  readonly httpStatus: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The trailers; of an answer that consists of headers only, those. */
  readonly trailers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** `grpc-status`; undefined when the answer has none. */
  readonly status: number | undefined;
  readonly message: string;
  readonly details: readonly Json[];
  /** The error code when the server has reset the stream, 0 otherwise. */
  readonly reset: number;
}

const DEADLINE_MS = 30_000;
const PREFIX = 5;

/** A message with its prefix. */
export const framed = (message: Uint8Array, flags = 0, length = message.length): Buffer => {
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt8(flags, 0);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
};

/** Messages as they were received, each with the flags of its prefix. @throws Error for a message that is cut off */
export const messagesOf = (bytes: Buffer): readonly { readonly flags: number; readonly message: Buffer }[] => {
  const messages = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + PREFIX + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) throw new Error(`a message of ${end - at} bytes where ${bytes.length - at} are left`);
    messages.push({ flags: bytes.readUInt8(at), message: bytes.subarray(at + PREFIX, end) });
    at = end;
  }
  return messages;
};

/** The headers of a plain gRPC call. */
export const GRPC_HEADERS = { 'content-type': 'application/grpc', te: 'trailers' } as const;

/** Makes one call on a session, byte for byte as given. */
export const rawCall = (session: ClientHttp2Session, call: RawCall): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { path, method = 'POST', headers = {}, body, open = false } = call;
    const sent = Object.fromEntries(
      Object.entries({ ...GRPC_HEADERS, ...headers, ':method': method, ':path': path }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const stream = session.request(sent, { endStream: body === undefined && !open });
    let got: IncomingHttpHeaders = {};
    let trailers: IncomingHttpHeaders | undefined;
    const chunks: Buffer[] = [];
    stream.on('response', (given) => {
      got = given;
    });
    stream.on('trailers', (given) => {
      trailers = given;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The answer is complete, so the rest of the request is not needed.
    stream.on('end', () => {
      if (open) stream.close();
    });
    // The reason is read when it is closed.
    stream.on('error', () => {});
    stream.setTimeout(DEADLINE_MS, () => reject(new Error(`${method} ${path}: no answer in ${DEADLINE_MS} ms`)));
    stream.on('close', () => {
      const metadata = trailers ?? got;
      const status = metadata['grpc-status'] === undefined ? undefined : Number(metadata['grpc-status']);
      const message = decodeURIComponent(String(metadata['grpc-message'] ?? ''));
      const details = metadata['grpc-status-details-bin'];
      const bytes = typeof details === 'string' ? Buffer.from(details, 'base64') : undefined;
      resolve({
        httpStatus: Number(got[':status']) || undefined,
        headers: got,
        trailers: metadata,
        bytes: Buffer.concat(chunks),
        status,
        message,
        details: bytes === undefined || status === undefined ? [] : detailsOf(bytes, status, message),
        reset: stream.rstCode === constants.NGHTTP2_NO_ERROR ? 0 : (stream.rstCode ?? 0),
      });
    });
    if (open) stream.write(body ?? Buffer.alloc(0));
    else if (body !== undefined) stream.end(body);
  });
