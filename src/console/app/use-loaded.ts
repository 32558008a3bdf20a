import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { CallError } from './connection.ts';

/** The state of a load: nothing yet, a value, or an error; `reload` asks again and keeps the value until then. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  /** True once there was an answer, or an error. */
  readonly isLoaded: boolean;
  readonly reload: () => void;
}

/** The time between two readings of what changes without the page, in milliseconds (behaviour Z12). */
export const WATCHED_EVERY_MS = 1_000;

/**
 * Loads a value once, and again when one of `keys` changes, or `everyMs` after the last answer until one is a refusal.
 * An answer that has been overtaken is dropped, and one that is as before draws nothing.
 */
export const useLoaded = <T>(load: () => Promise<T>, keys: readonly unknown[], everyMs?: number): Loaded<T> => {
  const [state, setState] = useState<{ value?: T; error?: unknown }>({});
  const [turn, setTurn] = useState(0);
  // At once: any other effect waits until the browser has drawn a frame, and the answer with it.
  useLayoutEffect(() => {
    let isCurrent = true;
    let next: ReturnType<typeof setTimeout> | undefined;
    const take = (value: T): void => {
      if (!isCurrent) return;
      const isSame = (last: object): boolean => JSON.stringify(last) === JSON.stringify({ value });
      setState((last) => ('value' in last && isSame(last) ? last : { value }));
      if (everyMs !== undefined) next = setTimeout(ask, everyMs);
    };
    const fail = (error: unknown): void => {
      if (!isCurrent) return;
      setState({ error });
      // A refusal would be the same again; a mock that is away, or has lost its database, may come back.
      const isRefusal = error instanceof CallError && error.status < 500;
      if (everyMs !== undefined && !isRefusal) next = setTimeout(ask, everyMs);
    };
    const ask = (): void => void load().then(take, fail);
    ask();
    return () => {
      isCurrent = false;
      clearTimeout(next);
    };
  }, [...keys, turn]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const { value, error } = state;
  return { value, error, isLoaded: 'value' in state || 'error' in state, reload };
};
