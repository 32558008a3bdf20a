import type { Operation } from '../schema/operation.ts';
import type { Caller } from './context.ts';

/** What bounds the calls of one world in its time. */
export interface Quota {
  /** Counts a call. @throws InjectedFault RESOURCE_EXHAUSTED, with the seconds to wait, for one beyond a quota */
  readonly take: (operation: Operation, caller: Caller) => void;
}
