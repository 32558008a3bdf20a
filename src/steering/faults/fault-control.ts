import type { CodeName } from '../../kernel/errors.ts';
import type { FaultMatch, FaultRule } from '../../kernel/faults.ts';
import type { BrokenOff } from '../../kernel/transmission.ts';

/** The names of rules that are made beforehand (behaviour F8). */
export const FAULT_PRESETS = ['flaky', 'brownout', 'quota', 'maintenance'] as const;
/** The name of such rules. */
export type FaultPreset = (typeof FAULT_PRESETS)[number];

/** How long a call may be held, and how long its answer may take, in milliseconds. */
export const LONGEST_LATENCY = 600_000;
/** The most bytes of a body that a rule may name. */
export const MOST_BYTES = 1_000_000_000;
/** The longest time after which a call may be sent again, in seconds. */
export const LONGEST_RETRY = 86_400;
/** How many rules a world may have. */
export const MOST_RULES = 100;

/** Rules as they are asked for: one, or those of a preset, for some calls. */
export type WantedFault = FaultRule | { readonly preset: FaultPreset; readonly match: FaultMatch };

/** A rule with how often it has acted. */
export interface ShownFault extends FaultRule {
  readonly hits: number;
}

/** One try of a logical call. */
export interface Attempt {
  /** When it arrived, by the clock of the machine. */
  readonly atMillis: number;
  /** How long the caller was willing to wait, where it has said so. */
  readonly deadlineMs?: number | undefined;
  /** How it ended; missing while it runs. */
  readonly status?: CodeName | 'OK' | BrokenOff;
  /** What would have been answered without faults, where that differs. */
  readonly handled?: CodeName | 'OK';
  /** True if it asks for the same as the try before it; missing for the first. */
  readonly sameRequest?: boolean;
}

/** The tries of one logical call: of a caller, an operation and a resource (behaviour F4). */
export interface LogicalCall {
  readonly operation: string;
  readonly caller: string;
  readonly resource: string;
  readonly attempts: readonly Attempt[];
}

/** What has happened since the rules were written. */
export interface FaultReport {
  readonly calls: readonly LogicalCall[];
  /** How many tries are no longer among them. */
  readonly dropped: number;
  readonly neverFired: readonly FaultRule[];
}

/** Writes and reads the rules of one world. */
export interface FaultControl {
  /**
   * Replaces all rules; counts and tries begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly set: (wanted: readonly WantedFault[]) => readonly ShownFault[];
  /** The rules in their order, with their hits. */
  readonly list: () => readonly ShownFault[];
  /** Drops all rules, and what is known of tries. */
  readonly clear: () => void;
  /** The logical calls since the rules were written, and the rules that have not acted. */
  readonly report: () => FaultReport;
}
