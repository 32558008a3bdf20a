import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** True if connections are reused for the next request, unless each is to go to another replica. */
export const KEEP_ALIVE = process.env.SHARED_REPLICAS === undefined;

/** One HTTP request, sent as it is written: the target keeps its escapes. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** An answer that is not yet parsed. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const DEADLINE_MS = 20_000;

/** Makes a connection for each request. */
export const apart = new Agent({ keepAlive: false });

/**
 * Sends one request over the agent's connections.
 * @throws Error when the connection breaks before a whole answer has come, or none comes in time
 */
export const exchange = (agent: Agent, baseUrl: string, sent: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname: name, port } = new URL(baseUrl);
    // A URL has brackets around an address of IPv6, and a socket does not.
    const hostname = name.replace(/^\[(.*)\]$/, '$1');
    const { method, target, body } = sent;
    const chunked = sent.headers?.['transfer-encoding'] !== undefined;
    const length = body === undefined || chunked ? {} : { 'content-length': Buffer.byteLength(body) };
    let answered = false;
    const outgoing = request(
      { agent, hostname, port, method, path: target, headers: { ...length, ...sent.headers }, timeout: DEADLINE_MS },
      (incoming) => {
        answered = true;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: Buffer.concat(chunks) }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${target}: no answer in ${DEADLINE_MS} ms`)));
    // A server may answer and close before it has read the whole body: the answer counts.
    outgoing.on('error', (error) => {
      if (!answered) reject(error);
    });
    outgoing.end(body);
  });
