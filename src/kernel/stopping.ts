/** What is said of everything that is not done any more, since the mock is being stopped. */
export const STOPPING = 'Unavailable: the mock is being stopped';
