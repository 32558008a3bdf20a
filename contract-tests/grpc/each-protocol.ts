import { Agent, request as requestHttp1 } from 'node:http';
import { connect, constants, type IncomingHttpHeaders } from 'node:http2';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { protoMethod } from '../support/proto-files.ts';
import { encode, type Json } from '../support/proto-json.ts';
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
  ...['ok', 'canceled', 'unknown', 'invalid_argument', 'deadline_exceeded', 'not_found', 'already_exists'],
  ...['permission_denied', 'resource_exhausted', 'failed_precondition', 'aborted', 'out_of_range', 'unimplemented'],
  ...['internal', 'unavailable', 'data_loss', 'unauthenticated'],
];
const WEB_TRAILERS = 0x80;

const isConnect = (type: string): boolean => !type.startsWith('application/grpc');

/** The header that bounds the time of a call. */
export const timeoutHeader = (
  { type }: Pick<WireProtocol, 'type'>,
  millis: number,
): Readonly<Record<string, string>> =>
  isConnect(type) ? { 'connect-timeout-ms': String(millis) } : { 'grpc-timeout': `${millis}m` };

const bodyOf = ({ type }: WireProtocol, operation: string, message: Json): Buffer => {
  const bytes = type.endsWith('json')
    ? Buffer.from(JSON.stringify(message))
    : Buffer.from(encode(protoMethod(operation).request, message));
  return isConnect(type) ? bytes : framed(bytes);
};

/** The answer: headers and trailers together. */
export interface Got {
  readonly status: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** A request to a method; `isEnough` leaves an answer that does not end by itself. */
export interface Posted {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  readonly isEnough?: (bytes: Buffer) => boolean;
}

/** A connection to a mock, or several of HTTP/1.1. */
export interface Wire {
  readonly post: (posted: Posted) => Promise<Got>;
  readonly close: () => void;
}

/** Opens a way to send requests over a version of HTTP, over TLS to a URL of https. */
export const openWire = (url: string, version: 1 | 2, ca?: Buffer): Wire =>
  version === 1 ? openWire1(url, ca) : openWire2(url, ca);

const openWire1 = (url: string, ca: Buffer | undefined): Wire => {
  const isSecure = url.startsWith('https:');
  const agent = isSecure ? new HttpsAgent({ keepAlive: true, ca }) : new Agent({ keepAlive: true });
  const request = isSecure ? requestHttps : requestHttp1;
  const post = ({ path, headers, body, isEnough }: Posted): Promise<Got> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method: 'POST', headers, agent }, (answer) => {
        const chunks: Buffer[] = [];
        const end = (): void => {
          const { statusCode = 0, headers: head, trailers } = answer;
          resolve({ status: statusCode, metadata: { ...head, ...trailers }, bytes: Buffer.concat(chunks) });
        };
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isEnough?.(Buffer.concat(chunks))) return;
          end();
          answer.destroy();
        });
        answer.on('error', reject).on('end', end);
      });
      sent.on('error', reject).end(body);
    });
  return { post, close: () => agent.destroy() };
};

const openWire2 = (url: string, ca: Buffer | undefined): Wire => {
  const session = connect(url, ca ? { ca } : {}).on('error', () => {});
  const post = ({ path, headers, body, isEnough }: Posted): Promise<Got> =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ...headers, ':method': 'POST', ':path': path });
      let metadata: Record<string, unknown> = {};
      const chunks: Buffer[] = [];
      const add = (got: IncomingHttpHeaders): void => {
        metadata = { ...metadata, ...got };
      };
      stream.on('response', add).on('trailers', add);
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (isEnough?.(Buffer.concat(chunks))) stream.close(constants.NGHTTP2_CANCEL);
      });
      stream.on('error', reject).on('close', () => {
        if (stream.rstCode !== constants.NGHTTP2_NO_ERROR && !isEnough) reject(new Error(`reset by ${stream.rstCode}`));
        resolve({ status: Number(metadata[':status']), metadata, bytes: Buffer.concat(chunks) });
      });
      stream.end(body);
    });
  return { post, close: () => session.destroy() };
};

/** The trailers that an answer of gRPC-Web has at the end of its body. */
export const webTrailers = (bytes: Buffer): Readonly<Record<string, string>> => {
  const text =
    messagesOf(bytes)
      .find(({ flags }) => flags === WEB_TRAILERS)
      ?.message.toString() ?? '';
  return Object.fromEntries(text.split('\r\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]));
};

/** The code and the message of an answer, and whether it has details. */
export interface WireAnswer {
  /** True if it was said to have no bytes, as a message without fields has none where it is not framed. */
  readonly isBare?: boolean;
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
  const wire = openWire(url, version);
  const got = await wire.post({ path, headers: sent, body: bodyOf(protocol, operation, message) }).finally(wire.close);
  if (isConnect(type)) {
    if (got.status === 200) {
      return { code: 'ok', message: '', hasDetails: false, isBare: got.metadata['content-length'] === '0' };
    }
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
