/** A cache of values that can be computed again, with a limit: a full cache is emptied before a value is added. */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;

  /** `limit` is the largest number of values that it holds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True for a cached key, also with the value `undefined`. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#entries.size >= this.#limit) this.#entries.clear();
    this.#entries.set(key, value);
  }
}

/** Makes a lookup of one cache for each owner, which lives as long as its owner. */
export const cachesByOwner = <Owner extends WeakKey, Value>(
  limit: number,
): ((owner: Owner) => BoundedCache<string, Value>) => {
  const caches = new WeakMap<Owner, BoundedCache<string, Value>>();
  return (owner) => {
    let cache = caches.get(owner);
    if (!cache) {
      cache = new BoundedCache(limit);
      caches.set(owner, cache);
    }
    return cache;
  };
};
