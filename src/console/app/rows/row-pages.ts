import type { Row } from './row.ts';

/** The number of rows of a page. */
export const PAGE = 100;
/** The largest number of pages that are cached. */
const MAX_PAGES = 20;
/** The number of rows that are loaded on each side of the rows in sight. */
const AHEAD = 24;

/** The rows of one page, and how many rows the whole list has. */
export interface Page {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A list of any length, of which a bounded number of pages is cached. The cost of a call does not grow with the list. */
export interface RowPages {
  /** The number of rows in the list; 0 until the first page is there. */
  readonly total: () => number;
  /** True once a page is there. */
  readonly isLoaded: () => boolean;
  /** The error of the last page; undefined if it could be loaded. */
  readonly error: () => unknown;
  /** The row at an index; undefined if it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Says that the rows from one index up to another are in sight, so that they are loaded. */
  readonly show: (from: number, to: number) => void;
  /** Loads the rows in sight, anew if they are there, until the function that it returns is called. */
  readonly open: () => () => void;
}

interface LoadedPage {
  readonly rows: readonly Row[];
  /** The opening of the list in which it was asked for. */
  readonly opening: number;
}

/** The source of rows, and its callbacks. */
interface RowSource {
  readonly load: (page: number) => Promise<Page>;
  /** Ends when the next round of requests may begin. */
  readonly rest: () => Promise<void>;
  /** Called after each round. */
  readonly onChange: () => void;
}

/** A cache of pages by number, from which the least recently used is dropped first. */
const createPageCache = () => {
  const pages = new Map<number, LoadedPage>();
  const cache = (page: number, loaded: LoadedPage): void => {
    pages.delete(page);
    pages.set(page, loaded);
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES) return;
      pages.delete(oldest);
    }
  };
  const use = (page: number): void => {
    const loaded = pages.get(page);
    if (loaded) cache(page, loaded);
  };
  return { get: (page: number): LoadedPage | undefined => pages.get(page), cache, use };
};

/** The pages that have the rows from one index up to another, and those close to them. */
const pagesAround = (from: number, to: number): readonly number[] => {
  const first = Math.floor(Math.max(0, from - AHEAD) / PAGE);
  const last = Math.floor((to + AHEAD) / PAGE);
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
};

/**
 * The pages of a list as they are needed: one round of requests at a time, each for the rows then in sight, so that
 * rows scrolled past are never asked for.
 */
export const rowPages = (source: RowSource): RowPages => {
  const pages = createPageCache();
  let total: number | undefined;
  let error: unknown;
  let opening = 0;
  let isOpen = false;
  let isLoading = false;
  let inSight: readonly number[] = [0];

  const findMissing = (): readonly number[] =>
    inSight.filter((page) => (page === 0 || page * PAGE < (total ?? 0)) && pages.get(page)?.opening !== opening);
  const load = async (page: number, during: number): Promise<void> => {
    const loaded = await source.load(page);
    if (during !== opening) return;
    total = loaded.total;
    pages.cache(page, { rows: loaded.rows, opening: during });
  };
  const loadMissing = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    // Pages that failed to load are asked for again when the list is scrolled or opened, and not before.
    let failed: readonly number[] | undefined;
    for (let asked = findMissing(); isOpen && asked.length > 0 && inSight !== failed; asked = findMissing()) {
      const [before, during] = [inSight, opening];
      try {
        await Promise.all(asked.map((page) => load(page, during)));
        error = undefined;
      } catch (reason) {
        error = reason;
        failed = before;
      }
      if (isOpen) source.onChange();
      await source.rest();
    }
    isLoading = false;
  };

  return {
    total: () => total ?? 0,
    isLoaded: () => total !== undefined,
    error: () => error,
    rowAt: (index) => pages.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    show: (from, to) => {
      inSight = pagesAround(from, to);
      for (const page of inSight) pages.use(page);
      void loadMissing();
    },
    open: () => {
      const now = opening + 1;
      opening = now;
      isOpen = true;
      inSight = [...inSight];
      void loadMissing();
      return () => {
        if (opening === now) isOpen = false;
      };
    },
  };
};
