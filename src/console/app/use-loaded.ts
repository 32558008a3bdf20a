import { useCallback, useLayoutEffect, useState } from 'hono/jsx/dom';

/** What was loaded: nothing yet, a value, or an error; `reload` asks again and keeps the value until then. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** Loads a value once, and again when one of `keys` changes. An answer that has been overtaken is dropped. */
export const useLoaded = <T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> => {
  const [state, setState] = useState<{ value?: T; error?: unknown }>({});
  const [turn, setTurn] = useState(0);
  // At once: any other effect waits until the browser has drawn a frame, and the answer with it.
  useLayoutEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ value }),
      (error: unknown) => isCurrent && setState({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [...keys, turn]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  return { value: state.value, error: state.error, reload };
};
