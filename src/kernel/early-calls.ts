import { isDeepStrictEqual } from 'node:util';
import type { CallScope } from './call-scope.ts';
import type { Caller } from './context.ts';
import { ApiError } from './errors.ts';
import type { JournalEntry } from './hooks.ts';
import type { EarlyCall } from './rows.ts';

/** ABORTED for what was begun on rows that are at another state by now: it is to begin again. */
export const stateMoved = (): ApiError => new ApiError('ABORTED', 'Aborted: the rows are at another state');

/** Refuses a call, which begins again then. */
const refuse = (early: EarlyCall, error: unknown): never => {
  if (error instanceof ApiError) early.refuse(error);
  throw error;
};

/**
 * Has an early call wait until the rows are those of a moment after it began: it is none from then on.
 * @throws ApiError where it is to begin again
 */
export const awaitRows = async (
  entry: JournalEntry,
  early: EarlyCall,
  { store, isPlain }: CallScope,
): Promise<void> => {
  try {
    await store.awaitHead?.();
    if (!isPlain?.()) throw stateMoved();
  } catch (error) {
    refuse(early, error);
  }
  entry.early = undefined;
};

/**
 * Checks that an early call may write on rows that are not those it was begun on: it has the same caller there, and nothing
 * acts on it.
 * @throws ApiError where it is to begin again
 */
export const demandSame = (
  early: EarlyCall,
  caller: Caller,
  authenticate: () => ReturnType<CallScope['authenticate']>,
  { isPlain }: CallScope,
): void => {
  if (early.isCurrent) return;
  try {
    const now = authenticate();
    // Its token is to be verified anew, for which a change cannot wait.
    if (now instanceof Promise) now.catch(() => undefined);
    else if (isPlain?.() && (now === caller || isDeepStrictEqual(now, caller))) return;
  } catch (error) {
    // Its token is good no more, or its identity is gone: it is refused once it begins again.
    if (!(error instanceof ApiError)) throw error;
  }
  refuse(early, stateMoved());
};

/**
 * Settles an early call by its write: a change is stored, or refused, on the rows of a moment after the call began. In a
 * world that is not there any more it is to begin again.
 */
export const settleWrite = async <T>(entry: JournalEntry, early: EarlyCall, writing: Promise<T>): Promise<T> => {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof ApiError && error.detail.reason === 'MOCK_WORLD_NOT_FOUND') early.refuse(error);
    throw error;
  } finally {
    if (!early.refusal) entry.early = undefined;
  }
};
