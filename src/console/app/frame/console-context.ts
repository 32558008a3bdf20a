import { createContext } from 'preact';
import { useCallback, useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { WorldEnvironment } from '../../../../generated/nouns.ts';
import type { RowKind } from '../../row-kind.ts';
import type { Address } from '../address.ts';
import type { CallStore } from '../calls/call-store.ts';
import { CallError, type Connection } from '../connection.ts';
import { failureNotice, type Notice } from './outcome.tsx';
import type { WorldBook } from './world-book.ts';

/** The time between two readings of what changes without the page, in milliseconds (behaviour Z12). */
export const WATCHED_EVERY_MS = 1_000;

/**
 * Loads a value once, and again when one of `keys` changes, or `everyMs` after the last answer until one is a refusal.
 * An answer that has been overtaken is dropped, and one that is as before draws nothing. `isLoaded` is true once there was
 * an answer, or an error; `reload` asks again, and keeps the value until then.
 */
export const useLoaded = <T>(load: () => Promise<T>, keys: readonly unknown[], everyMs?: number) => {
  const [state, setState] = useState<{ value?: T; error?: unknown }>({});
  const [turn, setTurn] = useState(0);
  // At once: any other effect waits until the browser has drawn a frame, and the answer with it.
  useLayoutEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (next: { value?: T; error?: unknown }): void => {
      if (!isCurrent) return;
      const isSame = (last: object): boolean => 'value' in last && JSON.stringify(last) === JSON.stringify(next);
      setState((last) => ('value' in next && isSame(last) ? last : next));
      // A refusal would be the same again; a mock that is away, or has lost its database, may come back.
      const isRefusal = next.error instanceof CallError && next.error.status < 500;
      if (everyMs !== undefined && !isRefusal) timer = setTimeout(ask, everyMs);
    };
    const ask = (): void =>
      void load().then(
        (value) => take({ value }),
        (error: unknown) => take({ error }),
      );
    ask();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [...keys, turn]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const { value, error } = state;
  return { value, error, isLoaded: 'value' in state || 'error' in state, reload };
};

/** The facts that the page has before its first call. */
export interface Facts {
  /** The URL at which the browser reached the mock. */
  readonly url: string;
  readonly version: string;
  /** The kinds of rows that the tree shows, in the order of their tabs. */
  readonly kinds: readonly RowKind[];
  /** The names of the fields of a row, by its type. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** The moment whose rows a trace shows. */
export interface MomentView {
  /** The words that name the moment, with the ways to other moments. */
  readonly notice: Notice;
  /** The missing parts of its rows, a sentence each. */
  readonly gaps: readonly string[];
  /** True for a row of which only some fields are known. */
  readonly isPartial: (uid: string) => boolean;
  /** True for a call that has begun before it. */
  readonly isBehind: (call: { readonly number: number }) => boolean;
}

/** The state and actions that every part of the page shares. */
export interface ConsoleContext {
  readonly facts: Facts;
  readonly address: Address;
  /** Goes to the part with other parameters; `set` in the place of the present address. */
  readonly go: (params: Address['params']) => void;
  readonly set: (params: Address['params']) => void;
  /** The world of the address; undefined for all. */
  readonly world: string | undefined;
  /** Calls the world of the address, or `default`. */
  readonly connection: Connection;
  /** Calls another world. */
  readonly connectTo: (world: string) => Connection;
  readonly calls: CallStore;
  /** True for a trace: nothing can be done, only looked at. */
  readonly isReadOnly: boolean;
  /** Set for a trace. */
  readonly moment?: MomentView;
  readonly worlds: WorldBook;
  /** The file that was dropped on the page last, until the part Fixtures takes it. */
  readonly dropped?: { current: File | undefined };
  readonly notice: Notice | undefined;
  readonly say: (notice: Notice | undefined) => void;
}

/** The context of the page, set around its bar and its open part. */
export const Context = createContext<ConsoleContext | undefined>(undefined);

/** The shared state and actions. @throws Error outside of the page */
export const useConsole = (): ConsoleContext => {
  const context = useContext(Context);
  if (!context) throw new Error('there is no console');
  return context;
};

/** Reads what the control plane has at a path for the world of the page, and again as `useLoaded` does. */
export const useSteered = <T>(path: string, everyMs?: number) => {
  const { connection } = useConsole();
  return useLoaded(() => connection.steer<T>('GET', path), [connection, path], everyMs);
};

/**
 * Reads what the control plane has at a path, as `useSteered` does, and changes it: `change` sends a request, to the same
 * path unless another is given, and resolves to the words for its answer; what the path has is read again then.
 */
export const useSetting = <T>(path: string, everyMs?: number) => {
  const { connection } = useConsole();
  const loaded = useSteered<T>(path, everyMs);
  const change = async <A>(method: string, body: unknown, words: (answer: A) => string, at = path): Promise<string> => {
    const answer = await connection.steer<A>(method, at, body);
    loaded.reload();
    return words(answer);
  };
  return { ...loaded, change };
};

/** The variables with which a client calls the world of the page; undefined for a trace. */
export const useVariables = () => {
  const { connection, facts, isReadOnly } = useConsole();
  return useLoaded(async (): Promise<Readonly<Record<string, string>> | undefined> => {
    if (isReadOnly) return undefined;
    const { env } = await connection.steer<WorldEnvironment>('GET', `worlds/${connection.world}:variables`);
    // The browser may have reached the mock by another address than the mock has itself.
    return { ...env, PLATFORM_API_URL: facts.url };
  }, [connection]);
};

/** Copies a text; true if there is one, and the browser has let it. */
export const copyText = async (text: string | Promise<string>): Promise<boolean> => {
  try {
    const copied = await text;
    if (copied === '') return false;
    await navigator.clipboard.writeText(copied);
    return true;
  } catch {
    return false;
  }
};

/** Copies texts, and says in a message what was copied, or that the browser did not let it. */
export const useCopy = (): ((text: string | Promise<string>, said: string) => void) => {
  const { say } = useConsole();
  return (text, said) =>
    void copyText(text).then((isCopied) =>
      say(isCopied ? { text: said } : failureNotice('The browser does not let this page copy.')),
    );
};

/** Saves a text as a file, as the browser saves downloads. */
export const download = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
