import { type BoundedCache, cachesByOwner } from '../schema/bounded-cache.ts';

const KEPT_QUERIES = 512;

/** Of a longer request, in bytes or characters, no face keeps what it read: it hardly comes twice. */
export const LONGEST_KEPT = 1_024;

/** What a face read of requests without a body, by their text: clients ask the same again and again. */
export const keptQueries = <Owner extends WeakKey, Read>(): ((owner: Owner) => BoundedCache<string, Read>) =>
  cachesByOwner(KEPT_QUERIES);
