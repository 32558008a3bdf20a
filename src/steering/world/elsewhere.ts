import type { RegisteredWorld, WorldRecord } from './registered-world.ts';

/** How many worlds there are beside `default`, which is the oldest, and whether one has a certain name. */
export interface Room {
  readonly count: number;
  readonly oldest: string | undefined;
  readonly isTaken: boolean;
}

/** The worlds that other processes have made, too. */
export interface Elsewhere<T> {
  /** Opens a world; undefined where there is none. */
  readonly find: (id: string) => Promise<RegisteredWorld<T> | undefined>;
  /** True for the name of a world that has ended, as far as that is remembered. */
  readonly hasEnded: (id: string) => Promise<boolean>;
  readonly labelsOf: (id: string) => Promise<WorldRecord['labels'] | undefined>;
  /** Whether there is room for a world of a name, where there may be so many. */
  readonly roomFor: (id: string, limit: number) => Promise<Room>;
}
