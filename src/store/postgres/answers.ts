import { explain } from './database-error.ts';

/** The number of failures of a use from which they are logged: after the first, a new connection may do. */
const LOGGED_FROM = 2;

/** Logs that the database does not answer: a line at first, one for each other cause, one when it answers again. */
export class Answers {
  readonly #notice: (text: string) => void;
  /** The number of statements of a use that have failed since one was answered. */
  readonly #failed = new Map<string, number>();
  readonly #said = new Set<string>();

  constructor(notice: (text: string) => void) {
    this.#notice = notice;
  }

  get isThere(): boolean {
    return this.#failed.size === 0;
  }

  /** Notes that statements of some uses are answered. */
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
    // One outage has many messages, and few cures.
    const cure = text.slice(text.lastIndexOf(': '));
    if (failed < LOGGED_FROM || this.#said.has(cure)) return;
    this.#said.add(cure);
    this.#notice(text);
  }
}
