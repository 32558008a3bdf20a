import type { FaultPhase } from '../schema/fault-phases.ts';
import type { Incoming } from './answer.ts';
import type { Caller } from './context.ts';
import { ApiError, type CodeName } from './errors.ts';
import type { BoundOperation } from './runner.ts';
import type { Transmission } from './transmission.ts';

/** The header, and gRPC metadata, that asks for a fault of one request (behaviour F5). */
export const FAULT_HEADER = 'x-mock-fault';
/** The header with the control token of such a request, where the control plane asks for one. */
export const CONTROL_TOKEN_HEADER = 'x-mock-control-token';

/** How a call was sent. */
export interface Sent {
  /** The HTTP method; POST for gRPC. */
  readonly method: string;
  /** The request target; the path of the method for gRPC. */
  readonly target: string;
  /** The `x-mock-fault` of the request. */
  readonly fault?: string | undefined;
  /** The `x-mock-control-token` of the request. */
  readonly controlToken?: string | undefined;
  /** The W3C trace that the request is part of. */
  readonly traceparent?: string | undefined;
  /** How long the caller is willing to wait, in milliseconds, where it has said so. */
  readonly deadlineMs?: number | undefined;
}

/** The failure of a call that a rule asked for: it is answered as it is. */
export class InjectedFault extends ApiError {}

/** A rule that has acted on a call. */
export interface ActedFault {
  /** The place of the rule in the list, or the header that asked for it. */
  readonly rule: string;
  readonly phase: FaultPhase;
}

/** The end of a call without any answer, which a rule asked for (behaviour F10). */
export class LostAnswer extends InjectedFault {
  readonly how: 'drop' | 'reset';

  constructor(how: 'drop' | 'reset') {
    super('UNAVAILABLE', 'Unavailable: the answer is lost');
    this.how = how;
  }
}

/** How the answer of a failed call is sent; undefined: as any other. */
export const transmissionOf = (error: unknown): Transmission | undefined =>
  error instanceof LostAnswer ? { end: error.how } : undefined;

/** One call on which rules may act. */
export interface FaultedCall {
  /** Acts before the caller is authenticated. @throws InjectedFault */
  readonly beforeAuth: (read: () => Incoming) => Promise<void>;
  /** Acts before the operation runs. @throws InjectedFault */
  readonly before: (caller: Caller) => Promise<void>;
  /**
   * Acts after the operation has run and its writes are stored, and returns how the answer is sent; undefined: as any
   * other. @throws InjectedFault
   */
  readonly afterCommit: () => Promise<Transmission | undefined>;
  /** The rules that have acted on it, in the order in which they did. */
  readonly acted: readonly ActedFault[];
  /** Records how the call ended: with what it would have answered, and what it did answer. */
  readonly ended: (handled: CodeName | 'OK', delivered: CodeName | 'OK') => void;
}

/** What makes calls of one world fail on demand. */
export interface Faults {
  /**
   * Follows a call on which rules may act; undefined where there are none.
   * @throws ApiError when the call asks for a fault of its own that is malformed or not allowed
   */
  readonly follow: (bound: BoundOperation, sent: Sent) => FaultedCall | undefined;
}
