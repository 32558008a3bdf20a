import type { Fault, FaultMatch, FaultPreset, FaultReport, FaultWithHits } from '../../../generated/nouns.ts';

/** A rule as it is written, with its phase. */
type WrittenRule = Fault & Required<Pick<Fault, 'match' | 'phase'>>;

/** A rule for the calls that fail, with its phase and effect, and the name of the preset that it is of. */
export type FaultRule = WrittenRule & Partial<Pick<FaultPreset, 'preset'>>;

/** Rules as they are asked for: one, or those of a preset, for some calls. */
export type WantedFault = WrittenRule | (FaultPreset & { readonly match: FaultMatch });

/** Writes and reads the rules of one world. */
export interface FaultControl {
  /**
   * Replaces all rules; counts and tries begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly set: (wanted: readonly WantedFault[]) => Promise<readonly FaultWithHits[]>;
  /**
   * Adds rules behind those that are there, whose counts and tries go on.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly add: (wanted: readonly WantedFault[]) => Promise<readonly FaultWithHits[]>;
  /**
   * Drops one rule; the counts and tries of the others go on, and calls that it holds do.
   * @throws ApiError NOT_FOUND
   */
  readonly delete: (id: string) => Promise<readonly FaultWithHits[]>;
  /** The rules in their order, with their hits. */
  readonly list: () => readonly FaultWithHits[];
  /** Drops all rules, and the record of tries. */
  readonly clear: () => Promise<void>;
  /** The logical calls since the rules were written, and the rules that have not acted. */
  readonly report: () => FaultReport;
}
