import {
  type CallMeter,
  CENTI,
  type EndedCall,
  type FollowedCall,
  type Outcome,
  type Protocol,
} from '../../kernel/hooks.ts';
import type { Operation } from '../../schema/operation.ts';

/** A call that no journal keeps, which is only counted. */
export class CountedCall implements FollowedCall, EndedCall {
  readonly protocol: Protocol;
  readonly kept = undefined;
  operation: Operation | undefined = undefined;
  body: Uint8Array | undefined = undefined;
  isJson = false;
  handled: Outcome | undefined = undefined;
  allow: string | undefined = undefined;
  delivered: Outcome | undefined = undefined;
  status = 0;
  /** When it began; once it has ended, how long it took. Hundredths of a millisecond. */
  machineTime: number;
  readonly #now: () => number;
  readonly #ended: CallMeter['ended'];

  constructor(protocol: Protocol, now: () => number, ended: CallMeter['ended']) {
    this.protocol = protocol;
    this.#now = now;
    this.#ended = ended;
    this.machineTime = now() * CENTI;
  }

  get isOpen(): boolean {
    return this.delivered === undefined;
  }

  end(delivered: Outcome, _answer?: string | Uint8Array, status = 0): void {
    if (!this.isOpen) return;
    this.delivered = delivered;
    this.status = status;
    this.machineTime = this.#now() * CENTI - this.machineTime;
    this.#ended(this);
  }
}
