import { type BoundedCache, cachesByOwner } from '../schema/bounded-cache.ts';

const KEPT_QUERIES = 512;

/** Faces do not keep what they read of a longer request, in bytes or characters: with a cursor it is rarely repeated. */
export const LONGEST_KEPT = 256;

/** Caches what a face read of requests without a body, by their text, since clients repeat the same few requests. */
export const keptQueries = <Owner extends WeakKey, Read>(): ((owner: Owner) => BoundedCache<string, Read>) =>
  cachesByOwner(KEPT_QUERIES);
