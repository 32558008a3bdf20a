/** Holds back answers until the state in memory that they were made from is known to be the current one. */
export interface Gate {
  /**
   * Resolves once an answer may leave; undefined if it may at once.
   * @throws ApiError UNAVAILABLE when another state may be the current one by now
   */
  pass(): Promise<void> | undefined;
}
