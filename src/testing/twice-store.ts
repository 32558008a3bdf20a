import type { Tx } from '../kernel/rows.ts';
import { runAtOnce, type Steps } from '../kernel/steps.ts';
import { MemoryStore } from '../store/memory.ts';
import { tryOutBy } from './changes-twice.ts';

/** The methods as they are before every change of every store is run twice. */
const { write, writeInSteps } = MemoryStore.prototype;

/** Runs a change that is then undone; the result is that of the second run. */
const tryOut = (store: MemoryStore, change: (tx: Tx) => unknown): void =>
  tryOutBy((undone) => Reflect.apply(write, store, [undone]) as Promise<never>, change);

/**
 * Runs every change twice and undoes the first: what a change does beside its transaction and its result shows as two
 * of it. A large change is tried out on a fork.
 */
export class TwiceStore extends MemoryStore {
  override write<T>(change: (tx: Tx) => T): Promise<T> {
    tryOut(this, change);
    return Reflect.apply(write, this, [change]) as Promise<T>;
  }

  override writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    const fork = (): MemoryStore => this.fork();
    const twice = function* (tx: Tx): Steps<T> {
      tryOut(fork(), (tried) => runAtOnce(change(tried)));
      return yield* change(tx);
    };
    return Reflect.apply(writeInSteps, this, [twice]) as Promise<T>;
  }
}
