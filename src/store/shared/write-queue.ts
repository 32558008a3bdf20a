import type { Tx } from '../../kernel/rows.ts';
import type { Tried } from '../memory.ts';

/** A change that waits for its commit. */
export interface WaitingChange {
  readonly change: (tx: Tx) => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Work that runs alone: nothing else of the world is written by this store meanwhile. */
interface WaitingWork {
  readonly work: () => Promise<void>;
}

/** How many changes share an append. */
const MAX_BATCH = 256;

/** Answers a change as it was tried out. */
export const answerChange = ({ resolve, reject }: WaitingChange, tried: Tried): void => {
  if ('error' in tried) reject(tried.error);
  else resolve(tried.result);
};

/** The writes of one world that wait in this process, in their order; one batch, or one long write, is under way. */
export class WriteQueue {
  readonly #commit: (batch: readonly WaitingChange[]) => Promise<number>;
  readonly #waiting: (WaitingChange | WaitingWork)[] = [];
  #running: Promise<void> | undefined;

  /**
   * A queue whose changes are committed by a function: it settles as many of a batch as it returns, the first ones, and
   * rejects all of them itself where it cannot.
   */
  constructor(commit: (batch: readonly WaitingChange[]) => Promise<number>) {
    this.#commit = commit;
  }

  add<T>(change: (tx: Tx) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as (result: unknown) => void, reject });
      this.#begin();
    });
  }

  runAlone<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work: () => work().then(resolve, reject) });
      this.#begin();
    });
  }

  /** True while something is written, or waits for it. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves once nothing waits. */
  async drain(): Promise<void> {
    await this.#running;
  }

  #begin(): void {
    this.#running ??= this.#runAll();
  }

  async #runAll(): Promise<void> {
    // Changes of the same turn of the event loop share the first append.
    await new Promise(setImmediate);
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if ('work' in next) {
        this.#waiting.shift();
        await next.work();
      } else {
        const end = this.#waiting.findIndex((one, at) => at >= MAX_BATCH || 'work' in one);
        const batch = this.#waiting.slice(0, end < 0 ? this.#waiting.length : end) as WaitingChange[];
        this.#waiting.splice(0, await this.#commit(batch));
      }
    }
    // In the same turn in which nothing was found, so that nobody can add to a queue that is not run any more.
    this.#running = undefined;
  }
}
