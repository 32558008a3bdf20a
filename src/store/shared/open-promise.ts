/** A promise that is settled from outside. */
export interface OpenPromise<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export const openPromise = <T>(): OpenPromise<T> => {
  let [resolve, reject]: [OpenPromise<T>['resolve'], OpenPromise<T>['reject']] = [() => undefined, () => undefined];
  const promise = new Promise<T>((resolved, rejected) => {
    [resolve, reject] = [resolved, rejected];
  });
  return { promise, resolve, reject };
};
