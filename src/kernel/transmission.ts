import { ApiError, type CodeName } from './errors.ts';

/** The ways to break an answer off: its connection is closed or reset, or it ends early as if it were whole. */
export type BreakOff = 'drop' | 'reset' | 'truncate';

/** The transmission of an answer if a fault acts on its connection (behaviour F10). */
export interface Transmission {
  /**
   * Yields up to which byte of a body of this length is sent, each when it is time, and throws once the signal aborts;
   * missing: not even the status is sent.
   */
  readonly parts?: (length: number, gone: AbortSignal) => AsyncIterable<number>;
  /** The end; missing: the rest is sent. After an error only gRPC sends the rest, with this status (behaviour F12). */
  readonly end?: BreakOff | ApiError;
}

/** The names of answers that were broken off; other answers have the name of their code. */
export const BROKEN_OFF = { drop: 'DROPPED', reset: 'RESET', truncate: 'TRUNCATED' } as const;
/** The name of an answer that was broken off. */
export type BrokenOff = (typeof BROKEN_OFF)[BreakOff];

/** The end of an answer that is not whole for its client: after its message only gRPC has a place for an error. */
export const cutOf = (transmission: Transmission, protocol: string): BrokenOff | CodeName | undefined => {
  const how = breakOffOf(transmission);
  if (transmission.end instanceof ApiError && protocol.startsWith('grpc')) return transmission.end.code;
  return how && BROKEN_OFF[how];
};

/** The end of an answer: an error whose status is already sent by its protocol becomes a drop (behaviour F12). */
export const breakOffOf = ({ end }: Transmission): BreakOff | undefined => (end instanceof ApiError ? 'drop' : end);
