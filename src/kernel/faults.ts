import { ApiError } from './errors.ts';
import type { Transmission } from './transmission.ts';

/** The header, and gRPC metadata, that asks for a fault of one request (behaviour F5). */
export const FAULT_HEADER = 'x-mock-fault';
/** The header with the control token of such a request, if the control plane asks for one. */
export const CONTROL_TOKEN_HEADER = 'x-mock-control-token';

/** The failure of a call that a rule asked for: it is answered as it is. */
export class InjectedFault extends ApiError {}

/** The end of a call without any answer, which a rule asked for (behaviour F10). */
export class LostAnswer extends InjectedFault {
  readonly how: 'drop' | 'reset';

  constructor(how: 'drop' | 'reset') {
    super('UNAVAILABLE', 'Unavailable: the answer is lost');
    this.how = how;
  }
}

/** The transmission of a failed call's answer; undefined: as any other. */
export const transmissionOf = (error: unknown): Transmission | undefined =>
  error instanceof LostAnswer ? { end: error.how } : undefined;
