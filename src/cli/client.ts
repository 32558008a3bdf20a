import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { TlsSetting } from '../app/port.ts';
import { isLoopback } from '../control/guard.ts';
import { CONTROL_PREFIX } from '../control/prefix.ts';

/** A running server, as commands reach it. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly controlToken?: string;
  /** The server's own setting; missing: it does not use TLS. */
  readonly tls?: TlsSetting;
  readonly tlsCaFile?: string;
}

/** The answer of a control call. */
export interface ControlReply {
  readonly status: number;
  readonly body: unknown;
}

const TIMEOUT_MILLIS = 5_000;

const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

/** Which certificates are trusted: any of a server on this machine, and those that the file or the system trusts. */
const trust = (host: string, caFile: string | undefined): { rejectUnauthorized: boolean; ca?: string } => {
  if (isLoopback(host)) return { rejectUnauthorized: false };
  return { rejectUnauthorized: true, ...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }) };
};

/** Calls the control plane of a running server. */
export const callControl = (
  { host: named, port, controlToken, tls, tlsCaFile }: Target,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<ControlReply> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = text === undefined ? {} : { 'Content-Type': 'application/json' };
    if (controlToken !== undefined && controlToken !== 'off') headers.Authorization = `Bearer ${controlToken}`;
    const host = reachable(named);
    const options = {
      host,
      port,
      method,
      path: `${CONTROL_PREFIX}/${path}`,
      headers,
      timeout: TIMEOUT_MILLIS,
    };
    const read = (reply: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        try {
          resolve({ status: reply.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
        } catch {
          reject(new Error(`what answers on port ${port} is not platform-mock`));
        }
      });
    };
    const call =
      tls === undefined ? overHttp(options, read) : overHttps({ ...options, ...trust(host, tlsCaFile) }, read);
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.on('error', reject);
    call.end(text);
  });
