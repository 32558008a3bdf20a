import { operationsById } from '../editions/editions.ts';
import { resourceOf } from '../features/faults/attempts.ts';
import { SURPRISE_RULE } from '../features/faults/world-faults.ts';
import type { PackedEntry } from '../features/journal/packed-entry.ts';
import { ApiError, type CodeName } from '../kernel/errors.ts';
import { LostAnswer } from '../kernel/faults.ts';
import { CENTI } from '../kernel/hooks.ts';

/** A call of a run, as far as it is judged. */
export interface SeenCall {
  /** Its id in the journal of its world. */
  readonly id: number;
  readonly operation: string;
  /** The uid of its caller; empty if nobody is known. */
  readonly caller: string;
  readonly client: string;
  readonly protocol: string;
  /** Its subject, as faults match it. */
  readonly resource: string;
  /**
   * Its request as text: two calls may have one subject and ask for different things. Empty for a write that is about
   * no resource, such as an exchange, in which each try may send another token.
   */
  readonly question: string;
  /** The result that its client was sent; undefined for a call that has not ended. */
  readonly code: CodeName | 'OK' | undefined;
  /** True if its answer was not sent as a whole. */
  readonly isBroken: boolean;
  /** True for a call that the surprise has met. */
  readonly isSurprised: boolean;
  /** The wait before the next try that its answer asks for, in milliseconds. */
  readonly retryAfterMillis: number | undefined;
  /** When it began and ended, in milliseconds of a clock of the machine that is never put back. */
  readonly beganMillis: number;
  readonly endedMillis: number;
  /** When it began, by the clock of its world, which a test may move. */
  readonly clockMillis: number;
  /** The uids of the rows that it has changed. */
  readonly changed: readonly string[];
}

const MILLIS = 1_000;

const outcomeOf = ({ delivered, protocol }: PackedEntry): Pick<SeenCall, 'code' | 'isBroken' | 'retryAfterMillis'> => {
  if (!delivered) return { code: undefined, isBroken: false, retryAfterMillis: undefined };
  if (!(delivered instanceof ApiError)) {
    return { code: 'OK', isBroken: delivered.transmission?.end !== undefined, retryAfterMillis: undefined };
  }
  // Clients of gRPC show no header of a page.
  const retryAfter = delivered.detail.html && protocol === 'grpc' ? undefined : delivered.detail.retryAfter;
  return {
    code: delivered.code,
    isBroken: delivered instanceof LostAnswer,
    retryAfterMillis: retryAfter === undefined ? undefined : retryAfter * MILLIS,
  };
};

/** A call as the journal of its world has recorded it; undefined for a call of no operation. */
export const seenCall = (entry: PackedEntry): SeenCall | undefined => {
  const bound = operationsById().get(entry.operation?.id ?? '');
  if (!bound) return undefined;
  const { id, client = '', protocol, caller, changes = [], faults = [], begunMillis, timeMillis, isOpen } = entry;
  // The request of an open call may not have been read yet.
  const request = isOpen ? {} : (entry.incoming?.request ?? {});
  const resource = resourceOf(bound, request);
  return {
    id,
    operation: bound.operation.id,
    caller: caller?.identity ?? '',
    client,
    protocol,
    resource,
    question: bound.runner.kind === 'read' || resource !== '' ? JSON.stringify(request) : '',
    ...outcomeOf(entry),
    isSurprised: faults.some(({ rule }) => rule === SURPRISE_RULE),
    beganMillis: begunMillis,
    endedMillis: begunMillis + (isOpen ? 0 : entry.machineTime / CENTI),
    clockMillis: timeMillis,
    changed: changes.map(({ uid }) => uid),
  };
};

/** True for a call that its client cannot take for a success. */
export const hasFailed = ({ code, isBroken }: SeenCall): boolean => code !== 'OK' || isBroken;
