import { request as requestHttp1 } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http2';
import { protoMethod } from '../support/proto-files.ts';
import { encode, type Json } from '../support/proto-json.ts';
import { overHttp2 } from '../transport/http2-client.ts';
import { framed, messagesOf } from './raw-grpc.ts';

/** A protocol in which a unary call can be sent, over one version of HTTP. */
export interface WireProtocol {
  readonly name: string;
  readonly type: string;
  readonly version: 1 | 2;
}

/** Every protocol in each of its forms. */
export const WIRE_PROTOCOLS: readonly WireProtocol[] = [
  ['gRPC', 'application/grpc', [1, 2]] as const,
  ['gRPC with JSON', 'application/grpc+json', [1, 2]] as const,
  ['gRPC-Web', 'application/grpc-web+proto', [1, 2]] as const,
  ['gRPC-Web with JSON', 'application/grpc-web+json', [1, 2]] as const,
  ['Connect', 'application/proto', [1, 2]] as const,
  ['Connect with JSON', 'application/json', [1, 2]] as const,
].flatMap(([name, type, versions]) =>
  versions.map((version) => ({ name: `${name} over HTTP/${version === 1 ? '1.1' : '2'}`, type, version })),
);

const CODES = [
  'ok',
  'canceled',
  'unknown',
  'invalid_argument',
  'deadline_exceeded',
  'not_found',
  '',
  '',
  'resource_exhausted',
];
const WEB_TRAILERS = 0x80;

const isConnect = (type: string): boolean => !type.startsWith('application/grpc');

/** The header that bounds the time of a call. */
export const timeoutHeader = ({ type }: WireProtocol, millis: number): Readonly<Record<string, string>> =>
  isConnect(type) ? { 'connect-timeout-ms': String(millis) } : { 'grpc-timeout': `${millis}m` };

const bodyOf = ({ type }: WireProtocol, operation: string, message: Json): Buffer => {
  const bytes = type.endsWith('json')
    ? Buffer.from(JSON.stringify(message))
    : Buffer.from(encode(protoMethod(operation).request, message));
  return isConnect(type) ? bytes : framed(bytes);
};

interface Got {
  readonly status: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

const sendOver1 = (url: string, path: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<Got> =>
  new Promise((resolve, reject) => {
    const sent = requestHttp1(`${url}${path}`, { method: 'POST', headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          metadata: { ...answer.headers, ...answer.trailers },
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });

const sendOver2 = (url: string, path: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<Got> =>
  overHttp2(
    url,
    (session) =>
      new Promise((resolve, reject) => {
        const stream = session.request({ ...headers, ':method': 'POST', ':path': path });
        let metadata: Record<string, unknown> = {};
        const chunks: Buffer[] = [];
        stream.on('response', (got) => {
          metadata = { ...metadata, ...got };
        });
        stream.on('trailers', (got) => {
          metadata = { ...metadata, ...got };
        });
        stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        stream.on('close', () =>
          resolve({ status: Number(metadata[':status']), metadata, bytes: Buffer.concat(chunks) }),
        );
        stream.end(body);
      }),
  );

const webTrailers = (bytes: Buffer): Readonly<Record<string, string>> => {
  const text =
    messagesOf(bytes)
      .find(({ flags }) => flags === WEB_TRAILERS)
      ?.message.toString() ?? '';
  return Object.fromEntries(text.split('\r\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
};

/** The code and the message of an answer, and whether it has details. */
export interface WireAnswer {
  readonly code: string | undefined;
  readonly message: string;
  readonly hasDetails: boolean;
}

/** Sends one unary call in a protocol, and reads how it ended. */
export const sendUnary = async (
  url: string,
  protocol: WireProtocol,
  operation: string,
  message: Json,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> => {
  const { type, version } = protocol;
  const path = `/${protoMethod(operation).name}`;
  const sent = { 'content-type': type, ...(!isConnect(type) && { te: 'trailers' }), ...headers };
  const send = version === 1 ? sendOver1 : sendOver2;
  const got = await send(url, path, sent, bodyOf(protocol, operation, message));
  if (isConnect(type)) {
    if (got.status === 200) return { code: 'ok', message: '', hasDetails: false };
    const { code, message: said = '', details } = JSON.parse(got.bytes.toString()) as Record<string, string>;
    return { code, message: said, hasDetails: details !== undefined };
  }
  const trailers = { ...got.metadata, ...(type.includes('web') && webTrailers(got.bytes)) } as Record<string, string>;
  return {
    code: CODES[Number(trailers['grpc-status'])],
    message: decodeURIComponent(trailers['grpc-message'] ?? ''),
    hasDetails: trailers['grpc-status-details-bin'] !== undefined,
  };
};
