import type { SigningKey } from '../identity/signing-keys.ts';
import type { Clock } from '../kernel/clock.ts';
import type { DefaultState } from '../steering/world/default-world.ts';
import type { Heir } from '../store/shared/estates.ts';
import type { DatabaseUse } from '../store/shared/shared-database.ts';
import type { PastAccounts } from '../store/shared/sweeper.ts';

/** The place of a state, and the beginning of a new one. */
export interface StateSetting {
  /** A file that keeps the state over restarts. */
  readonly data?: string;
  /** The URL of a Postgres that keeps it. */
  readonly database?: string;
  readonly seed: string;
  /** Signs the mock's tokens, or `new` for a key that is made at the start; without it the key of the package. */
  readonly signingKey?: SigningKey | 'new';
}

/** The state of a mock. */
export interface State extends DefaultState {
  readonly seed: string;
  readonly key: Promise<SigningKey>;
  /** Signs for the issuers that the mock imitates; made with the first call where nothing keeps it. */
  readonly upstreamKey: () => SigningKey;
  /** How the process uses the database that keeps it, and how many worlds that has; missing: there is none. */
  readonly readUse?: () => Promise<DatabaseUse>;
  /** The clock of what keeps it, which takes the place of the machine's; missing: it has none. */
  readonly clock?: Clock;
  /**
   * Lets other processes start that share it: all that a start makes is there. What those leave that end goes to the
   * heir, and what was counted in worlds that have ended to the accounts.
   */
  readonly letStart?: (heir: Heir, accounts: PastAccounts | undefined) => Promise<void>;
  /** Ends once everything is kept; later writes are refused. */
  readonly close: () => Promise<void>;
}

/** The dependencies of opening a state. */
export interface Surroundings {
  readonly clock: Clock;
  /** Milliseconds of a clock of the machine that only goes forward. */
  readonly machineNow: () => number;
  /** So many random bytes. */
  readonly random: (size: number) => Buffer;
  /** The digests of the options by which processes that share a state would answer in different ways. */
  readonly digestOptions: () => Promise<Readonly<Record<string, string>>>;
  /** Receives internal errors. */
  readonly report: (error: unknown) => void;
  /** Receives notices about what keeps the state, for the user. */
  readonly notice: (text: string) => void;
}
