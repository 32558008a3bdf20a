import { useEffect, useState } from 'hono/jsx/dom';
import type { Connection } from './connection.ts';

/** A list of the control plane that a stream goes on with. */
export interface FollowedList<T> {
  /** Its path; that of its stream ends with `:stream`. */
  readonly path: string;
  /** The field of an answer that has its items. */
  readonly field: string;
  /** The items with one that is new or has changed, the newest first. */
  readonly withItem: (items: readonly T[], item: T) => readonly T[];
}

/** The state of such a list on the page, the newest item first. */
export interface Followed<T> {
  readonly items: readonly T[];
  readonly error: unknown;
  readonly isLive: boolean;
}

/** The most items that the page keeps. */
const MOST = 500;

/** The time for which items are gathered before they are drawn, in milliseconds: a suite makes hundreds in a second. */
const DRAWN_EVERY_MS = 100;

/** A list of a world by a query of filters: present items, and new ones as long as it is shown. */
export const useFollowed = <T>(
  connection: Connection,
  { path, field, withItem }: FollowedList<T>,
  query: string,
  turn = 0,
): Followed<T> => {
  const [items, setItems] = useState<readonly T[]>([]);
  const [state, setState] = useState<{ error?: unknown; isLive: boolean }>({ isLive: false });
  useEffect(() => {
    const end = new AbortController();
    let gathered: T[] = [];
    const draw = (): void => {
      const all = gathered;
      gathered = [];
      if (!end.signal.aborted) setItems((known) => all.reduce(withItem, known).slice(0, MOST));
    };
    const begin = async (): Promise<void> => {
      type Page = { readonly cursor: string } & Readonly<Record<string, readonly T[]>>;
      const page = await connection.steer<Page>('GET', `${path}?limit=${MOST}${query}`);
      if (end.signal.aborted) return;
      setItems(page[field] ?? []);
      setState({ isLive: true });
      await connection.follow(`${path}:stream?since=${page.cursor || '0'}${query}`, end.signal, (data) => {
        if (gathered.length === 0) setTimeout(draw, DRAWN_EVERY_MS);
        gathered.push(JSON.parse(data) as T);
      });
      if (!end.signal.aborted) setState({ isLive: false });
    };
    begin().catch((error: unknown) => {
      if (!end.signal.aborted) setState({ error, isLive: false });
    });
    return () => end.abort();
  }, [connection, query, turn]);
  return { items, error: state.error, isLive: state.isLive };
};
