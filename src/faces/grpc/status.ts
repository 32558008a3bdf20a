import type { Settings } from '../../kernel/context.ts';
import { detailsOf } from '../../kernel/error-details.ts';
import { ApiError, Code, type ErrorDetail } from '../../kernel/errors.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import { errorDetails, Status } from './google-rpc.ts';

/** A failed call's trailers. */
export interface StatusTrailers {
  readonly 'grpc-status': string;
  readonly 'grpc-message': string;
  readonly 'grpc-status-details-bin': string;
}

/**
 * How many bytes a message and its details may take as trailers, as they are written. Clients made with gRPC's C core,
 * as those of Python are, refuse at random what comes above 8 KB with the other headers, and call it a lack of theirs.
 */
const MOST_WRITTEN = 7_680;
/** What is left of a message that would take the place of details, or that is an error of its own. */
const BRIEF = 512;
const LONGEST_MESSAGE = 4_096;
const CUT = '…';

/** Whatever is no visible ASCII character, and the sign that escapes it; a pair of surrogates is one character. */
const ESCAPED = /[\ud800-\udbff][\udc00-\udfff]|[^\x20-\x24\x26-\x7e]/g;

const percentBytes = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

const escaped = (text: string): string => text.replace(ESCAPED, percentBytes);

/** A message that takes at most so many bytes as it is written; one that is cut ends with an ellipsis. */
const shortened = (message: string, most: number): string => {
  if (message.length <= most && escaped(message).length <= most) return message;
  let kept = '';
  let left = most - escaped(CUT).length;
  for (const letter of message) {
    left -= escaped(letter).length;
    if (left < 0) break;
    kept += letter;
  }
  return kept + CUT;
};

/** A message as `grpc-message` carries it: percent-encoded where it must be (gRPC over HTTP/2), and no longer than 4 KB. */
export const encodeGrpcMessage = (message: string): string => escaped(shortened(message, LONGEST_MESSAGE));

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

const written = (error: ApiError, service: string, settings: Pick<Settings, 'serviceDomain'>): StatusTrailers => ({
  'grpc-status': String(Code[error.code]),
  'grpc-message': escaped(error.message),
  'grpc-status-details-bin': statusBytes(error, service, settings).toString('base64').replace(/=+$/, ''),
});

const fits = ({ 'grpc-message': message, 'grpc-status-details-bin': details }: StatusTrailers): boolean =>
  message.length + details.length <= MOST_WRITTEN;

const hasViolations = ({ fieldViolations = [], preconditions = [] }: ErrorDetail): boolean =>
  fieldViolations.length + preconditions.length > 0;

const fewer = <T>(items: readonly T[]): readonly T[] => items.slice(0, Math.floor((items.length * 3) / 4));

const withFewer = ({ fieldViolations, preconditions, ...others }: ErrorDetail): ErrorDetail => ({
  ...others,
  ...(fieldViolations && { fieldViolations: fewer(fieldViolations) }),
  ...(preconditions && { preconditions: fewer(preconditions) }),
});

/**
 * The trailers of a failed call. Where they would be larger than clients take, the message is cut, then the last of
 * several violations are left out, and at last all details but the first.
 */
export const statusTrailers = (
  error: ApiError,
  service: string,
  settings: Pick<Settings, 'serviceDomain'>,
): StatusTrailers => {
  const whole = error.message.length > MOST_WRITTEN ? undefined : written(error, service, settings);
  if (whole && fits(whole)) return whole;
  const { code, bare, detail } = error;
  const message = shortened(error.message, BRIEF);
  const told = (left: ErrorDetail): StatusTrailers =>
    written(new ApiError(code, message, left, { bare }), service, settings);
  for (let left = detail; hasViolations(left); left = withFewer(left)) {
    const trailers = told(left);
    if (fits(trailers)) return trailers;
  }
  const { resource } = detail;
  const trailers = told(resource ? { resource } : {});
  return fits(trailers) ? trailers : told({});
};
