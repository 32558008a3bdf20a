import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { ApiError } from '../../kernel/errors.ts';
import { transmissionOf } from '../../kernel/faults.ts';
import { BROKEN_OFF, type BreakOff, type Transmission } from '../../kernel/transmission.ts';
import { breakOffStream } from '../wire/break-off.ts';
import { sendParts } from '../wire/transmit.ts';
import type { CallParts } from './unary-call.ts';

/** The frames of an answer: its headers, its message, and the trailers with which a call ends. */
export interface UnaryFrames {
  readonly head: OutgoingHttpHeaders;
  readonly frame: Buffer;
  /** The trailers of a call that failed, or of one that did not. */
  readonly trailersOf: (error: ApiError | undefined) => OutgoingHttpHeaders;
}

/** Notes in the log how an answer is broken off, and returns it; undefined if it is whole, or ends with an error. */
export const noteBreakOff = ({ end }: Transmission, { failed }: Pick<CallParts, 'failed'>): BreakOff | undefined => {
  if (end === undefined || end instanceof ApiError) return undefined;
  failed?.(BROKEN_OFF[end]);
  return end;
};

/** The way in which a call ends without an answer; undefined for a failure that is answered (behaviour F10). */
export const findBreakOff = (error: unknown, call: Pick<CallParts, 'failed' | 'entry'>): BreakOff | undefined => {
  const transmission = transmissionOf(error);
  if (transmission && error instanceof ApiError) call.entry?.end(error);
  return transmission && noteBreakOff(transmission, call);
};

/** Sends an answer on its stream as a fault wants it (behaviour F11, F12). */
export const sendUnaryParts = async (
  stream: ServerHttp2Stream,
  { head, frame, trailersOf }: UnaryFrames,
  transmission: Transmission,
  call: Pick<CallParts, 'failed'>,
): Promise<void> => {
  const { parts, end } = transmission;
  const how = noteBreakOff(transmission, call);
  // Without it, a broken answer would end like a whole body before it is reset.
  stream.respond(head, { waitForTrailers: true });
  if (how === undefined) {
    stream.once('wantTrailers', () => stream.sendTrailers(trailersOf(end instanceof ApiError ? end : undefined)));
  }
  const sent = parts ? await sendParts(frame, parts, stream) : 0;
  if (sent === undefined) return;
  if (how === undefined) stream.end(frame.subarray(sent));
  else breakOffStream(stream, how);
};
