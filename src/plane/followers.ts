/** Receives items as they come, and is called once when there will be no more. */
export interface Listener<T> {
  readonly take: (item: T) => void;
  /** `isOver`: nothing will come to a reader who asks again either. */
  readonly ended: (isOver: boolean) => void;
}

/** The place from which a reader follows. */
export interface Followed {
  /** The cursor behind which it begins. */
  readonly cursor: string;
  readonly stop: () => void;
}

/** The readers that receive matching items as they come. */
export class Followers<T> {
  readonly #all = new Set<{ readonly matches: (item: T) => boolean; readonly listener: Listener<T> }>();

  /** The number of readers. */
  size = 0;

  /** Hands over the items that match from now on, and first those present; returns the function that ends it. */
  add(matches: (item: T) => boolean, listener: Listener<T>, before: Iterable<T> = []): () => void {
    const follower = { matches, listener };
    this.#all.add(follower);
    this.size = this.#all.size;
    for (const item of before) if (matches(item)) listener.take(item);
    return () => {
      this.#all.delete(follower);
      this.size = this.#all.size;
    };
  }

  take(item: T): void {
    for (const { matches, listener } of this.#all) if (matches(item)) listener.take(item);
  }

  /** Ends everything that follows; `isOver`: nothing will come to a reader who asks again either. */
  end(isOver: boolean): void {
    for (const { listener } of this.#all) listener.ended(isOver);
    this.#all.clear();
    this.size = 0;
  }
}
