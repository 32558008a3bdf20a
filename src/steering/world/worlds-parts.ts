import type { CallScope } from '../../kernel/call-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Notes } from '../../store/notes.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { RegisteredWorld } from './registered-world.ts';
import type { MemoryBound } from './world-memory.ts';

/** The dependencies of a set of worlds. */
export interface WorldsParts<T> {
  /** The world `default`, which is always there. */
  readonly first: RegisteredWorld<T>;
  /** How many worlds there may be beside it. */
  readonly limit: number;
  /** Refuses calls that name no world. */
  readonly nameRequired: boolean;
  /** The clock of the machine: a world's own can be moved. */
  readonly clock: Clock;
  /** Where worlds of other processes are; missing: this one has all. */
  readonly elsewhere?: Elsewhere<T> | undefined;
  /** How many of them are in memory, and who lets one go; missing: all are. */
  readonly memory?: (MemoryBound<T> & { readonly forgotten: (world: T) => void }) | undefined;
  /** Receives a world that has ended. */
  readonly ended?: (entered: RegisteredWorld<T>) => void;
}

/** What a set needs of each of its worlds. */
export interface Member {
  readonly scope: CallScope;
  /** What has happened in it; missing if no other process shares it. */
  readonly notes?: Pick<Notes, 'catchUp' | 'on'> | undefined;
}
