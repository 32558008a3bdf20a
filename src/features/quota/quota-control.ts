import type { Quota, QuotaWithWindows } from '../../../generated/nouns.ts';

/** A rule for the number of calls answered in a time, and for which calls. */
export type QuotaRule = Quota & Required<Pick<Quota, 'match'>>;

/** Writes and reads the quotas of one world. */
export interface QuotaControl {
  /**
   * Replaces all quotas by one, or by several in their order; their windows begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly set: (wanted: QuotaRule | readonly QuotaRule[]) => Promise<readonly QuotaWithWindows[]>;
  /** The quotas in their order, with their running windows. */
  readonly list: () => readonly QuotaWithWindows[];
  /** Drops all quotas. */
  readonly clear: () => Promise<void>;
}
