import type { IncomingHttpHeaders } from 'node:http2';
import type { Kernel } from '../../kernel/call.ts';
import { ApiError } from '../../kernel/errors.ts';
import { toldError } from '../../kernel/told-error.ts';
import type { World } from '../../kernel/world.ts';
import type { Operation } from '../../schema/operation.ts';
import { messageIn } from './message-frames.ts';
import { authorizationOf, timeoutOf } from './metadata.ts';
import { readCall } from './read-call.ts';
import { answerBytes } from './row-bytes.ts';
import { type StatusTrailers, statusTrailers } from './status.ts';

/** What a call over gRPC is run with. */
export interface UnaryParts {
  readonly kernel: Kernel;
  readonly world: World;
  /** Told of failures that no request is to blame for. */
  readonly report: (error: unknown) => void;
}

/**
 * Runs the call that a body of one framed message makes, and gives the answer's bytes.
 * @throws ApiError
 */
export const runUnary = async (
  operation: Operation,
  headers: IncomingHttpHeaders,
  body: Buffer,
  { kernel, world }: UnaryParts,
): Promise<Uint8Array> => {
  const held = messageIn(body, headers['grpc-encoding']);
  const message = held instanceof Promise ? await held : held;
  const read = () => readCall(operation, message);
  return answerBytes(await kernel.call(operation.id, authorizationOf(headers), read, world), operation.response);
};

/** The trailers of a call that failed; what no request is to blame for is reported. */
export const failureOf = (
  error: unknown,
  { domain, version }: Operation,
  { world, report }: UnaryParts,
): StatusTrailers => statusTrailers(toldError(error, version, report), domain, world.settings);

/**
 * Calls `expire` when the time is up that the caller gives, at once where that is no time at all. Gives what stops it.
 * @throws ApiError INVALID_ARGUMENT for what is no timeout
 */
export const startDeadline = (headers: IncomingHttpHeaders, expire: (error: ApiError) => void): (() => void) => {
  const millis = timeoutOf(headers);
  if (millis === undefined) return () => {};
  const end = (): void => expire(new ApiError('DEADLINE_EXCEEDED', 'Deadline exceeded: the time of the call is up'));
  // No timer measures less, and by now less has passed.
  if (millis < 1) {
    end();
    return () => {};
  }
  const timer = setTimeout(end, Math.ceil(millis));
  return () => clearTimeout(timer);
};
