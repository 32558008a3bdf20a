import type { Caller } from './context.ts';
import type { Rows } from './rows.ts';
import type { BoundOperation } from './runner.ts';

/** What calls of one world see late. */
export interface Consistency {
  /**
   * The rows by which a call of a caller is authorized; undefined for the present ones. It counts, so it is asked once a
   * call.
   */
  readonly rightsFrom: (caller: Caller) => Rows | undefined;
  /** The rows that an operation reads; undefined for the present ones. */
  readonly readFrom: (bound: BoundOperation, present: Rows) => Rows | undefined;
}
