import { request } from 'node:http';
import { CONTROL_PREFIX } from '../control/routes.ts';

/** A running server, as the commands that talk to one reach it. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly controlToken?: string;
}

/** What a control call answered. */
export interface ControlReply {
  readonly status: number;
  readonly body: unknown;
}

const TIMEOUT_MILLIS = 5_000;

const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);

/** Calls the control plane of a running server. */
export const callControl = (
  { host, port, controlToken }: Target,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<ControlReply> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = text === undefined ? {} : { 'Content-Type': 'application/json' };
    if (controlToken !== undefined && controlToken !== 'off') headers.Authorization = `Bearer ${controlToken}`;
    const options = {
      host: reachable(host),
      port,
      method,
      path: `${CONTROL_PREFIX}/${path}`,
      headers,
      timeout: TIMEOUT_MILLIS,
    };
    const call = request(options, (reply) => {
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
    });
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.on('error', reject);
    call.end(text);
  });
