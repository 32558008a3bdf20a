/** Receives items as they come, and is called once when there will be no more. */
export interface Listener<T> {
  readonly take: (item: T) => void;
  readonly ended: () => void;
}
