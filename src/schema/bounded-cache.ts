/** Values that can be made anew, by key, and never too many of them: a full cache is emptied before it takes another. */
export class BoundedCache<Key, Value> {
  readonly #held = new Map<Key, Value>();
  readonly #limit: number;

  /** `limit` is how many values it holds at most. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Tells a key that is held, also with `undefined`, from one that is not. */
  has(key: Key): boolean {
    return this.#held.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#held.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#held.size >= this.#limit) this.#held.clear();
    this.#held.set(key, value);
  }
}

/** Gives each owner a cache of its own, which lasts as long as the owner does. */
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
