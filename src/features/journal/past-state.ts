import type { ClockMode } from '../../../generated/nouns.ts';
import type { AccessMode } from '../../kernel/access-policy.ts';
import { type ApiError, failedPrecondition } from '../../kernel/errors.ts';

/** The settings of a world when a call ran in it. Calls between which nothing was set share one object. */
export interface Conditions {
  readonly mode: ClockMode;
  readonly scale: number;
  readonly access: AccessMode;
}

/** The state before or after a call. */
export interface PastState {
  /** The number of commits before it. */
  readonly place: number;
  /** The time of the world with which the call ran. */
  readonly nowMillis: number;
  readonly conditions: Conditions;
}

/** The facts of a call by which its states are found. */
interface PlacedCall {
  readonly id: number;
  readonly isOpen: boolean;
  readonly conditions: Conditions | undefined;
  readonly place: number;
  readonly placeAfter: number;
  readonly ranMillis: number;
}

/** The side of a call whose state is meant. */
export type Side = 'before' | 'after';

/** The id of the oldest call whose state before it can be read. */
export const findOldestState = (calls: Iterable<PlacedCall>, oldestPlace: number): string | undefined => {
  for (const call of calls) if (!call.isOpen && call.place >= oldestPlace) return String(call.id);
  return undefined;
};

/** Names the calls whose state is available. */
export const describeOldest = (oldest: string | undefined): string =>
  oldest === undefined ? 'no state of a call is retained' : `the oldest retained state is of call ${oldest}`;

/**
 * The state before or after a call: the one that was noted when it was authenticated, or that one with its own write and
 * no later one.
 * @throws ApiError FAILED_PRECONDITION for a call that goes on, and for a state that was dropped
 */
export const pastStateOf = (
  entry: PlacedCall,
  side: Side,
  oldestPlace: number,
  oldest: string | undefined,
): PastState => {
  const { id, conditions, isOpen } = entry;
  if (isOpen || !conditions) throw refusal('CALL_OPEN', `call ${id} has not ended`);
  const place = side === 'after' ? entry.placeAfter : entry.place;
  if (place < oldestPlace) {
    throw refusal('STATE_DROPPED', `the state ${side} call ${id} is no longer retained; ${describeOldest(oldest)}`);
  }
  return { place, nowMillis: entry.ranMillis, conditions };
};

const refusal = (type: string, description: string): ApiError => failedPrecondition({ type, description });
