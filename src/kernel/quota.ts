import type { Operation } from '../schema/operation.ts';
import type { Caller } from './context.ts';
import type { FaultMatch } from './faults.ts';

/** What a quota counts apart: the calls of each caller, of each operation, or all of a world together. */
export const QUOTA_KEYS = ['caller', 'operation', 'world'] as const;
/** One of these. */
export type QuotaKey = (typeof QUOTA_KEYS)[number];

/** How many quotas a world may have. */
export const MOST_QUOTAS = 20;
/** The most requests that a quota may allow in one window. */
export const MOST_REQUESTS = 1_000_000;

/** Which calls a quota is for: those that have all of these. */
export type QuotaMatch = Pick<FaultMatch, 'operation' | 'caller' | 'version'>;

/** How many calls are answered in how much time. */
export interface QuotaRule {
  readonly match: QuotaMatch;
  readonly requests: number;
  /** A duration of the world's clock, such as `1m`. */
  readonly per: string;
  readonly by: QuotaKey;
}

/** The calls of one window, which begins with its first call. */
export interface ShownWindow {
  /** The uid of the caller, or the id of the operation; empty for the world. */
  readonly key: string;
  readonly remaining: number;
  /** When it ends, by the world's clock. */
  readonly resetMillis: number;
}

/** A quota with what is left of it. */
export interface ShownQuota extends QuotaRule {
  /** How many calls it has refused. */
  readonly refused: number;
  /** The windows that have not ended, the oldest first. */
  readonly windows: readonly ShownWindow[];
}

/** What bounds the calls of one world in its time. */
export interface Quota {
  /** Counts a call. @throws InjectedFault RESOURCE_EXHAUSTED, with the seconds to wait, for one beyond a quota */
  readonly take: (operation: Operation, caller: Caller) => void;
}

/** Writes and reads the quotas of one world. */
export interface QuotaControl {
  /**
   * Replaces all quotas by one, or by several in their order; their windows begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly set: (wanted: QuotaRule | readonly QuotaRule[]) => readonly ShownQuota[];
  readonly list: () => readonly ShownQuota[];
  /** Drops all quotas. */
  readonly clear: () => void;
}
