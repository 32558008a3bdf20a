import type { SigningKey } from '../../identity/signing-keys.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { DefaultState } from '../../world/default-world.ts';
import type { WorldHome } from '../../world/world-home.ts';

/** The place of a state, and the beginning of a new one. */
export interface StateSetting {
  /** A file that stores the state over restarts. */
  readonly data?: string;
  /** The URL of a Postgres that stores it. */
  readonly database?: string;
  /** The schema of that database; `platform_mock` unless given. */
  readonly databaseSchema?: string;
  /** The address at which other processes with the database reach this one; without a port, at a free one. */
  readonly peer?: { readonly host: string; readonly port?: number };
  readonly seed: string;
  /** Signs the mock's tokens, or `new` for a key that is made at the start; without it the key of the package. */
  readonly signingKey?: SigningKey | 'new';
}

/** The beginning of a mock: the rows of `default`, the other worlds, and keys. */
export interface LoadedState extends DefaultState {
  readonly seed: string;
  readonly key: Promise<SigningKey>;
  /** Signs for the issuers that the mock imitates; made with the first call unless it is stored. */
  readonly upstreamKey: () => SigningKey;
  /** The store of worlds beside `default`; if missing, they are in memory. */
  readonly home?: WorldHome;
}

/** The state of a mock. */
export interface State extends LoadedState {
  /** Ends once everything is stored; later writes are refused. */
  readonly close: () => Promise<void>;
}

/** The dependencies of opening a state. */
export interface Surroundings {
  readonly clock: Clock;
  /** Receives internal errors. */
  readonly report: (error: unknown) => void;
  /** Receives notices about the store of the state, for the user. */
  readonly notice: (text: string) => void;
}
