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

/**
 * A list of any length, of which the pages in sight are loaded, and a bounded number of pages is cached: one round of
 * requests at a time, each for the rows then in sight, so that rows scrolled past are never asked for. The cost of a
 * call does not grow with the list.
 */
export class RowPages {
  readonly #source: ConstructorParameters<typeof RowPages>[0];
  /** The pages by number, the most recently used last, each with the opening of the list in which it was asked for. */
  readonly #pages = new Map<number, { readonly rows: readonly Row[]; readonly opening: number }>();
  #total: number | undefined;
  #opening = 0;
  #isOpen = false;
  #isLoading = false;
  #inSight: readonly number[] = [0];
  /** The error of the last page; undefined if it could be loaded. */
  error: unknown;

  /** `rest` ends when the next round of requests may begin, and `onChange` is called after each. */
  constructor(source: {
    readonly load: (page: number) => Promise<Page>;
    readonly rest: () => Promise<void>;
    readonly onChange: () => void;
  }) {
    this.#source = source;
  }

  /** True once a page is there. */
  get isLoaded(): boolean {
    return this.#total !== undefined;
  }

  /** The number of rows in the list; 0 until the first page is there. */
  get total(): number {
    return this.#total ?? 0;
  }

  /** The row at an index; undefined if it is not loaded. */
  readonly rowAt = (index: number): Row | undefined => this.#pages.get(Math.floor(index / PAGE))?.rows[index % PAGE];

  /** Says that the rows from one index up to another are in sight, so that they and those close to them are loaded. */
  readonly show = (from: number, to: number): void => {
    const first = Math.floor(Math.max(0, from - AHEAD) / PAGE);
    const last = Math.floor((to + AHEAD) / PAGE);
    this.#inSight = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
    for (const page of this.#inSight) this.#cache(page, this.#pages.get(page));
    void this.#loadMissing();
  };

  /** Loads the rows in sight, anew if they are there, until the function that it returns is called. */
  open(): () => void {
    this.#opening += 1;
    const now = this.#opening;
    this.#isOpen = true;
    this.#inSight = [...this.#inSight];
    void this.#loadMissing();
    return () => {
      if (this.#opening === now) this.#isOpen = false;
    };
  }

  /** Caches a page as the one that was used last, and drops the one that was not for the longest time. */
  #cache(page: number, loaded: { readonly rows: readonly Row[]; readonly opening: number } | undefined): void {
    if (!loaded) return;
    this.#pages.delete(page);
    this.#pages.set(page, loaded);
    for (const oldest of this.#pages.keys()) if (this.#pages.size > MAX_PAGES) this.#pages.delete(oldest);
  }

  #missing(): readonly number[] {
    return this.#inSight.filter(
      (page) => (page === 0 || page * PAGE < this.total) && this.#pages.get(page)?.opening !== this.#opening,
    );
  }

  async #load(page: number, opening: number): Promise<void> {
    const { rows, total } = await this.#source.load(page);
    if (opening !== this.#opening) return;
    this.#total = total;
    this.#cache(page, { rows, opening });
  }

  async #loadMissing(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    // Pages that failed to load are asked for again when the list is scrolled or opened, and not before.
    let failed: readonly number[] | undefined;
    for (let asked = this.#missing(); this.#isOpen && asked.length > 0 && this.#inSight !== failed; ) {
      const [before, opening] = [this.#inSight, this.#opening];
      try {
        await Promise.all(asked.map((page) => this.#load(page, opening)));
        this.error = undefined;
      } catch (reason) {
        this.error = reason;
        failed = before;
      }
      if (this.#isOpen) this.#source.onChange();
      await this.#source.rest();
      asked = this.#missing();
    }
    this.#isLoading = false;
  }
}
