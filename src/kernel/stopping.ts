/** The message of all work that ends because the mock is being stopped. */
export const STOPPING = 'Unavailable: the mock is being stopped';
