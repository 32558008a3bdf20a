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

const fewer = <T>(items: readonly T[] | undefined): readonly T[] | undefined =>
  items?.slice(0, Math.floor((items.length * 3) / 4));

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
  const { code, bare } = error;
  const message = shortened(error.message, BRIEF);
  let { fieldViolations, preconditions, resource } = error.detail;
  for (;;) {
    const detail = {
      ...(fieldViolations && { fieldViolations }),
      ...(preconditions && { preconditions }),
      ...(resource && { resource }),
    };
    const told = written(new ApiError(code, message, detail, { bare }), service, settings);
    if (fits(told)) return told;
    if ((fieldViolations?.length ?? 0) <= 1 && (preconditions?.length ?? 0) <= 1) resource = undefined;
    fieldViolations = fewer(fieldViolations);
    preconditions = fewer(preconditions);
    if (fieldViolations?.length === 0) fieldViolations = undefined;
    if (preconditions?.length === 0) preconditions = undefined;
  }
};
