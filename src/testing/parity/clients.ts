import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { omitUndefined } from '../../schema/defined.ts';
import type { Failure } from './outcome.ts';
import type { RestForm } from './rest-form.ts';

/** An HTTP answer. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A client of each face, over sockets. */
export interface Clients {
  readonly rest: (form: RestForm, authorization: string | undefined) => Promise<RestAnswer>;
  /** `path` names the method: `/<service>/<method>`. */
  readonly grpc: (
    path: string,
    message: Uint8Array,
    authorization: string | undefined,
  ) => Promise<Uint8Array | Failure>;
  readonly close: () => void;
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const failureOf = ({ code, details, metadata }: ServiceError): Failure => {
  const [bytes] = metadata.get('grpc-status-details-bin');
  return { code, message: details, details: typeof bytes === 'string' ? undefined : bytes };
};

/** Idle connections are closed long before a server does so. */
const IDLE_MS = 2_000;

/** Opens a client for the port of each world. */
export const openClients = (restPort: number, grpcPort: number): Clients => {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });
  return {
    rest: ({ method, target, body }, authorization) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...omitUndefined({ authorization }),
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        };
        const sent = request({ agent, host: '127.0.0.1', port: restPort, method, path: target, headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const { statusCode: status = 0, headers: its } = answer;
            resolve({ status, headers: its, body: Buffer.concat(chunks).toString() });
          });
          answer.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    grpc: (path, message, authorization) =>
      new Promise((resolve) => {
        const metadata = new Metadata();
        if (authorization !== undefined) metadata.set('authorization', authorization);
        client.makeUnaryRequest(
          path,
          asBuffer,
          (bytes) => bytes,
          message,
          metadata,
          {},
          (error, answer) => resolve(error ? failureOf(error) : (answer ?? new Uint8Array())),
        );
      }),
    close: () => {
      agent.destroy();
      client.close();
    },
  };
};
