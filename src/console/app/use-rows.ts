import { useEffect, useState } from 'hono/jsx/dom';
import type { Connection } from './connection.ts';
import type { Row, RowKind } from './row-kinds.ts';

/** How many rows a request asks for. */
const PAGE = 100;
/** For how long a list rests before it loads what it shows, in milliseconds. */
const REST_MS = 80;

/** A list as far as it is known; the total is that of the API, and `rowAt` is undefined for what is not loaded. */
export interface Rows {
  readonly total: number;
  readonly error: unknown;
  readonly rowAt: (index: number) => Row | undefined;
  /** Loads the rows from one index up to another. */
  readonly show: (from: number, to: number) => void;
}

/** What a list is about. */
interface Wanted {
  readonly kind: RowKind;
  readonly group: string;
  readonly identity: string;
  readonly name: string;
}

/** The pages of one list that have been loaded. */
interface LoadedPages {
  readonly list: string;
  readonly total: number;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly error?: unknown;
}

const NOTHING: LoadedPages = { list: '', total: 0, pages: new Map() };

const targetOf = ({ kind, group, name }: Wanted, page: number): string => {
  const query = new URLSearchParams({
    [kind.place]: group,
    order_by: kind.orderBy,
    page_size: String(PAGE),
    skip: String(page * PAGE),
    ...(name !== '' && { name }),
  });
  return `${kind.path}?${query}`;
};

/** The rows of a kind below a group as an identity sees them, by the API's own pages; `turn` loads them anew. */
export const useRows = (connection: Connection, wanted: Wanted, turn: number): Rows => {
  const { kind, group, identity, name } = wanted;
  const list = [kind.name, group, identity, name, turn].join(' ');
  const [loaded, setLoaded] = useState<LoadedPages>(NOTHING);
  const [[from, to], setRange] = useState<readonly [from: number, to: number]>([0, 1]);
  const known = loaded.list === list ? loaded : NOTHING;
  useEffect(() => {
    let isCurrent = true;
    const keep = (next: (before: LoadedPages) => Partial<LoadedPages>): void => {
      if (!isCurrent) return;
      setLoaded((last) => {
        const before = last.list === list ? last : { ...NOTHING, list };
        return { ...before, ...next(before) };
      });
    };
    const load = async (page: number): Promise<void> => {
      type Answer = { readonly totalCount: string } & Readonly<Record<string, readonly Row[]>>;
      const answer = await connection.call<Answer>(identity, 'GET', targetOf(wanted, page));
      const rows = answer[kind.name] ?? [];
      keep(({ pages }) => ({ total: Number(answer.totalCount), pages: new Map([...pages, [page, rows]]) }));
    };
    const rest = setTimeout(() => {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page += 1) {
        if (known.pages.has(page)) continue;
        load(page).catch((error: unknown) => keep(() => ({ error })));
      }
    }, REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(rest);
    };
  }, [connection, list, from, to]);
  return {
    total: known.total,
    error: known.error,
    rowAt: (index) => known.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    show: (first, last) => setRange([first, last]),
  };
};
