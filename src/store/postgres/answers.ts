import { explain } from './database-error.ts';

/** A failure that is the first of its use may be a broken connection, which is made anew. */
const SAID_FROM = 2;

/** Logs that the database is away: a line when that begins, one for each other cause, one when it is over. */
export class Answers {
  readonly #notice: (text: string) => void;
  /** The number of statements of a use that have failed since one was answered. */
  readonly #failed = new Map<string, number>();
  readonly #said = new Set<string>();

  constructor(notice: (text: string) => void) {
    this.#notice = notice;
  }

  get areThere(): boolean {
    return this.#failed.size === 0;
  }

  /** Notes that a statement was answered, and so that statements of its uses are. */
  note(...uses: readonly string[]): void {
    for (const use of uses) this.#failed.delete(use);
    if (this.#failed.size > 0 || this.#said.size === 0) return;
    this.#said.clear();
    this.#notice('the database answers again');
  }

  /** Notes why a statement of a use was not answered. */
  fail(use: string, error: unknown): void {
    const failed = (this.#failed.get(use) ?? 0) + 1;
    this.#failed.set(use, failed);
    const text = explain(error);
    // What happens meanwhile has many words, and few cures.
    const cure = text.slice(text.lastIndexOf(': '));
    if (failed < SAID_FROM || this.#said.has(cure)) return;
    this.#said.add(cure);
    this.#notice(text);
  }
}
