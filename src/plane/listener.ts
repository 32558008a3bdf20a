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
