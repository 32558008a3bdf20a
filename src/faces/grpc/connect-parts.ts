import type { UniversalServerResponse } from '@connectrpc/connect/protocol';
import { ApiError } from '../../kernel/errors.ts';
import type { Transmission } from '../../kernel/transmission.ts';
import type { AnyResponse } from '../wire/break-off.ts';
import { transmit } from '../wire/transmit.ts';
import { bytesOf } from './unreadable.ts';

/**
 * Sends an answer of Connect's as a fault wants it (behaviour F10 to F12). After a message only the trailers of gRPC can
 * have an error, which `trailersOf` renders; every other protocol has sent its status before.
 */
export const sendConnectParts = async (
  { status, header, body, trailer }: UniversalServerResponse,
  response: AnyResponse,
  { parts, end }: Transmission,
  trailersOf: (error: ApiError) => Readonly<Record<string, string>>,
): Promise<void> => {
  const whole = await bytesOf(body);
  const framing = trailer ? {} : { 'content-length': whole.length };
  const head = { status, headers: { ...Object.fromEntries(header ?? []), ...framing } };
  const hasStatus = trailer !== undefined && end instanceof ApiError;
  if (trailer && end !== 'truncate') {
    response.addTrailers({ ...Object.fromEntries(trailer), ...(hasStatus && trailersOf(end)) });
  }
  const rest = { ...(parts && { parts }), ...(end !== undefined && !hasStatus && { end }) };
  await transmit(response, head, whole, rest);
};
