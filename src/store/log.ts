import type { Snapshot } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import type { StoredChange } from './change-line.ts';
import type { ManyRows } from './memory.ts';

/** All that a store has at one moment. It is read while it is needed. */
export interface Contents {
  /** The rows of every collection that has any, in uid order, also those that are not part of the state. */
  readonly rows: Readonly<Record<string, ManyRows>>;
  readonly state: Snapshot;
}

/** Stores the committed writes of one store. Memory has none; a file and a Postgres have one. */
export interface Log {
  /** The name of its place in errors. */
  readonly name: string;
  /** The number of the last write that was appended. */
  readonly sequence: number;
  /** The number of the last stored write. */
  readonly durableSequence: number;
  /** True if the writes since the last fold take so much that they are worth another. */
  readonly isLong: boolean;
  /**
   * Appends a write, a large one a step at a time; nothing else may be appended until it is over.
   * @throws DiskFull if there is no room for it; nothing of it is stored then
   */
  append(changes: readonly StoredChange[]): Steps<void>;
  /**
   * Resolves when all appended writes are stored.
   * @throws DiskFull if there was no room for it: it is lost, and later writes may succeed
   */
  awaitDurable(): Promise<void>;
  /** Sets a callback that receives the number of a write, before anything else runs, when all writes after it are lost. */
  onLost(lost: (after: number) => void): void;
  /** Replaces the writes so far by the contents of the store; `contents` is called between two writes. */
  fold(contents: () => Contents): Promise<void>;
  /** Stores what was appended, and refuses further writes. */
  close(contents: () => Contents): Promise<void>;
}
