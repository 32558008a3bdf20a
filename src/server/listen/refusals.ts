import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { encodeGrpcMessage } from '../../faces/grpc/status.ts';
import { errorAnswer } from '../../faces/rest/answer.ts';
import { writeAnswer } from '../../faces/rest/node-request.ts';
import type { Settings } from '../../kernel/context.ts';
import { ApiError, Code, exhausted, STOPPING as STOPPING_TEXT } from '../../kernel/errors.ts';

/** The settings that an error in the service's form needs. */
export type ServiceDomain = Pick<Settings, 'serviceDomain'>;

/** The refusal while the mock starts. */
export const STARTING = new ApiError('UNAVAILABLE', 'Unavailable: the fixtures are being applied');
/** The refusal of the question whether the mock is ready, while it drains. */
export const STOPPING = new ApiError('UNAVAILABLE', STOPPING_TEXT);
/** The refusal of CONNECT. */
export const NO_TUNNEL = new ApiError('UNIMPLEMENTED', 'Method Not Allowed');
/** The refusal of a body in a coding that the port does not decode. */
export const UNKNOWN_CODING = new ApiError('UNIMPLEMENTED', 'Unimplemented: the only transfer coding is chunked');
/** The refusal of a version of HTTP that the port does not speak. */
export const UNKNOWN_VERSION = new ApiError(
  'UNIMPLEMENTED',
  'Unimplemented: the versions of HTTP are 1.0, 1.1 and 2, which begins with its preface',
  { http: 505 },
);
const UNKNOWN_VERSION_STATUS = '505 HTTP Version Not Supported';
/** The refusal of a request that does not arrive in time. */
const LATE = new ApiError('DEADLINE_EXCEEDED', 'Deadline exceeded: the request did not arrive in time');
/** The refusal of requests that break the rules of HTTP. */
export const UNREADABLE = new ApiError('INVALID_ARGUMENT', 'Invalid argument: the request is not HTTP');

/** The status and error for a request that node could not read. */
const refusalOf = (code: string | undefined): { readonly status: string; readonly error: ApiError } => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: '431 Request Header Fields Too Large', error: exhausted('headers are too large') };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: '408 Request Timeout', error: LATE };
    case 'HPE_INVALID_VERSION':
      return { status: UNKNOWN_VERSION_STATUS, error: UNKNOWN_VERSION };
    default:
      return { status: '400 Bad Request', error: UNREADABLE };
  }
};

/** Answers on the bare socket with an error, and closes the connection. */
const endSocket = (socket: Duplex, status: string, error: ApiError, domain: ServiceDomain): void => {
  const { body = '' } = errorAnswer(error, 'api', domain);
  const head = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
};

/** Answers, on the bare socket, a request that node could not read, and closes the connection. */
export const refuseSocket = (cause: NodeJS.ErrnoException, socket: Duplex, domain: ServiceDomain): void => {
  if (!socket.writable) return;
  // Node takes a known version without CRLF behind it for a wrong one.
  const { status, error } = refusalOf(cause.message.endsWith('after version') ? undefined : cause.code);
  endSocket(socket, status, error, domain);
};

/** Refuses a CONNECT on the bare socket that node hands over, and closes the connection. */
export const refuseTunnel = ({ httpVersion }: IncomingMessage, socket: Duplex, domain: ServiceDomain): void => {
  socket.on('error', () => socket.destroy());
  if (!/^1[.][01]$/.test(httpVersion)) endSocket(socket, UNKNOWN_VERSION_STATUS, UNKNOWN_VERSION, domain);
  else endSocket(socket, '501 Not Implemented', NO_TUNNEL, domain);
};

/** Answers a request with an error in the service's form. */
export const refuseRequest = (
  error: ApiError,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  domain: ServiceDomain,
  headers: Readonly<Record<string, string>> = {},
): void | Promise<void> => {
  const answer = errorAnswer(error, 'api', domain);
  return writeAnswer({ ...answer, headers: { ...answer.headers, ...headers } }, outgoing, incoming.method);
};

/** Answers a gRPC stream with an error only. */
export const refuseStream = (stream: ServerHttp2Stream, error: ApiError): void => {
  const headers = {
    ':status': 200,
    'content-type': 'application/grpc',
    'grpc-status': Code[error.code],
    'grpc-message': encodeGrpcMessage(error.message),
  };
  stream.respond(headers, { endStream: true });
};
