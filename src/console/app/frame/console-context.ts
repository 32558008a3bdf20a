import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Address } from '../address.ts';
import type { CallSource } from '../calls/call-source.ts';
import type { Calls } from '../calls/call-store.ts';
import type { Connection } from '../connection.ts';
import type { Facts } from '../facts.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';
import { failureNotice, type Notice, wordsOf } from './error-words.ts';
import type { WorldBook } from './world-book.ts';

/** Of a trace, the moment whose rows are shown. */
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

/** Runs actions, each of which resolves to what the page then says; if one fails, the page says why. */
export const useRun = (): ((action: () => Promise<string | Notice>) => void) => {
  const { say } = useConsole();
  return (action) =>
    void action().then(
      (said) => say(typeof said === 'string' ? { text: said } : said),
      (error: unknown) => say(failureNotice(wordsOf(error))),
    );
};
