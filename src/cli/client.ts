import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { TlsSetting } from '../app/port.ts';
import { WORLD_HEADER } from '../kernel/call-scope.ts';
import { isLoopback } from '../steering/plane/guard.ts';
import { CONTROL_PREFIX } from '../steering/plane/prefix.ts';

/** A running server, as commands reach it. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly controlToken?: string;
  /** The server's own setting; missing: it does not use TLS. */
  readonly tls?: TlsSetting;
  readonly tlsCaFile?: string;
  /** The world that is meant; `default` unless given. */
  readonly world?: string;
}

/** The answer of a control call. */
export interface ControlReply {
  readonly status: number;
  /** The text of a file as it came; anything else as JSON. */
  readonly body: unknown;
}

/** The body of a control call. */
export interface ControlBody {
  /** JSON unless given. */
  readonly type?: string;
  readonly text: string | Buffer;
}

const TIMEOUT_MILLIS = 5_000;
/** A file of a large state takes longer, and so do receivers of events. */
const LONG_TIMEOUT_MILLIS = 120_000;

const isText = ({ headers, statusCode }: IncomingMessage): boolean =>
  statusCode === 200 && !/^application\/json/.test(headers['content-type'] ?? '');

const toReachableHost = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

/** The certificates to trust: any of a server on this machine, and those that the file or the system trusts. */
const trust = (host: string, caFile: string | undefined): { rejectUnauthorized: boolean; ca?: string } => {
  if (isLoopback(host)) return { rejectUnauthorized: false };
  return { rejectUnauthorized: true, ...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }) };
};

/** Calls the control plane of a running server with a body in JSON. */
export const callControl = (
  target: Target,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<ControlReply> =>
  sendControl(target, method, path, body === undefined ? undefined : { text: JSON.stringify(body) });

/** The request that a call is, and how it is sent. */
const beginRequest = (
  { host: named, port, controlToken, tls, tlsCaFile, world }: Target,
  { method, path, type, timeout }: { method: string; path: string; type?: string | undefined; timeout?: number },
  read: (reply: IncomingMessage) => void,
): ClientRequest => {
  const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
  if (world !== undefined) headers[WORLD_HEADER] = world;
  if (controlToken !== undefined && controlToken !== 'off') headers.Authorization = `Bearer ${controlToken}`;
  const host = toReachableHost(named);
  const target = { host, port, method, path: `${CONTROL_PREFIX}/${path}`, headers };
  const options = timeout === undefined ? target : { ...target, timeout };
  const call = tls === undefined ? overHttp(options, read) : overHttps({ ...options, ...trust(host, tlsCaFile) }, read);
  return call.on('timeout', () => call.destroy(new Error('no answer in time')));
};

/** Collects the text of a reply, and calls back with it as JSON where it is that. */
const collectReply = (
  reply: IncomingMessage,
  port: number,
  done: (reply: ControlReply) => void,
  fail: (error: Error) => void,
) => {
  const chunks: Buffer[] = [];
  reply.on('data', (chunk: Buffer) => chunks.push(chunk));
  reply.on('error', fail);
  reply.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    try {
      done({ status: reply.statusCode ?? 0, body: isText(reply) ? text : JSON.parse(text) });
    } catch {
      fail(new Error(`what answers on port ${port} is not platform-mock`));
    }
  });
};

/** Calls the control plane of a running server with any body that it accepts. */
export const sendControl = (
  target: Target,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: ControlBody,
): Promise<ControlReply> =>
  new Promise((resolve, reject) => {
    const timeout = /^(?:snapshots|events|trace)/.test(path) ? LONG_TIMEOUT_MILLIS : TIMEOUT_MILLIS;
    const type = body && (body.type ?? 'application/json');
    beginRequest(target, { method, path, type, timeout }, (reply) => collectReply(reply, target.port, resolve, reject))
      .on('error', reject)
      .end(body?.text);
  });

/**
 * Follows a stream of server-sent events of a running server until that ends it, and hands over the text of each event.
 * Resolves with the body of a refusal, if it is refused.
 */
export const followControl = (target: Target, path: string, event: (text: string) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const read = (reply: IncomingMessage): void => {
      if (reply.statusCode !== 200) {
        collectReply(reply, target.port, ({ body }) => resolve(body ?? {}), reject);
        return;
      }
      let rest = '';
      reply.setEncoding('utf8');
      reply.on('data', (text: string) => {
        const events = `${rest}${text}`.split('\n\n');
        rest = events.pop() ?? '';
        for (const one of events) event(one);
      });
      reply.on('error', reject);
      reply.on('end', () => resolve(undefined));
    };
    beginRequest(target, { method: 'GET', path }, read).on('error', reject).end();
  });
