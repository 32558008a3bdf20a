import type { Operation } from '../schema/operation.ts';
import type { Clock } from './clock.ts';
import type { Caller, Settings } from './context.ts';
import type { Store } from './rows.ts';
import type { TokenService } from './token-service.ts';

/** One private universe: rows, time and keys. */
export interface World {
  readonly id: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Signs page tokens; the same over restarts. */
  readonly pageTokenKey: string;
  /**
   * Who a request's `authorization` value speaks for.
   * @throws ApiError UNAUTHENTICATED with one of the messages of behaviour §9.8
   */
  readonly authenticate: (authorization: string | undefined, auth: Operation['auth']) => Caller | Promise<Caller>;
  /** Exchanges what callers present for tokens of this world. */
  readonly tokens: TokenService;
}
