import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type SecureClientSessionOptions,
} from 'node:http2';

/** One request over HTTP/2. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An answer. */
export interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const DEADLINE_MS = 60_000;

/** Sends one request on a session. */
export const exchangeOn = (session: ClientHttp2Session, sent: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', path, headers, body } = sent;
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined });
    let got: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (answer) => {
      got = answer;
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('error', reject);
    stream.on('close', () => resolve({ status: got[':status'], headers: got, text }));
    stream.setTimeout(DEADLINE_MS, () => stream.destroy(new Error(`${method} ${path}: no answer`)));
    if (body !== undefined) stream.end(body);
  });

/** Runs a function with a session to a server, and ends the session after it. */
export const overHttp2 = async <T>(
  baseUrl: string,
  work: (session: ClientHttp2Session) => Promise<T>,
  options: SecureClientSessionOptions = {},
): Promise<T> => {
  const session = connect(baseUrl, options);
  try {
    await once(session, 'connect');
    return await work(session);
  } finally {
    session.on('error', () => {});
    session.destroy();
  }
};
