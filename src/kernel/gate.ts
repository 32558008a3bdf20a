/** Says whether answers may leave that were made from the state in memory. */
export interface Gate {
  /**
   * Resolves once an answer may leave; undefined: at once.
   * @throws ApiError UNAVAILABLE when the state may be another by now
   */
  pass(): Promise<void> | undefined;
}
