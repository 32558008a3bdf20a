import type { Settings } from '../../kernel/context.ts';
import { detailsOf } from '../../kernel/error-details.ts';
import { ApiError, Code, type ErrorDetail } from '../../kernel/errors.ts';
import { type Edition, V2 } from '../../schema/edition.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import { detailNamed, Status } from '../../schema/google-rpc.ts';

/** A failed call's trailers. */
export interface StatusTrailers {
  readonly 'grpc-status': string;
  readonly 'grpc-message': string;
  readonly 'grpc-status-details-bin': string;
}

/**
 * The most encoded bytes of a message and its details as trailers. Clients made with gRPC's C core, such as the clients
 * of Python, randomly refuse headers above 8 KB in total, and report RESOURCE_EXHAUSTED instead of the error.
 */
const MAX_WRITTEN = 7_680;
/** The number of encoded bytes to which a message is cut when the trailers are too large. */
const BRIEF = 512;
const MAX_MESSAGE_LENGTH = 4_096;
const CUT = '…';

/** All but visible ASCII characters, and the percent sign; a pair of surrogates is one character. */
const ESCAPED = /[\ud800-\udbff][\udc00-\udfff]|[^\x20-\x24\x26-\x7e]/g;

const escapeMessage = (text: string): string =>
  text.replace(ESCAPED, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** A message with a maximum of encoded bytes; one that is cut ends with an ellipsis. */
const shorten = (message: string, most: number): string => {
  if (message.length <= most && escapeMessage(message).length <= most) return message;
  let shortened = '';
  let budget = most - escapeMessage(CUT).length;
  for (const letter of message) {
    budget -= escapeMessage(letter).length;
    if (budget < 0) break;
    shortened += letter;
  }
  return shortened + CUT;
};

/** A message for `grpc-message`: percent-encoded as gRPC over HTTP/2 requires, and at most 4 KB. */
export const encodeGrpcMessage = (message: string): string => escapeMessage(shorten(message, MAX_MESSAGE_LENGTH));

/** The bytes of a google.rpc.Status: the same code, message and details that the REST face answers. */
const statusBytes = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
  edition: Edition,
): Buffer => {
  const details = detailsOf(error, service, settings, edition).map(({ type, value }) => {
    const message = detailNamed(type);
    if (!message) throw new Error(`${type} is not a known detail`);
    const bytes = Buffer.from(encodeProto(message, value));
    return { typeUrl: `type.googleapis.com/${type}`, value: bytes.toString('base64') };
  });
  return Buffer.from(encodeProto(Status, { code: Code[error.code], message: error.message, details }));
};

const writeTrailers = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
  edition: Edition,
): StatusTrailers => ({
  'grpc-status': String(Code[error.code]),
  'grpc-message': escapeMessage(error.message),
  'grpc-status-details-bin': statusBytes(error, service, settings, edition).toString('base64').replace(/=+$/, ''),
});

const fits = ({ 'grpc-message': message, 'grpc-status-details-bin': details }: StatusTrailers): boolean =>
  message.length + details.length <= MAX_WRITTEN;

const hasViolations = ({ fieldViolations = [], preconditions = [] }: ErrorDetail): boolean =>
  fieldViolations.length + preconditions.length > 0;

const thinOut = <T>(items: readonly T[]): readonly T[] => items.slice(0, Math.floor((items.length * 3) / 4));

const thinOutDetail = ({ fieldViolations, preconditions, ...others }: ErrorDetail): ErrorDetail => ({
  ...others,
  ...(fieldViolations && { fieldViolations: thinOut(fieldViolations) }),
  ...(preconditions && { preconditions: thinOut(preconditions) }),
});

/**
 * The trailers of a failed call. To make them no larger than clients accept, the message is cut, then the last of
 * several violations are dropped, and finally all details but the first.
 */
export const statusTrailers = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
  edition = V2,
): StatusTrailers => {
  const whole = error.message.length > MAX_WRITTEN ? undefined : writeTrailers(error, service, settings, edition);
  if (whole && fits(whole)) return whole;
  const { code, detail } = error;
  const message = shorten(error.message, BRIEF);
  const writeDetail = (reduced: ErrorDetail): StatusTrailers =>
    writeTrailers(new ApiError(code, message, reduced), service, settings, edition);
  for (let reduced = detail; hasViolations(reduced); reduced = thinOutDetail(reduced)) {
    const trailers = writeDetail(reduced);
    if (fits(trailers)) return trailers;
  }
  const { resource } = detail;
  const trailers = writeDetail(resource ? { resource } : {});
  return fits(trailers) ? trailers : writeDetail({});
};
