import type { Fault, FaultPreset, FaultReport, FaultWithHits } from '../../../generated/nouns.ts';

/** A fault whose match and phase are written out, with the name of the preset that it is of. */
export type FaultRule = Fault & Required<Pick<Fault, 'match' | 'phase'>> & Partial<Pick<FaultPreset, 'preset'>>;

/** Writes and reads the rules of one world. */
export interface FaultControl {
  /**
   * Replaces all rules; counts and tries begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly set: (wanted: readonly (Fault | FaultPreset)[]) => Promise<readonly FaultWithHits[]>;
  /**
   * Adds rules behind those that are there, whose counts and tries go on.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly add: (wanted: readonly (Fault | FaultPreset)[]) => Promise<readonly FaultWithHits[]>;
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
