import type { Lag, LagReading } from '../../../generated/nouns.ts';

/** Writes and reads how late changes are seen in one world. */
export interface ConsistencyControl {
  /**
   * Replaces the lags; changes stored by now are seen at once.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly set: (wanted: Lag) => Promise<LagReading>;
  readonly read: () => LagReading;
  /** Everything is seen at once. */
  readonly clear: () => Promise<void>;
}
