/** The seed of a mock that is given none. */
export const DEFAULT_SEED = 'platform-mock';
