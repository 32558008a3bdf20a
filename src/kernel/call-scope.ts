import type { Operation } from '../schema/operation.ts';
import type { AccessPolicy } from './access-policy.ts';
import type { Clock } from './clock.ts';
import type { Caller, Settings } from './context.ts';
import type {
  CallMeter,
  Consistency,
  EventRecorder,
  Faults,
  FollowedCall,
  Journal,
  Protocol,
  Quota,
  Received,
} from './hooks.ts';
import type { Store } from './rows.ts';
import type { TokenService } from './token-service.ts';

/** The id of the world of every request that names none. */
export const DEFAULT_WORLD = 'default';
/** The header, and gRPC metadata, that names a world; answers of other worlds than `default` carry it, too. */
export const WORLD_HEADER = 'x-mock-world';

/** Finds the world of a request by its headers: one that refuses its calls if there is none. */
export type WorldOf = (headers: Readonly<Record<string, string | string[] | undefined>>) => CallScope;

/** The view that a call has of its world: rows, time, keys and the hooks that it runs through. */
export interface CallScope {
  readonly id: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  /** The key that signs page tokens; it stays the same over restarts. */
  readonly pageTokenKey: string;
  /**
   * Identifies the caller of a request by its `authorization` value; `host` is its `Host` or
   * `:authority`.
   * @throws ApiError UNAUTHENTICATED with one of the messages of behaviour §9.8
   */
  readonly authenticate: (
    authorization: string | undefined,
    auth: Operation['auth'],
    host?: string,
  ) => Caller | Promise<Caller>;
  /** The policy for callers who lack a capability; absent: they are refused. */
  readonly policy?: AccessPolicy;
  /** Exchanges credentials for tokens of this world. */
  readonly tokens: TokenService;
  /** Makes calls fail on demand; missing: none do. */
  readonly faults?: Faults;
  /** Keeps the facts of each exchange; missing: nothing is kept. */
  readonly journal?: Journal;
  /** Counts its calls; missing: nothing does. */
  readonly meter?: CallMeter;
  /** Records the events of its calls; missing: nothing is recorded. */
  readonly events?: EventRecorder;
  /** Bounds its calls in time; missing: nothing does. */
  readonly quota?: Quota;
  /** Lets calls see changes late; missing: they see them at once. */
  readonly consistency?: Consistency;
}

/** Follows a call from its first bytes on: in the journal of its world, or else to count it. `describe` is asked for a journal only. */
export const followCall = (
  { journal, meter }: CallScope,
  protocol: Protocol,
  describe: () => Received,
): FollowedCall | undefined => (journal ? journal.begin(protocol, describe()) : meter?.begin(protocol));
