import type { Settings } from '../../kernel/context.ts';
import { detailsOf } from '../../kernel/error-details.ts';
import { ApiError, Code } from '../../kernel/errors.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import { errorDetails, Status } from './google-rpc.ts';

/** A failed call's trailers. */
export interface StatusTrailers {
  readonly 'grpc-status': string;
  readonly 'grpc-message': string;
  readonly 'grpc-status-details-bin': string;
}

/** Longer messages are cut: clients bound what they take as headers. */
const MAX_MESSAGE = 4_096;
const MAX_DETAILS = 24_576;

/** Whatever is no visible ASCII character, and the sign that escapes it; a pair of surrogates is one character. */
const ESCAPED = /[\ud800-\udbff][\udc00-\udfff]|[^\x20-\x24\x26-\x7e]/g;

const percentBytes = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** A message as `grpc-message` carries it: percent-encoded where it must be (gRPC over HTTP/2). */
export const encodeGrpcMessage = (message: string): string =>
  message.length > MAX_MESSAGE
    ? encodeGrpcMessage(`${message.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, '')}…`)
    : message.replace(ESCAPED, percentBytes);

/** The bytes of a google.rpc.Status: the same code, message and details that the REST face answers. */
const statusBytes = (error: ApiError, service: string, settings: Pick<Settings, 'serviceDomain'>): Buffer => {
  const details = detailsOf(error, service, settings).map(({ type, value }) => {
    const message = errorDetails.get(type);
    if (!message) throw new Error(`${type} is no known detail`);
    const bytes = Buffer.from(encodeProto(message, value));
    return { typeUrl: `type.googleapis.com/${type}`, value: bytes.toString('base64') };
  });
  return Buffer.from(encodeProto(Status, { code: Code[error.code], message: error.message, details }));
};

/** The trailers of a failed call. Details that are larger than clients take as headers are reduced to the first. */
export const statusTrailers = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
): StatusTrailers => {
  const whole = statusBytes(error, service, settings);
  const told =
    whole.length > MAX_DETAILS
      ? statusBytes(new ApiError(error.code, error.message.slice(0, MAX_MESSAGE), {}, error), service, settings)
      : whole;
  return {
    'grpc-status': String(Code[error.code]),
    'grpc-message': encodeGrpcMessage(error.message),
    'grpc-status-details-bin': told.toString('base64').replace(/=+$/, ''),
  };
};
