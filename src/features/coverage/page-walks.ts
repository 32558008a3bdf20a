import type { PageWalks } from '../../plane/nouns.ts';

/** How many page tokens are remembered of one client and operation. */
const MAX_TOKENS = 50;

interface HandedOut {
  /** The number of the page that it was handed out with. */
  readonly page: number;
  /** How many lists have been handed it and have not used it: lists of one moment share a token. */
  waiting: number;
  /** The token of the page that it was used for. */
  next: string;
}

/** Follows how one client walks through the pages of one List (behaviour K3). */
export class WalkTally {
  readonly #tokens = new Map<string, HandedOut>();
  #lists = 0;
  #notFollowed = 0;
  #mostPages = 0;

  /** Counts a page: the token that it was asked with, and the one that it was answered with; empty for none. */
  page(asked: string, next: string): void {
    const before = asked === '' ? undefined : this.#tokens.get(asked);
    if (before) this.#follow(before, next);
    const page = (before?.page ?? 0) + 1;
    if (page > this.#mostPages) this.#mostPages = page;
    if (next === '') return;
    if (!before) this.#lists += 1;
    this.#handOut(next, page);
  }

  /** The counts; undefined where no list had more than one page. */
  counts(): PageWalks | undefined {
    if (this.#lists === 0 && this.#mostPages < 2) return undefined;
    return { lists: this.#lists, notFollowed: this.#notFollowed, mostPages: this.#mostPages };
  }

  #follow(used: HandedOut, next: string): void {
    // Clients that ask for a page again do without the answer before.
    const given = used.waiting > 0 ? used : this.#tokens.get(used.next);
    used.next = next;
    if (!given || given.waiting === 0) return;
    given.waiting -= 1;
    this.#notFollowed -= 1;
  }

  #handOut(token: string, page: number): void {
    this.#notFollowed += 1;
    const known = this.#tokens.get(token);
    if (known) {
      known.waiting += 1;
      return;
    }
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.delete(this.#tokens.keys().next().value as string);
    this.#tokens.set(token, { page, waiting: 1, next: '' });
  }
}
