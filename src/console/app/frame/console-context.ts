import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { RowKind } from '../../row-kind.ts';
import type { Address } from '../address.ts';
import type { CallSource } from '../calls/call-source.ts';
import type { Calls } from '../calls/call-store.ts';
import type { Connection } from '../connection.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';
import { failureNotice, type Notice, wordsOf } from './error-words.ts';
import type { WorldBook } from './world-book.ts';

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
  /** The world of the address; undefined for all. */
  readonly world: string | undefined;
  /** Calls the world of the address, or `default`. */
  readonly connection: Connection;
  /** Calls another world. */
  readonly connectTo: (world: string) => Connection;
  readonly calls: Calls;
  readonly source: CallSource;
  /** True for a trace: nothing can be done, only looked at. */
  readonly isReadOnly: boolean;
  /** Set for a trace. */
  readonly moment?: MomentView;
  readonly worlds: WorldBook;
  readonly notice: Notice | undefined;
  readonly say: (notice: Notice | undefined) => void;
}

/** The context of the page; it is set as long as a part is shown. */
export const Context = createContext<ConsoleContext | undefined>(undefined);

/** The shared state and actions. @throws Error outside of the page */
export const useConsole = (): ConsoleContext => {
  const context = useContext(Context);
  if (!context) throw new Error('there is no console');
  return context;
};

/** Reads what the control plane has at a path for the world of the page, and again as `useLoaded` does. */
export const useSteered = <T>(path: string, everyMs?: number): Loaded<T> => {
  const { connection } = useConsole();
  return useLoaded(() => connection.steer<T>('GET', path), [connection, path], everyMs);
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

/** Runs actions, each of which resolves to what the page then says; if one fails, the page says why. */
export const useRun = (): ((action: () => Promise<string | Notice>) => void) => {
  const { say } = useConsole();
  return (action) =>
    void action().then(
      (said) => say(typeof said === 'string' ? { text: said } : said),
      (error: unknown) => say(failureNotice(wordsOf(error))),
    );
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
